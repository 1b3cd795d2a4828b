import { ok, refuse, type Failure, type Result } from '#events/failures.ts';
import { scopeOf } from '#app/server/api/scopes.ts';
import type { Ports } from '#app/kit/ports.ts';
import { readViewer } from '#app/kit/query/read-viewer.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';

/**
 * The viewer of a service account's token: its owner's rights, with the account as the one who acts. Null for a token
 * that nobody has.
 */
export async function readServiceAccount(
  token: string,
  address: string | null,
  ports: Ports,
): Promise<Result<Viewer> | null> {
  const { serviceTokens } = ports.identity;
  const seen = { now: ports.now(), address };
  const holder = await serviceTokens.admit(token, seen);
  if (!holder?.ok) return holder;
  const { org, account, name, owner, scopes } = holder.value;
  const viewer = await readViewer(ports.database.kysely, { org, user: owner, publicId: account });
  if (!viewer) return refuse('service_account_suspended');
  await serviceTokens.touch(holder.value, seen);
  return ok({ ...viewer, serviceAccount: { uid: account, name, scopes } });
}

/** Why a service account may not run an operation; null where it may, and for people. */
export function missingScope(viewer: Viewer | null, operation: string): Failure | null {
  if (!viewer?.serviceAccount) return null;
  const scope = scopeOf(operation);
  if (scope === 'never') return { code: 'service_account_forbidden' };
  if (scope === 'any' || viewer.serviceAccount.scopes.includes(scope)) return null;
  return { code: 'service_account_scope', detail: `It takes the scope ${scope}.` };
}
