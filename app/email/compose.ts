import { createHash } from 'node:crypto';
import { showMoment } from '#app/ui/text/date.ts';
import { sentence } from '#app/ui/text/sentence.ts';
import { letterText } from './email-text.ts';
import type { Letter, LetterContext } from './email.ts';
import type { Mailbox, MailMessage } from './port.ts';

/** Longest subject, in characters; what is longer is cut with an ellipsis. */
const longestSubject = 160;

/** Line breaks, other control signs, and marks that turn the direction of what follows: none belongs in a header. */
const unfit = /[\p{Cc}\p{Zl}\p{Zp}‪-‮⁦-⁩]+/gu;

/** One line of text, fit for a header. */
export function headerText(text: string, longest = longestSubject): string {
  const line = text.replace(unfit, ' ').replace(/\s+/g, ' ').trim();
  const signs = [...line];
  return signs.length > longest
    ? `${signs
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`
    : line;
}

/** `Quality <quality@example.com>` or an address alone, as MAIL_FROM has it. */
export function mailbox(text: string): Mailbox {
  const [, name, address] = /^(.*)<([^<>]+)>$/.exec(text.trim()) ?? [null, '', text];
  return { name: (name ?? '').trim().replace(/^"(.*)"$/, '$1'), address: (address ?? text).trim() };
}

/** The same for every try to send what `key` names (unique in the installation), and telling nothing about it. */
export const messageIdOf = (key: string, from: Mailbox): string =>
  `<${createHash('sha256').update(key).digest('hex').slice(0, 40)}@${from.address.split('@').pop() ?? 'localhost'}>`;

/** A letter as an e-mail with both its parts. `key` names it in the whole installation. */
export async function compose(
  letter: Letter,
  context: LetterContext,
  envelope: { from: Mailbox; toName: string; key: string },
): Promise<MailMessage> {
  // Loaded with the first e-mail: the renderer is large, and the start of the product needs none of it.
  const { letterHtml } = await import('./email-html.tsx');
  const { from, toName, key } = envelope;
  const address = context.to.email;
  const about = sentence(`Sent to ${address} on ${showMoment(context.now)} because ${letter.because}`);
  const sent = letter.unexpected ? `${about} ${letter.unexpected}` : about;
  return {
    from: { ...from, name: headerText(from.name) },
    to: { name: headerText(toName), address },
    subject: headerText(letter.subject),
    html: await letterHtml(letter, sent),
    text: letterText(letter, sent),
    messageId: messageIdOf(key, from),
    date: context.now,
  };
}
