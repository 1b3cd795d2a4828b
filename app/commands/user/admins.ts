import type { Kysely } from 'kysely';
import { isAdmin, type Principal } from '#events/permissions.ts';
import type { StreamExpectation } from '#events/ledger/types.ts';
import { streams } from '#events/streams.ts';
import { userDecider } from '#events/user/decide.ts';
import type { Database } from '#app/database/schema.ts';
import type { SignedInContext } from '#app/commands/command.ts';
import { load } from '#app/commands/load.ts';
import { fullName } from '#app/queries/viewer.ts';

/** Who asks, as the ledger knows them now, and how many other active admins there are. */
export interface Admins {
  principal: Principal;
  /** ACTIVE people with an admin's role, without the person concerned. */
  others: number;
  /** Streams that must not have changed: the one who asks, and one other active admin who goes on being one. */
  expect: StreamExpectation[];
}

/**
 * The one who asks is read again in each attempt, because somebody may have taken that role away since the request
 * began. Another active admin is expected unchanged, so that admins who take each other out at the same moment cannot
 * all succeed.
 */
export async function readAdmins(context: SignedInContext, concerned: string): Promise<Admins> {
  const { viewer } = context;
  const own = await load(context, streams.user(viewer.uid), userDecider);
  const asks = own.state.kind === 'user' ? own.state : null;
  const principal: Principal = {
    kind: 'user',
    uid: viewer.uid,
    name: fullName(viewer),
    role: asks?.role ?? viewer.role,
    status: asks?.status ?? 'INACTIVE',
  };
  const others = await context.ports.database.read(context.org, (db) => activeAdmins(db, concerned));
  const expect = viewer.uid === concerned ? [] : [{ stream: own.stream, version: own.version }];
  // Somebody who is not the person concerned and may ask is such an admin already.
  const witness = viewer.uid === concerned ? others[0] : undefined;
  if (witness) {
    const { stream, version, state } = await load(context, streams.user(witness), userDecider);
    const still = state.kind === 'user' && state.status === 'ACTIVE' && isAdmin(state.role);
    expect.push({ stream, version });
    if (!still) return { principal, others: 0, expect };
  }
  return { principal, others: others.length, expect };
}

async function activeAdmins(db: Kysely<Database>, except: string): Promise<string[]> {
  const rows = await db
    .selectFrom('read.user_account')
    .select('uid')
    .where('status', '=', 'ACTIVE')
    .where('role', 'in', ['ADMIN', 'SUPER_ADMIN'])
    .where('uid', '!=', except)
    .orderBy('uid')
    .execute();
  return rows.map(({ uid }) => uid);
}
