import type { Ports } from '#app/ports.ts';
import { compose, mailbox } from './compose.ts';
import type { Letter, LetterContext } from './email.ts';
import { readRecipient, type Recipient } from './recipient.ts';
import { isSettled, sendOnce } from './send-once.ts';

/** A letter, or why none is sent any more. */
export type Written = { letter: Letter } | { skip: string };

/** Names a letter: to whom in which organisation, of which kind, and a key that is unique in the organisation. */
export interface Envelope {
  org: string;
  to: string;
  template: string;
  key: string;
  /** Ends the wait for the mail server: the letter is left for another try. */
  giveUp?: AbortSignal;
}

/** Writes a letter from what is known at this moment, and sends it once however often it is asked to. */
export async function deliver(
  ports: Ports,
  { org, to, template, key, giveUp }: Envelope,
  write: (desk: { recipient: Recipient; context: LetterContext }) => Promise<Written>,
): Promise<void> {
  const log = ports.log.child({ org, mail: template, key, to });
  if (await isSettled(ports.database, org, key)) return;
  const recipient = await readRecipient(ports.database, org, to);
  if (!recipient) return log.warn('no e-mail: the recipient is not there');
  const context: LetterContext = {
    publicUrl: ports.config.publicUrl,
    organisation: recipient.organisation,
    timeZone: recipient.timeZone,
    to: { firstName: recipient.firstName, email: recipient.email },
    now: ports.now(),
  };
  const written = await write({ recipient, context });
  if ('skip' in written) return log.info({ because: written.skip }, 'no e-mail is needed any more');
  const message = await compose(written.letter, context, {
    from: mailbox(ports.config.mailFrom),
    toName: recipient.fullName,
    key: `${org}/${key}`,
  });
  const outcome = await sendOnce(ports, { org, key, template, to, message, giveUp });
  const { messageId } = message;
  if (outcome instanceof Error) log.error({ messageId, refusal: outcome.message }, 'an e-mail was refused for good');
  else log.info({ messageId }, outcome === 'sent' ? 'e-mail sent' : 'the e-mail was settled before');
}
