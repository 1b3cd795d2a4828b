import { z } from 'zod';
import { organisationSettings } from '#events/organisation/events.ts';
import { organisationDecider } from '#events/organisation/organisation.ts';
import { streams } from '#events/streams.ts';
import { texts } from '#events/texts.ts';
import { change } from '#app/commands/change.ts';
import { personalCommand } from '#app/commands/command.ts';
import { expectedVersionInput } from '#app/commands/expected-version.ts';

/** Changes the organisation's name and settings, with a reason. Sessions and locks follow at once. */
export const changeSettings = personalCommand({
  name: 'organisation.change-settings',
  input: z.object({
    name: z.string({ error: texts.required }),
    settings: organisationSettings,
    ...expectedVersionInput,
  }),
  permission: 'organisation.change_settings',
  reason: 'required',
  run: ({ name, settings, reason, expectedVersion }, context) =>
    change(
      context,
      { stream: streams.organisation, decider: organisationDecider, expectedVersion },
      (state, { principal }) => {
        const decision = organisationDecider.decide(
          { type: 'ChangeSettings', principal, name, settings, reason },
          state,
        );
        return { decision, answer: { changed: decision.ok && decision.events.length > 0 } };
      },
    ),
});
