import { limits } from '#events/limits.ts';
import { hasControlCharacters } from '#events/text.ts';

/** The form in which an address is stored and compared: trimmed and lower-cased. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase();

/**
 * True where an address (normalised) keeps the specification's limits: 254 in all, 64 before the @, a domain with a dot
 * whose labels have 1 to 63 characters. No dot stands first, last or beside another, and no label begins or ends with a
 * hyphen (RFC 5321 section 4.1.2). Only a message to it shows whether it exists.
 */
export function isEmail(email: string): boolean {
  const at = email.lastIndexOf('@');
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)];
  const labels = domain.split('.');
  return (
    at > 0 &&
    email.length <= limits.email &&
    local.length <= limits.emailLocalPart &&
    !/[\s@<>(),;:"[\]\\]/.test(local + domain) &&
    !hasControlCharacters(email) &&
    // What comes with an address that is pasted, and no one sees.
    !/\p{DI}/u.test(email) &&
    !/^\.|\.\.|\.$/.test(local) &&
    labels.length > 1 &&
    labels.every((label) => /^(?!-).+(?<!-)$/u.test(label) && label.length <= limits.emailDomainLabel)
  );
}

/** The same for a new person. A mail server reads full-width forms as the same mailbox, the sign-in does not. */
export const isNewEmail = (email: string): boolean => isEmail(email) && email === email.normalize('NFKC');
