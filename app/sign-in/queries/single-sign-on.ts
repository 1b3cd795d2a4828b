import { z } from 'zod';
import { ok } from '#events/failures.ts';
import type { SingleSignOn } from '#events/single-sign-on/settings.ts';
import { streams } from '#events/streams.ts';
import { query } from '#app/kit/query/query.ts';
import { readStreamVersion } from '#app/kit/query/stream.ts';

/** What the page of single sign-on shows; nothing of it is secret. */
interface SingleSignOnView {
  settings: SingleSignOn | null;
  /** Active admins, by name. */
  admins: { uid: string; name: string }[];
  /** People who have signed in through the present issuer, and all who are active or invited. */
  linked: number;
  people: number;
  streamVersion: number;
}

export const singleSignOnSettings = query({
  name: 'organisation.single_sign_on',
  input: z.object({}),
  permission: 'organisation.change_settings',
  async run(_, { db, viewer }) {
    const settings = viewer.settings.singleSignOn ?? null;
    const admins = await db
      .selectFrom('read.user_account')
      .select(['uid', 'full_name as name'])
      .where('status', '=', 'ACTIVE')
      .where('role', 'in', ['ADMIN', 'SUPER_ADMIN'])
      .orderBy('full_name_folded')
      .orderBy('uid')
      .execute();
    const counts = await db
      .selectFrom('read.user_account')
      .select(({ fn, eb }) => [
        fn.countAll<string>().as('people'),
        fn
          .countAll<string>()
          .filterWhere(eb('directory_issuer', '=', settings?.issuer ?? ''))
          .as('linked'),
      ])
      .where('status', 'in', ['ACTIVE', 'INVITED'])
      .executeTakeFirstOrThrow();
    const streamVersion = await readStreamVersion(db, streams.organisation);
    return ok<SingleSignOnView>({
      settings,
      admins,
      linked: Number(counts.linked),
      people: Number(counts.people),
      streamVersion,
    });
  },
});
