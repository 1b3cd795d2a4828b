import { ok, type Result } from '#events/failures.ts';
import { commit } from '#app/kit/command/command.ts';
import { loadDocument } from '#app/kit/command/load.ts';
import { trainingOfDocument } from '#app/organisation/commands/coverage.ts';
import { systemContext } from '#app/kit/command/system.ts';
import { readPublishedVersions } from '#app/organisation/queries/coverage.ts';
import type { Ports } from '#app/kit/ports.ts';

/**
 * Assigns training on the version in force again, so early that it is due an interval after the last completion
 * (rules.md section 3). A repetition finds nobody left, so it may run any number of times on any node.
 */
export async function assignRetraining(ports: Ports, org: string, document: string): Promise<Result<null>> {
  const context = systemContext(ports, org, 'The clock', ports.newId());
  return commit(context, async () => {
    const { stream, version, state } = await loadDocument(context, document);
    const inForce = state.kind === 'document' ? state.effectiveVersion : null;
    if (state.kind !== 'document' || inForce === null) return ok({ writes: [], answer: null });
    const published = await ports.database.read(org, (db) => readPublishedVersions(db, { document }));
    const current = published.find((one) => one.version === inForce);
    if (!current) return ok({ writes: [], answer: null });
    const training = await trainingOfDocument(context, {
      document: { uid: document, name: state.name },
      version: current,
      assign: 'retraining',
      cancel: null,
    });
    return ok({
      writes: training.writes,
      expect: [...training.expect, { stream, version }],
      answer: null,
    });
  });
}
