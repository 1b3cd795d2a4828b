import { z } from 'zod';
import type { Named } from '#events/common.ts';
import { ok, type Result } from '#events/failures.ts';
import { functionEvolution, createFunction, editFunction } from '#events/function/function.ts';
import { qualityUnitName } from '#events/organisation/controls.ts';
import { organisationSettings } from '#events/organisation/events.ts';
import { organisationEvolution } from '#events/organisation/organisation.ts';
import * as rules from '#events/organisation/organisation.ts';
import type { Principal } from '#events/permissions.ts';
import { streams } from '#events/streams.ts';
import { voidsIdentity } from '#events/user/state.ts';
import { nameKey } from '#events/text.ts';
import { texts } from '#events/texts.ts';
import { change, isChange, type Part } from '#app/kit/command/change.ts';
import { load } from '#app/kit/command/load.ts';
import { personalCommand, type CommandContext } from '#app/kit/command/command.ts';
import { readNamingEvents } from '#app/kit/query/naming-events.ts';
import { readQualityUnit } from '#app/kit/people/quality-unit.ts';
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
      { stream: streams.organisation, evolution: organisationEvolution, expectedVersion },
      async (state, { principal }) => {
        const unverified = await unverifiedPeople(context);
        const chosen = await chooseQualityUnit(context, {
          principal,
          chosen: sent.qualityUnit ?? null,
          byName: namesQualityUnit,
          reason,
        });
        if (!chosen.ok) return chosen;
        const { unit: qualityUnit, functions, parts } = chosen.value;
        const settings = { ...sent, ...(qualityUnit && { qualityUnit }) };
        const unit = await readQualityUnit({ ...context, viewer: { ...context.viewer, settings } });
        const unitHolders = unit?.holders.map(({ uid }) => uid) ?? [];
        const decision = rules.changeSettings(
          { principal, name, settings, reason, unverified, functions, unitHolders },
          state,
        );
        return { decision, parts, answer: { changed: isChange(decision) } };
      },
    ),
});

interface ChosenUnit {
  unit: Named | null;
  functions: Named[];
  parts: Part[];
}

interface Choosing {
  principal: Principal;
  chosen: Named | null;
  /** The function of that name is it, taken back into use or created. */
  byName: boolean;
  reason: string;
}

/** The quality unit that is chosen, or the function of that name; it is not retired meanwhile. */
async function chooseQualityUnit(
  context: CommandContext,
  { principal, chosen, byName, reason }: Choosing,
): Promise<Result<ChosenUnit>> {
  const { ports, org } = context;
  const all = await ports.database.read(org, (db) =>
    db.selectFrom('read.function').select(['uid', 'name', 'retired_at']).execute(),
  );
  const functions = all.flatMap(({ uid, name, retired_at: at }) => (at === null ? [{ uid, name }] : []));
  const named = byName ? all.find(({ name }) => nameKey(name) === nameKey(qualityUnitName)) : undefined;
  const unit = chosen ?? (named ? { uid: named.uid, name: named.name } : null);
  if (!unit && !byName) return ok({ unit, functions, parts: [] });
  if (!unit) {
    const made = { uid: ports.newId(), name: qualityUnitName };
    const created = createFunction({ principal, ...made, nameInUse: false }, null);
    if (!created.ok) return created;
    const writes = [{ stream: streams.function(made.uid), version: 0, events: created.events }];
    return ok({ unit: made, functions: [...functions, made], parts: [{ writes }] });
  }
  const { stream, version, state } = await load(context, streams.function(unit.uid), functionEvolution);
  if (unit !== chosen && state?.retired) {
    const taken = editFunction(
      { principal, ...unit, nameInUse: false, retired: false, isQualityUnit: false, routes: [], reason },
      state,
    );
    if (!taken.ok) return taken;
    const writes = [{ stream, version, events: taken.events }];
    return ok({ unit, functions: [...functions, unit], parts: [{ writes }] });
  }
  return ok({ unit, functions, parts: [{ expect: [{ stream, version }] }] });
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
