import { ok, type Result } from '#events/failures.ts';
import { decide } from '#events/document/decide.ts';
import { commit } from '#app/commands/command.ts';
import { trainingRateOf } from '#app/commands/document/facts.ts';
import { loadDocument, principalOf } from '#app/commands/load.ts';
import { noTraining, trainingOfDocument } from '#app/commands/training/coverage.ts';
import { systemContext } from '#app/commands/clock/system.ts';
import type { Ports } from '#app/ports.ts';

/** The clock competes with people for a document's stream, and nobody is there to repeat what it does. */
const tries = 12;

/**
 * Puts a scheduled version into force once its date has come, supersedes the one before it and cancels that one's open
 * training. Answers 'early' while the date has not come, 'nothing' where there is nothing to do (already in force,
 * revised, retired): so it may be tried any number of times, by any number of nodes.
 */
export async function becomeEffective(
  ports: Ports,
  org: string,
  document: string,
): Promise<Result<'in force' | 'early' | 'nothing'>> {
  const context = systemContext(ports, org, 'The clock', ports.newId());
  return commit<'in force' | 'early' | 'nothing'>(
    context,
    async () => {
      const { stream, version, state } = await loadDocument(context, document);
      const decision = decide(
        {
          type: 'BecomeEffective',
          principal: principalOf(context),
          now: context.now,
          trainingRate: await trainingRateOf(context, document),
        },
        state,
      );
      if (!decision.ok) {
        const early = decision.failure.code === 'effective_date_not_reached';
        return ok({ writes: [], answer: early ? 'early' : 'nothing' });
      }
      if (state.kind !== 'document') return ok({ writes: [], answer: 'nothing' });
      // The coming version's own records stay; those of the version that it replaces are superseded.
      const training =
        state.effectiveVersion === null
          ? noTraining
          : await trainingOfDocument(context, {
              document: { uid: document, name: state.name },
              version: null,
              keep: [state.current.version],
              assign: null,
              cancel: 'superseded',
            });
      return ok({
        writes: [{ stream, version, events: decision.events }, ...training.writes],
        expect: training.expect,
        answer: 'in force',
      });
    },
    { tries },
  );
}
