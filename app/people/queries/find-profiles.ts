import { sql } from 'kysely';
import { z } from 'zod';
import { instant } from '#events/common.ts';
import { ok, refuse } from '#events/failures.ts';
import { roleMay } from '#events/permissions.ts';
import { normaliseEmail } from '#events/user/email.ts';
import { byMoment, byText, partInput, sortedPart, sortInput } from '#app/kit/query/cursor.ts';
import { ownRows } from '#app/kit/query/own-rows.ts';
import { query } from '#app/kit/query/query.ts';
import { readProfiles } from '#app/kit/people/profile.ts';

export const userSorts = sortInput('name', 'changed');

/** The latest event that changed what the API shows of a person: signing in or a new password does not. */
const changed = sql<string>`(
  select e.recorded_at from ${ownRows('ledger.event')} e
  where e.stream = 'user-' || u.uid
    and e.type in ('UserRegistered', 'UserInvited', 'UserConfirmed', 'UserReconfirmed', 'UserEdited', 'UserDeactivated',
                   'UserReactivated', 'EmailChanged')
  order by e.version desc limit 1)`;

const keys = { name: byText(sql`u.full_name_folded`), changed: byMoment(changed) };

/**
 * People by email address (one's own, or anybody's for an admin), or the whole organisation by name. Authors find only
 * possible approvers: ADMIN or AUTHOR, and ACTIVE.
 */
export const findProfiles = query({
  name: 'user.find',
  input: z.object({
    email: z.string().max(1000).optional(),
    org: z.string().max(100).optional(),
    includeInactive: z.boolean().default(false),
    changedSince: instant.optional(),
    sort: userSorts.default('name'),
    ...partInput,
  }),
  permission: 'signed-in',
  async run({ email, org, includeInactive, changedSince, sort, limit, cursor }, { db, viewer, now }) {
    const admin = roleMay(viewer.role, 'team.view');
    if (org !== undefined && org !== viewer.org) return refuse('not_found');
    const ordered = sortedPart(sort, keys, { usual: 'name', uid: sql`u.uid`, cursor });
    if (!ordered.ok) return ordered;
    const { by, after, read } = ordered.value;
    const address = email === undefined ? undefined : normaliseEmail(email);
    const own = address === viewer.email.toLowerCase();
    if (!admin && !own && (address !== undefined || !roleMay(viewer.role, 'document.create')))
      return refuse('not_allowed');
    let people = db
      .selectFrom('read.user_account as u')
      .select(['u.uid', by.as('after')])
      .where(after);
    if (address !== undefined) people = people.where('u.email', '=', address);
    else if (!includeInactive) people = people.where('u.status', '<>', 'INACTIVE');
    if (!admin && !own) people = people.where('u.status', '=', 'ACTIVE').where('u.role', 'in', ['ADMIN', 'AUTHOR']);
    if (changedSince !== undefined) people = people.where(sql<boolean>`${changed} >= ${changedSince}`);
    const { part, next } = await read(people, limit);
    const profiles = await readProfiles(
      db,
      { viewer, now },
      part.map(({ uid }) => uid),
    );
    return ok({ profiles: part.flatMap(({ uid }) => profiles.get(uid) ?? []), next });
  },
});
