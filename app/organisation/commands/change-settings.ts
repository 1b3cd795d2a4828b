import { z } from 'zod';
import type { Named } from '#events/common.ts';
import { organisationSettings } from '#events/organisation/events.ts';
import { organisationDecider } from '#events/organisation/organisation.ts';
import { streams } from '#events/streams.ts';
import { voidsIdentity } from '#events/user/state.ts';
import { texts } from '#events/texts.ts';
import { change } from '#app/kit/command/change.ts';
import { personalCommand, type CommandContext } from '#app/kit/command/command.ts';
import { readNamingEvents } from '#app/kit/query/naming-events.ts';
import { expectedVersionInput } from '#app/kit/command/expected-version.ts';

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
      async (state, { principal }) => {
        const unverified = await unverifiedPeople(context);
        const decision = organisationDecider.decide(
          { type: 'ChangeSettings', principal, name, settings, reason, unverified },
          state,
        );
        return { decision, answer: { changed: decision.ok && decision.events.length > 0 } };
      },
    ),
});

/** Active people whose identity nobody verified. Where that was voided, it is verified again one by one. */
const unverifiedPeople = ({ ports, org }: CommandContext): Promise<Named[]> =>
  ports.database.read(org, async (db) => {
    const people = await db
      .selectFrom('read.user_account')
      .select(['uid', 'full_name as name'])
      .where('status', '=', 'ACTIVE')
      .where('identity_how', 'is', null)
      .orderBy('full_name_folded')
      .orderBy('uid')
      .execute();
    const uids = people.map(({ uid }) => uid);
    const changes = await readNamingEvents(db, uids, streams.user, ['EmailChanged', 'AuthenticatorRevoked']);
    return people.filter(({ uid }) => !changes.get(uid)?.some(voidsIdentity));
  });
