import type { Recorded } from '#events/catalogue.ts';
import type { Email } from '#app/kit/email/email.ts';
import { dateAndTime } from '#app/sign-in/emails/account.ts';
import { addresses } from '#app/kit/addresses.ts';
import { sentence } from '#app/ui/text/sentence.ts';
import { sentenceCase } from '#app/kit/words/phrases.ts';
import { doerOf, skip, type Skip, type TemplateInput } from '#app/kit/email/template.ts';

/** What happened to the person's second factor, and what to do where it was not they. */
function happened(event: Recorded | null): { subject: string; what: string; page: string } | null {
  switch (event?.type) {
    case 'AuthenticatorEnrolled':
      return event.data.kind === 'totp'
        ? {
            subject: 'A second factor was set up',
            what: 'an authenticator app was set up as your second factor',
            page: addresses.secondFactor(),
          }
        : {
            subject: 'A passkey was added',
            what: `the passkey ${event.data.model} was added to your account`,
            page: addresses.secondFactor(),
          };
    case 'AuthenticatorRevoked':
      return event.data.because === 'reset_by_admin'
        ? {
            subject: 'Your second factor was reset',
            what: `${doerOf(event, 'An administrator')} reset your second factor and ended your sessions`,
            page: addresses.signIn(),
          }
        : {
            subject: event.data.kind === 'totp' ? 'Your second factor was removed' : 'A passkey was removed',
            what:
              event.data.kind === 'totp'
                ? 'your authenticator app was removed from your account'
                : 'a passkey was removed from your account',
            page: addresses.secondFactor(),
          };
    case 'UserSignedIn':
      return event.data.method === 'password_and_recovery_code'
        ? {
            subject: 'A recovery code was used',
            what: 'somebody signed in with your password and one of your recovery codes',
            page: addresses.secondFactor(),
          }
        : null;
    default:
      return null;
  }
}

/** To the owner of a second factor that was set up, removed or reset, and after the use of a recovery code. */
export function secondFactorEmail({ event, context }: TemplateInput): Email | Skip {
  const facts = happened(event);
  if (!event || !facts) return skip('the event changes no second factor');
  const { organisation, publicUrl, to } = context;
  const { subject, what, page } = facts;
  return {
    subject: `${subject}: ${organisation}`,
    preview: sentenceCase(sentence(what)),
    heading: `${to.firstName}, ${subject.charAt(0).toLowerCase()}${subject.slice(1)}`,
    paragraphs: [
      sentence(`On ${dateAndTime(event.recordedAt)}, ${what}, at ${organisation}`),
      'If you did this or asked for it, there is nothing to do. If not, set a new password now and contact your ' +
        'administrator, because your password and your second factor are your signature.',
    ],
    action: { label: 'Open Imprimatur', url: `${publicUrl}${page}` },
    because: 'the second factor of your account was changed or used',
  };
}
