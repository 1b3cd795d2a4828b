import type { Recorded } from '#events/catalogue.ts';
import type { VersionChange } from '#events/document/change.ts';
import type { ManifestVersion } from '#app/adapters/pdf/manifest-facts.ts';
import { changeKindWords, lineWords, originWords } from '#app/kit/words/version-change.ts';

const ended = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** What a version changes and why, in sentences. */
const saysOf = ({ kind, reason, summary, origin }: VersionChange): string =>
  [
    changeKindWords[kind],
    ...(reason === null ? [] : [reason]),
    ...summary.map(lineWords),
    ...(origin.length === 0 ? [] : [`Asked for by: ${origin.map(originWords).join('; ')}`]),
  ]
    .map(ended)
    .join(' ');

/**
 * The history of versions on the pages of signatures: those that were approved, the newest first. Undefined where none
 * of them says what it changes, so that these pages stay as they were.
 */
export function manifestVersions(events: readonly Recorded[]): ManifestVersion[] | undefined {
  const approved = new Set(events.flatMap(({ type, data }) => (type === 'DocumentApproved' ? [data.version] : [])));
  const sent = events.flatMap((event) =>
    (event.type === 'DocumentSentForReview' || event.type === 'DocumentRevised') && approved.has(event.data.version)
      ? [event]
      : [],
  );
  if (sent.every(({ data }) => data.change === undefined)) return undefined;
  return sent.toReversed().map(({ data, actor, recordedAt }) => ({
    version: data.version,
    sentAt: recordedAt,
    by: 'name' in actor ? actor.name : 'The system',
    says: data.change ? saysOf(data.change) : '',
  }));
}
