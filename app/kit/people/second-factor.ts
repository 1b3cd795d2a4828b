import type { Kysely } from 'kysely';
import { z } from 'zod';
import { ok } from '#events/failures.ts';
import { asksFactorToSign } from '#events/organisation/second-factor.ts';
import { signOnOf } from '#events/single-sign-on/settings.ts';
import type { Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { query } from '#app/kit/query/query.ts';

/** When the person set up the authenticator app that counts; null where there is none. */
export async function appSince(db: Kysely<Database>, user: string): Promise<Instant | null> {
  const row = await db
    .selectFrom('read.authenticator')
    .select('enrolled_at')
    .where('user_uid', '=', user)
    .where('kind', '=', 'totp')
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row?.enrolled_at ?? null;
}

/** One's own authenticator app. */
export const getOwnApp = query({
  name: 'user.own-app',
  input: z.object({}),
  permission: 'signed-in',
  run: async (_, { db, viewer }) => ok({ since: await appSince(db, viewer.uid) }),
});

export type SigningFactor = 'none' | 'code' | 'missing';

/** What a signature of the viewer needs beside the password: nothing, a code, or a second factor first. */
export const signingFactor = query({
  name: 'user.signing-factor',
  input: z.object({}),
  permission: 'signed-in',
  async run(_, { db, viewer }) {
    // The issuer checks whatever it checks.
    if (signOnOf(viewer.settings, viewer.uid)) return ok<SigningFactor>('none');
    if (!asksFactorToSign(viewer.settings, viewer.factor)) return ok<SigningFactor>('none');
    return ok<SigningFactor>((await appSince(db, viewer.uid)) === null ? 'missing' : 'code');
  },
});

/** Active people without a second factor. */
export interface WithoutFactor {
  count: number;
  /** The first of them by name. */
  first: { uid: string; name: string }[];
}

/** Names in the list of people without a second factor. */
const most = 8;

/** Active people who have no second factor: how many, and the first of them by name. */
export const listWithoutFactor = query({
  name: 'user.without-factor',
  input: z.object({}),
  permission: 'organisation.change_settings',
  async run(_, { db }) {
    const people = db
      .selectFrom('read.user_account as u')
      .where('u.status', '=', 'ACTIVE')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('read.authenticator as a')
              .select('a.uid')
              .whereRef('a.user_uid', '=', 'u.uid')
              .where('a.kind', '=', 'totp')
              .where('a.revoked_at', 'is', null),
          ),
        ),
      );
    const { count } = await people.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
    const first = await people
      .select(['u.uid', 'u.full_name as name'])
      .orderBy('u.full_name_folded')
      .orderBy('u.uid')
      .limit(most)
      .execute();
    return ok<WithoutFactor>({ count: Number(count), first });
  },
});
