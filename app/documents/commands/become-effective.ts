import * as rules from '#events/document/decide/publish.ts';
import { ok, type Result } from '#events/failures.ts';
import type { DocumentVersion } from '#events/document/state.ts';
import { carryOutRequests } from '#app/documents/commands/change-requests/carry-out-requests.ts';
import { commit, type CommandContext } from '#app/kit/command/command.ts';
import { trainingRateOf } from '#app/documents/commands/facts.ts';
import { loadDocument, principalOf } from '#app/kit/command/load.ts';
import { noTraining, trainingOfDocument } from '#app/organisation/commands/coverage.ts';
import { systemContext } from '#app/kit/command/system.ts';
import { readPublishedVersions } from '#app/organisation/queries/coverage.ts';
import type { Ports } from '#app/kit/ports.ts';

/** The version as training sees it, where it carries training over; null for any other. */
async function carryingOver({ org, ports }: CommandContext, document: string, current: DocumentVersion) {
  if (!current.publication?.carriesOver) return null;
  const versions = await ports.database.read(org, (db) => readPublishedVersions(db, { document }));
  return versions.find(({ version }) => version === current.version) ?? null;
}

/**
 * Makes a scheduled version effective on its date, supersedes the previous one and cancels that one's open training.
 * Answers 'early' before the date and 'nothing' when there is nothing to do, so it can be repeated.
 */
export async function becomeEffective(
  ports: Ports,
  org: string,
  document: string,
): Promise<Result<'in force' | 'early' | 'nothing'>> {
  const context = systemContext(ports, org, 'The clock', ports.newId());
  return commit<'in force' | 'early' | 'nothing'>(context, async () => {
    const { stream, version, state } = await loadDocument(context, document);
    const decision = rules.becomeEffective(
      { principal: principalOf(context), now: context.now, trainingRate: await trainingRateOf(context, document) },
      state,
    );
    if (!decision.ok) {
      const early = decision.failure.code === 'effective_date_not_reached';
      return ok({ writes: [], answer: early ? 'early' : 'nothing' });
    }
    if (state.kind !== 'document') return ok({ writes: [], answer: 'nothing' });
    // The new version's records stay; those of the version that it replaces are superseded.
    const training =
      state.effectiveVersion === null
        ? noTraining
        : await trainingOfDocument(context, {
            document: { uid: document, name: state.name },
            version: await carryingOver(context, document, state.current),
            keep: [state.current.version],
            // Of people who signed the version before while this one was scheduled.
            assign: 'retraining',
            cancel: 'superseded',
          });
    const carried = await carryOutRequests(context, state, state.current.version);
    return ok({
      writes: [{ stream, version, events: decision.events }, ...training.writes, ...carried.writes],
      expect: training.expect,
      answer: 'in force',
    });
  });
}
