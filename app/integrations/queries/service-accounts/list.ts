import { z } from 'zod';
import type { Kysely } from 'kysely';
import { ok, refuse } from '#events/failures.ts';
import type { Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { query } from '#app/kit/query/query.ts';

export type ServiceAccountStanding = 'active' | 'suspended' | 'expired' | 'revoked';

/** A service account as the settings show it. */
export interface ServiceAccountRow {
  uid: string;
  name: string;
  owner: { uid: string; name: string };
  scopes: readonly string[];
  networks: readonly string[];
  expiresAt: Instant;
  createdAt: Instant;
  rotatedAt: Instant | null;
  lastUsedAt: Instant | null;
  lastAddress: string | null;
  revoked: { at: string; reason: string } | null;
  standing: ServiceAccountStanding;
}

async function read(db: Kysely<Database>, now: Instant, uid?: string): Promise<ServiceAccountRow[]> {
  const rows = await db
    .selectFrom('read.service_account as a')
    .leftJoin('read.user_account as u', (join) =>
      join.onRef('u.org_id', '=', 'a.org_id').onRef('u.uid', '=', 'a.owner_uid'),
    )
    .leftJoin('identity.service_token as t', (join) =>
      join.onRef('t.org_id', '=', 'a.org_id').onRef('t.uid', '=', 'a.token_uid'),
    )
    .selectAll('a')
    .select(['u.full_name as owner_now', 'u.status as owner_status', 't.last_used_at', 't.last_address'])
    .$if(uid !== undefined, (some) => some.where('a.uid', '=', uid!))
    .orderBy('a.name')
    .orderBy('a.created_at')
    .execute();
  return rows.map((row) => ({
    uid: row.uid,
    name: row.name,
    owner: { uid: row.owner_uid, name: row.owner_now ?? row.owner_name },
    scopes: row.scopes,
    networks: row.networks,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    rotatedAt: row.rotated_at,
    lastUsedAt: row.last_used_at,
    lastAddress: row.last_address,
    revoked: row.revoked_at === null ? null : { at: row.revoked_at, reason: row.revoked_reason ?? '' },
    standing: standingOf(row, now),
  }));
}

function standingOf(
  row: { revoked_at: Instant | null; expires_at: Instant; owner_status: string | null },
  now: Instant,
): ServiceAccountStanding {
  if (row.revoked_at !== null) return 'revoked';
  if (row.expires_at <= now) return 'expired';
  return row.owner_status === 'ACTIVE' ? 'active' : 'suspended';
}

/** Every service account by name. */
export const listServiceAccounts = query({
  name: 'service_account.list',
  input: z.object({}),
  permission: 'service_account.manage',
  run: async (_, { db, now }) => ok(await read(db, now)),
});

/** One service account. */
export const getServiceAccount = query({
  name: 'service_account.get',
  input: z.object({ account: z.uuid().toLowerCase() }),
  permission: 'service_account.manage',
  async run({ account }, { db, now }) {
    const [found] = await read(db, now, account);
    return found ? ok(found) : refuse('not_found');
  },
});

/** The people who may answer for a service account. */
export const listPossibleOwners = query({
  name: 'service_account.owners',
  input: z.object({}),
  permission: 'service_account.manage',
  run: async (_, { db, viewer }) =>
    ok(
      await db
        .selectFrom('read.user_account')
        .select(['uid', 'full_name as name', 'role'])
        .where('status', '=', 'ACTIVE')
        .$if(viewer.role !== 'SUPER_ADMIN', (some) => some.where('role', '!=', 'SUPER_ADMIN'))
        .orderBy('full_name_folded')
        .orderBy('uid')
        .execute(),
    ),
});
