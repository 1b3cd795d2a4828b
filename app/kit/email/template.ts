import type { Recorded } from '#events/catalogue.ts';
import type { UserStatus } from '#events/user/events.ts';
import type { Email, EmailContext } from '#app/kit/email/email.ts';
import type { Recipient } from '#app/kit/people/recipient.ts';
import type { Ports } from '#app/kit/ports.ts';

/** Why an email is not needed any more. */
export interface Skip {
  skip: string;
}

export const skip = (reason: string): Skip => ({ skip: reason });

/** Who did it, for an email: a person or a service account by name. */
export const doerOf = ({ actor }: Pick<Recorded, 'actor'>, otherwise: string): string =>
  actor.kind === 'user' || actor.kind === 'service_account' ? actor.name : otherwise;

export interface TemplateInput {
  ports: Ports;
  org: string;
  /** The email's key, for a code that stays the same in every try. */
  key: string;
  /** The event that the email follows; null for a reminder. */
  event: Recorded | null;
  /** The training records, approvals, documents or person of the email, as its job names them. */
  about: readonly string[] | undefined;
  recipient: Recipient;
  context: EmailContext;
}

/**
 * `account`: about the account alone. The others are also notifications: `assigned` and `required`, what rules.md
 * says is emailed, come at once; `news` as the person chose. `digest`: of notifications.
 */
type EmailKind = 'account' | 'assigned' | 'required' | 'news' | 'digest';

/** One kind of email. */
export interface Template {
  kind: EmailKind;
  /** The email is sent only while its recipient has one of these statuses. */
  status: UserStatus | readonly UserStatus[];
  /** Where it goes, if that is not the recipient's present address. */
  address?(event: Recorded): string | null;
  /** Reads the facts and writes the email, or says why none is needed. */
  write(input: TemplateInput): Email | Skip | Promise<Email | Skip>;
}
