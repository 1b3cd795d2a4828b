import { ok, refuse, type Failure, type Result } from '#events/failures.ts';
import { scopeOf } from '#app/api/scopes.ts';
import { isWithin } from '#app/identity/allowed-networks.ts';
import { isServiceToken, type TokenHolder } from '#app/identity/service-tokens.ts';
import type { Ports } from '#app/ports.ts';
import { readViewer } from '#app/queries/read-viewer.ts';
import type { Viewer } from '#app/queries/viewer.ts';

export { isServiceToken };

/**
 * The viewer of a service account's token: its owner's rights, with the account as the one who acts. Null for a token
 * that nobody has.
 */
export async function readServiceAccount(
  token: string,
  address: string | null,
  ports: Ports,
): Promise<Result<Viewer> | null> {
  const holder = await ports.identity.serviceTokens.find(token);
  if (!holder) return null;
  const now = ports.now();
  const barred = barrierTo(holder, address, now);
  if (barred) return barred;
  const { org, account, name, owner, scopes } = holder;
  const viewer = await readViewer(ports.database.kysely, { org, user: owner, publicId: account });
  if (!viewer) return refuse('service_account_suspended');
  await ports.identity.serviceTokens.touch(holder, { now, address });
  return ok({ ...viewer, serviceAccount: { uid: account, name, scopes } });
}

function barrierTo(
  { revokedAt, expiresAt, networks }: TokenHolder,
  address: string | null,
  now: string,
): { ok: false; failure: Failure } | null {
  if (revokedAt !== null) return refuse('service_account_revoked');
  if (expiresAt <= now) return refuse('service_account_expired');
  return isWithin(networks, address) ? null : refuse('service_account_network');
}

/** Why a service account may not run an operation; null where it may, and for people. */
export function missingScope(viewer: Viewer | null, operation: string): Failure | null {
  if (!viewer?.serviceAccount) return null;
  const scope = scopeOf(operation);
  if (scope === 'never') return { code: 'service_account_forbidden' };
  if (scope === 'any' || viewer.serviceAccount.scopes.includes(scope)) return null;
  return { code: 'service_account_scope', detail: `It takes the scope ${scope}.` };
}
