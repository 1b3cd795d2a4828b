import { z } from 'zod';
import type { Named } from '#events/common.ts';
import { ok } from '#events/failures.ts';
import type { OrganisationSettings } from '#events/organisation/events.ts';
import { streams } from '#events/streams.ts';
import { query } from '#app/kit/query/query.ts';
import { readStreamVersion } from '#app/kit/query/stream.ts';

/** The organisation's name, settings and functions in use, with the version of its stream, from one snapshot. */
export const getSettings = query({
  name: 'organisation.settings',
  input: z.object({}),
  permission: 'organisation.change_settings',
  async run(_, { db, viewer }) {
    const { name, settings } = await db
      .selectFrom('read.organisation')
      .select(['name', 'settings'])
      .where('uid', '=', viewer.org)
      .executeTakeFirstOrThrow();
    const streamVersion = await readStreamVersion(db, streams.organisation);
    const functions = await db
      .selectFrom('read.function')
      .select(['uid', 'name'])
      .where('retired_at', 'is', null)
      .orderBy('name')
      .execute();
    return ok<{ name: string; settings: OrganisationSettings; functions: Named[]; streamVersion: number }>({
      name,
      settings,
      functions,
      streamVersion,
    });
  },
});
