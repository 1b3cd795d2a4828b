import type { Kysely } from 'kysely';
import { isAdmin, type Principal } from '#events/permissions.ts';
import type { StreamExpectation } from '#events/ledger/types.ts';
import { organisationEvolution } from '#events/organisation/organisation.ts';
import { signOnOf } from '#events/single-sign-on/settings.ts';
import { streams } from '#events/streams.ts';
import { userEvolution } from '#events/user/state.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import type { SignedInContext } from '#app/kit/command/command.ts';
import { load, personOf } from '#app/kit/command/load.ts';

/** The acting admin as the ledger knows them now, and the number of other active admins. */
export interface Admins {
  principal: Principal;
  /** ACTIVE admins without the person concerned. */
  others: number;
  /** The person concerned is the organisation's local admin. */
  isLocalAdmin: boolean;
  /** The domains of the issuer that signs the person in; null where a password does. */
  domains: readonly string[] | null;
  /** Streams that must not change: the organisation's, the acting admin's, and one other active admin's. */
  expect: StreamExpectation[];
}

/**
 * Reads the acting admin again in each attempt, because that role may be lost meanwhile. Expects another active admin
 * unchanged, so that admins cannot all remove each other at once.
 */
export async function readAdmins(context: SignedInContext, concerned: string): Promise<Admins> {
  const { viewer } = context;
  const own = await load(context, streams.user(viewer.uid), userEvolution);
  const asks = own.state.kind === 'user' ? own.state : null;
  const principal: Principal = {
    ...personOf(viewer),
    role: asks?.role ?? viewer.role,
    status: asks?.status ?? 'INACTIVE',
  };
  const organisation = await load(context, streams.organisation, organisationEvolution);
  const settings = organisation.state?.settings;
  const found = {
    principal,
    isLocalAdmin: settings?.singleSignOn?.localAdmin === concerned,
    domains: (settings && signOnOf(settings, concerned)?.domains) ?? null,
  };
  const others = await context.ports.database.read(context.org, (db) => activeAdmins(db, concerned));
  const expect = [{ stream: organisation.stream, version: organisation.version }];
  if (viewer.uid !== concerned) expect.push({ stream: own.stream, version: own.version });
  // An acting admin who is not the person concerned is that other admin.
  const witness = viewer.uid === concerned ? others[0] : undefined;
  if (witness) {
    const { stream, version, state } = await load(context, streams.user(witness), userEvolution);
    const still = state.kind === 'user' && state.status === 'ACTIVE' && isAdmin(state.role);
    expect.push({ stream, version });
    if (!still) return { ...found, others: 0, expect };
  }
  return { ...found, others: others.length, expect };
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
