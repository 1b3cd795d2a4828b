import { createServiceAccount } from '#app/integrations/commands/service-accounts/manage.ts';
import type { ScenarioOrganisation } from '#tests/support/scenario.ts';

export interface TestAccount {
  uid: string;
  token: string;
}

/** Creates a service account of an organisation; the admin owns it unless `more` names another. */
export async function serviceAccountOf(
  { world, admin }: Pick<ScenarioOrganisation, 'world' | 'admin'>,
  scopes: readonly string[],
  more: { name?: string; owner?: string; networks?: string } = {},
): Promise<TestAccount> {
  const expires = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const name = `Program ${Math.random().toString(36).slice(2, 10)}`;
  const given = { name, owner: admin.uid, scopes, expires, networks: '', ...more };
  const { account: uid, token } = await world.act(admin, createServiceAccount, given);
  if (token === null) throw new Error('The service account has no token.');
  return { uid, token };
}
