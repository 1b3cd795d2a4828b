import type { Recorded } from '#events/catalogue.ts';
import { addresses } from '#app/kit/addresses.ts';
import type { Email } from '#app/kit/email/email.ts';
import { dateAndTime, withCode } from './account.ts';
import { issuedCode } from './account-facts.ts';
import { doerOf, skip, type Skip, type TemplateInput } from '#app/kit/email/template.ts';

const changing = ['EmailChangeRequested', 'EmailChangeCancelled', 'EmailChanged'] as const;
const addressesOf = (event: Recorded) =>
  changing.some((type) => type === event.type) ? (event as Extract<Recorded, { type: Changing }>).data : null;
type Changing = (typeof changing)[number];

export const oldAddress = (event: Recorded): string | null => addressesOf(event)?.old ?? null;
export const newAddress = (event: Recorded): string | null => addressesOf(event)?.new ?? null;

const nameOf = (event: Recorded): string => doerOf(event, 'An administrator');

/** To the new address: the code that confirms it. */
export async function changeCodeEmail(input: TemplateInput): Promise<Email | Skip> {
  const { event, context } = input;
  if (event?.type !== 'EmailChangeRequested') return skip('the event asks for no other address');
  const issued = await issuedCode(input, 'change-email', event.data.codeExpiresAt);
  if ('skip' in issued) return issued;
  return {
    subject: `Confirm your new email address for ${context.organisation}`,
    heading: `${context.to.firstName}, confirm your new email address`,
    paragraphs: [
      `${nameOf(event)} asked to change the address of your account at ${context.organisation} from ` +
        `${event.data.old} to this one. Enter the code to confirm it. Until then you sign in with ${event.data.old}.`,
      ...(event.actor.kind === 'service_account'
        ? ['A program entered it. If your account is active, sign in with the present address before you confirm.']
        : []),
    ],
    because: `${nameOf(event)} entered it as the new address of an account`,
    unexpected: 'If you did not expect it, ignore this email: nothing changes without the code.',
    ...withCode(context, issued, 'change-email'),
  };
}

/** To the present address: another one was asked for. */
export function changeRequestedEmail({ event, context, recipient }: TemplateInput): Email | Skip {
  if (event?.type !== 'EmailChangeRequested') return skip('the event asks for no other address');
  const { organisation, publicUrl, to } = context;
  return {
    subject: `A new email address was entered for your account at ${organisation}`,
    preview: `${nameOf(event)} entered ${event.data.new}.`,
    heading: `${to.firstName}, a new email address was entered for your account`,
    paragraphs: [
      `${nameOf(event)} asked to change the address of your account at ${organisation} from ${to.email} to ` +
        `${event.data.new} on ${dateAndTime(event.recordedAt)}. It counts once it is confirmed with the code that ` +
        'was sent there.',
      'If this is wrong, cancel it, because your address is part of your signature.',
    ],
    action: { label: 'Cancel the change', url: `${publicUrl}${addresses.cancelEmailChange(recipient.uid)}` },
    because: 'the address of your account is to change',
  };
}

/** To the present address: it stays. */
export function changeCancelledEmail({ event, context }: TemplateInput): Email | Skip {
  if (event?.type !== 'EmailChangeCancelled') return skip('the event cancels no other address');
  const { organisation, publicUrl, to } = context;
  const { old, new: given } = event.data;
  return {
    subject: `The new email address for your account at ${organisation} was cancelled`,
    preview: `Your address stays ${old}.`,
    heading: `${to.firstName}, your email address stays as it is`,
    paragraphs: [
      `${nameOf(event)} cancelled the change of the address of your account at ${organisation} to ${given} on ` +
        `${dateAndTime(event.recordedAt)}. The code that was sent there no longer works. Your address stays ${old}.`,
      'If you still want the new address, ask your administrator to enter it again.',
    ],
    action: { label: 'Sign in', url: `${publicUrl}/` },
    because: 'the change of the address of your account was cancelled',
  };
}

/** To the address before and to the new one: the change is done. */
export function changedEmail({ event, context }: TemplateInput): Email | Skip {
  if (event?.type !== 'EmailChanged') return skip('the event changes no address');
  const { organisation, publicUrl, to } = context;
  const { old, new: confirmed } = event.data;
  return {
    subject: `The email address of your account at ${organisation} was changed`,
    preview: `From ${old} to ${confirmed}.`,
    heading: `${to.firstName}, your email address was changed`,
    paragraphs: [
      `The address of your account at ${organisation} was changed from ${old} to ${confirmed} on ` +
        `${dateAndTime(event.recordedAt)}. Sign in and sign with ${confirmed} from now on. Your password is the ` +
        'same, and earlier signatures keep what they recorded.',
      'If you did not do this, contact your administrator, because your address is part of your signature.',
    ],
    action: { label: 'Sign in', url: `${publicUrl}/` },
    because: 'the address of your account was changed',
  };
}
