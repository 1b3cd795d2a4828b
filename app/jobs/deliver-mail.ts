import { compose, mailbox } from '#app/mail/compose.ts';
import { readRecipient } from '#app/mail/recipient.ts';
import { sendOnce, wasSent } from '#app/mail/send-once.ts';
import { letterRequest, writeLetter, type LetterRequest } from '#app/mail/write-letter.ts';
import { eventAt } from '#app/mail/ledger-facts.ts';
import type { Task } from '#app/jobs/task.ts';

/** Names one letter in its organisation: the event, the kind of letter, the person. */
export const letterKey = ({ position, template, to }: LetterRequest): string => `${position}/${template}/${to}`;

/** Writes and sends one letter, once. */
export const deliverMail: Task<LetterRequest> = {
  name: 'deliver-mail',
  payload: letterRequest,
  async run(request, ports) {
    const { org, to, template, position } = request;
    const key = letterKey(request);
    const log = ports.log.child({ org, mail: template, position, to });
    if (await wasSent(ports.database, org, key)) return;
    const recipient = await readRecipient(ports.database, org, to);
    if (!recipient) return log.warn('no e-mail: the recipient is not there');
    const context = {
      publicUrl: ports.config.publicUrl,
      organisation: recipient.organisation,
      timeZone: recipient.timeZone,
      to: { firstName: recipient.firstName, email: recipient.email },
      now: ports.now(),
    };
    const event = await eventAt(ports.ledger, org, position);
    const written = await writeLetter({ ports, request, key, event, recipient, context });
    if ('skip' in written) return log.info({ because: written.skip }, 'no e-mail is needed any more');
    const message = await compose(written.letter, context, {
      from: mailbox(ports.config.mailFrom),
      toName: recipient.fullName,
      key: `${org}/${key}`,
    });
    const outcome = await sendOnce(ports, { org, key, template, message });
    log.info({ messageId: message.messageId }, outcome === 'sent' ? 'e-mail sent' : 'the e-mail had been sent');
  },
};
