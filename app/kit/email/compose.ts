import { createHash } from 'node:crypto';
import { showMoment } from '#app/ui/text/date.ts';
import { sentence } from '#app/ui/text/sentence.ts';
import type { Email, EmailContext } from './email.ts';
import { renderEmailText } from './email-text.ts';
import type { EmailMessage, Mailbox } from '#app/adapters/mail/port.ts';

const maxSubjectLength = 160;

/** Line breaks, other control characters and marks that change the text direction do not belong in a header. */
const notInHeaders = /[\p{Cc}\p{Zl}\p{Zp}‪-‮⁦-⁩]+/gu;

/** One line of text for a header, cut with an ellipsis where it is too long. */
export function headerText(text: string): string {
  const characters = [...text.replace(notInHeaders, ' ').replace(/\s+/g, ' ').trim()];
  if (characters.length <= maxSubjectLength) return characters.join('');
  return `${characters
    .slice(0, maxSubjectLength - 1)
    .join('')
    .trimEnd()}…`;
}

/** Parses MAIL_FROM: `Quality <quality@example.com>` or an address alone. */
export function mailbox(text: string): Mailbox {
  const [, name, address] = /^(.*)<([^<>]+)>$/.exec(text.trim()) ?? [null, '', text];
  return { name: (name ?? '').trim().replace(/^"(.*)"$/, '$1'), address: (address ?? text).trim() };
}

/** The same for every try to send the email of `key`, without revealing the key. */
export const messageIdOf = (key: string, from: Mailbox): string =>
  `<${createHash('sha256').update(key).digest('hex').slice(0, 40)}@${from.address.split('@').pop() ?? 'localhost'}>`;

/** Renders both parts of an email and its headers. `key` identifies it in the whole installation. */
export async function compose(
  email: Email,
  context: EmailContext,
  { from, toName, key }: { from: Mailbox; toName: string; key: string },
): Promise<EmailMessage> {
  // The renderer is large, so it is loaded with the first email and not at the start.
  const { renderEmailHtml } = await import('./email-html.tsx');
  const address = context.to.email;
  const because = sentence(`Sent to ${address} on ${showMoment(context.now)} because ${email.because}`);
  const footer = email.unexpected ? `${because} ${email.unexpected}` : because;
  return {
    from: { ...from, name: headerText(from.name) },
    to: { name: headerText(toName), address },
    subject: headerText(email.subject),
    html: renderEmailHtml(email, footer),
    text: renderEmailText(email, footer),
    messageId: messageIdOf(key, from),
    date: context.now,
  };
}
