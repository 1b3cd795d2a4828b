import { z } from 'zod';
import { uid } from '#events/common.ts';
import { isEmail } from '#events/user/email.ts';
import { hasControlCharacters, isBlank, lengthOf } from '#events/text.ts';
import { texts } from '#events/texts.ts';

/** How an organisation signs in with OpenID Connect. */
export const singleSignOn = z.object({
  /** The issuer's identifier, exactly as its discovery document gives it. */
  issuer: z.string(),
  /** What people call it; the button says `Sign in with …`. */
  name: z.string(),
  clientId: z.string(),
  /** Names the client secret, which no event holds. */
  secret: uid,
  /** Email domains whose people are led to the issuer. */
  domains: z.array(z.string()).min(1),
  /** The admin who signs in with password and second factor where the issuer is away. */
  localAdmin: uid,
  localAdminName: z.string(),
});
export type SingleSignOn = z.infer<typeof singleSignOn>;

/** What an admin enters. */
export type SingleSignOnFields = Omit<SingleSignOn, 'secret'>;

const longestName = 60;
const longestClientId = 200;
export const mostDomains = 20;

/** `Example.COM` and `@example.com` are `example.com`. */
export const normaliseDomain = (text: string): string => text.trim().toLowerCase().replace(/^@/, '');

/** The part after the @ of an address. */
export const domainOf = (email: string): string => normaliseDomain(email.slice(email.lastIndexOf('@') + 1));

const isLine = (text: string, most: number): boolean =>
  !isBlank(text) && lengthOf(text) <= most && !hasControlCharacters(text);

/** What is wrong with the fields, by name; the issuer's address is looked up apart. */
export function singleSignOnProblems({ name, clientId, domains }: SingleSignOnFields): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  if (isBlank(name)) fields.issuerName = [texts.required];
  else if (!isLine(name, longestName)) fields.issuerName = [`Enter a name of at most ${longestName} characters.`];
  if (isBlank(clientId)) fields.clientId = [texts.required];
  else if (!isLine(clientId, longestClientId))
    fields.clientId = [`Enter a client ID of at most ${longestClientId} characters.`];
  const wrong = domains.filter((domain) => !isEmail(`a@${domain}`));
  if (domains.length === 0) fields.domains = [texts.required];
  else if (domains.length > mostDomains) fields.domains = [`Enter at most ${mostDomains} domains.`];
  else if (wrong.length > 0)
    fields.domains = [`${wrong[0]} is not a domain. Enter one on each line, for example example.com.`];
  return fields;
}

/** Where a person signs in; null with a password, as the local admin does. */
export const signOnOf = (
  { singleSignOn: settings }: { singleSignOn?: SingleSignOn | undefined },
  user: string,
): SingleSignOn | null => (settings && settings.localAdmin !== user ? settings : null);
