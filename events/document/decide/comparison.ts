import type { KeepComparison } from '#events/document/commands.ts';
import { notSystem, record, ruleOn } from '#events/document/decide/guards.ts';
import { versionOf } from '#events/document/state.ts';
import { refuse } from '#events/failures.ts';

/** Records what differs between two versions that were sent for review, once for each method. */
export const keepComparison = ruleOn(({ principal, made }: KeepComparison, document) => {
  const refusal = notSystem(principal);
  if (refusal) return refusal;
  const { from, to, method } = made;
  const isRecorded = document.comparisons.some(
    (one) => one.from.version === from.version && one.to.version === to.version && one.method === method,
  );
  if (isRecorded) return record();
  for (const { version, sha256 } of [from, to]) {
    const found = versionOf(document, version);
    const isDraft = found === document.current && document.status === 'CREATED';
    if (!found || isDraft || found.files.final?.sha256 !== sha256)
      return refuse('conflict', { detail: `The comparison was not made from the PDF of version ${version}.` });
  }
  return record({ type: 'ComparisonMade', data: { document: document.uid, ...made } });
});
