import { refuse, type Failure } from '#events/failures.ts';
import type { OrganisationSettings } from '#events/organisation/events.ts';
import { signOnOf } from '#events/single-sign-on/settings.ts';
import type { OrganisationSignOn } from '#app/sign-in/adapters/single-sign-on/single-sign-on.ts';
import type { Ports } from '#app/kit/ports.ts';

/**
 * Where the person with this address signs in: as their organisation says, or that of the address's domain where nobody
 * has it, so that the answer does not say who is there.
 */
export async function findSignOn({ identity, singleSignOn }: Ports, email: string): Promise<OrganisationSignOn | null> {
  const account = await identity.accounts.find(email);
  if (!account) return singleSignOn.ofDomain(email);
  const { org, settings } = account;
  return settings.singleSignOn ? { org, ...settings.singleSignOn } : null;
}

/** Refuses a password where it is no way in; else null. */
export function passwordUnused({
  settings,
  user,
}: {
  settings: OrganisationSettings;
  user: string;
}): { ok: false; failure: Failure } | null {
  const issuer = signOnOf(settings, user);
  return issuer && passwordsUnused(issuer.name);
}

export const passwordsUnused = (issuer: string): { ok: false; failure: Failure } =>
  refuse('single_sign_on_required', {
    detail: `Sign in with ${issuer}. Only the local admin has a password that counts.`,
    facts: { issuer },
  });

/** Whether this is the address of the organisation's local admin. */
export async function isLocalAdmin(
  { identity }: Ports,
  { org, localAdmin }: OrganisationSignOn,
  email: string,
): Promise<boolean> {
  const account = await identity.accounts.find(email);
  return account?.org === org && account.user === localAdmin;
}
