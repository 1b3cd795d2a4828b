import { z } from 'zod';
import type { Named } from '#events/common.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import { functionDecider } from '#events/function/function.ts';
import { qualityUnitName } from '#events/organisation/controls.ts';
import { organisationSettings } from '#events/organisation/events.ts';
import { organisationDecider } from '#events/organisation/organisation.ts';
import type { Principal } from '#events/permissions.ts';
import { streams } from '#events/streams.ts';
import { voidsIdentity } from '#events/user/state.ts';
import { nameKey } from '#events/text.ts';
import { texts } from '#events/texts.ts';
import { change, type Part } from '#app/kit/command/change.ts';
import { personalCommand, type CommandContext } from '#app/kit/command/command.ts';
import { readNamingEvents } from '#app/kit/query/naming-events.ts';
import { expectedVersionInput } from '#app/kit/command/expected-version.ts';

/** Changes the organisation's name and settings, with a reason. Sessions and locks follow at once. */
export const changeSettings = personalCommand({
  name: 'organisation.change-settings',
  input: z.object({
    name: z.string({ error: texts.required }),
    settings: organisationSettings,
    /** Without a function chosen, the one named as the quality unit is it, and is created where there is none. */
    namesQualityUnit: z.boolean().default(false),
    ...expectedVersionInput,
  }),
  permission: 'organisation.change_settings',
  reason: 'required',
  run: ({ name, settings: sent, namesQualityUnit, reason, expectedVersion }, context) =>
    change(
      context,
      { stream: streams.organisation, decider: organisationDecider, expectedVersion },
      async (state, { principal }) => {
        const unverified = await unverifiedPeople(context);
        const chosen = await chooseQualityUnit(context, principal, sent.qualityUnit ?? null, namesQualityUnit);
        if (!chosen.ok) return chosen;
        const { unit: qualityUnit, functions, parts } = chosen.value;
        const settings = { ...sent, ...(qualityUnit && { qualityUnit }) };
        const decision = organisationDecider.decide(
          { type: 'ChangeSettings', principal, name, settings, reason, unverified, functions },
          state,
        );
        return { decision, parts, answer: { changed: decision.ok && decision.events.length > 0 } };
      },
    ),
});

interface ChosenUnit {
  unit: Named | null;
  functions: Named[];
  parts: Part[];
}

/** The quality unit that is chosen, or with `byName` the function of that name; it is not retired meanwhile. */
async function chooseQualityUnit(
  context: CommandContext,
  principal: Principal,
  chosen: Named | null,
  byName: boolean,
): Promise<Result<ChosenUnit>> {
  const { ports, org } = context;
  const all = await ports.database.read(org, (db) =>
    db.selectFrom('read.function').select(['uid', 'name', 'retired_at']).execute(),
  );
  const functions = all.flatMap(({ uid, name, retired_at: at }) => (at === null ? [{ uid, name }] : []));
  const named = functions.find(({ name }) => nameKey(name) === nameKey(qualityUnitName));
  const unit = chosen ?? (byName ? named : null) ?? null;
  if (unit) {
    const stream = streams.function(unit.uid);
    const version = (await ports.ledger.streamVersions(org, [stream])).get(stream) ?? 0;
    return ok({ unit, functions, parts: [{ expect: [{ stream, version }] }] });
  }
  if (!byName) return ok({ unit, functions, parts: [] });
  const made = { uid: ports.newId(), name: qualityUnitName };
  const nameInUse = all.some(({ name }) => nameKey(name) === nameKey(qualityUnitName));
  const created = functionDecider.decide({ type: 'CreateFunction', principal, ...made, nameInUse }, null);
  if (!created.ok)
    return nameInUse
      ? refuse('invalid_input', {
          fields: {
            qualityUnit: [`${qualityUnitName} is retired. Choose another function, or take it back into use.`],
          },
        })
      : created;
  const writes = [{ stream: streams.function(made.uid), version: 0, events: created.events }];
  return ok({ unit: made, functions: [...functions, made], parts: [{ writes }] });
}

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
