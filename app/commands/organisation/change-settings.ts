import { z } from 'zod';
import { ok } from '#events/failures.ts';
import { organisationSettings } from '#events/organisation/events.ts';
import { organisationDecider } from '#events/organisation/organisation.ts';
import { streams } from '#events/streams.ts';
import { texts } from '#events/texts.ts';
import { commit, personalCommand } from '#app/commands/command.ts';
import { load, principalOf } from '#app/commands/load.ts';
import { changedSince, expectedVersionInput } from '#app/commands/expected-version.ts';

/** Changes the organisation's name and settings, with a reason. Each old and new value is recorded; sessions and locks follow at once. */
export const changeSettings = personalCommand({
  name: 'organisation.change-settings',
  input: z.object({
    name: z.string({ error: texts.required }),
    settings: organisationSettings,
    reason: z.string({ error: texts.required }),
    ...expectedVersionInput,
  }),
  permission: 'organisation.change_settings',
  async run({ name, settings, reason, expectedVersion }, context) {
    return commit(context, async () => {
      const loaded = await load(context, streams.organisation, organisationDecider);
      const changed = changedSince(loaded, expectedVersion, context);
      if (changed) return changed;
      const { stream, version, state } = loaded;
      const decision = organisationDecider.decide(
        { type: 'ChangeSettings', principal: principalOf(context), name, settings, reason },
        state,
      );
      if (!decision.ok) return decision;
      return ok({
        writes: [{ stream, version, events: decision.events }],
        answer: { changed: decision.events.length > 0 },
      });
    });
  },
});
