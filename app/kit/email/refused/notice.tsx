import { useLocation } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import type { RefusedEmail } from '#app/kit/email/refused/list.ts';
import { sentenceCase } from '#app/kit/words/phrases.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Form, SubmitButton } from '#app/ui/form/form.tsx';
import { Notice } from '#app/ui/notice/notice.tsx';
import { showMoment } from '#app/ui/text/date.ts';
import { sentence } from '#app/ui/text/sentence.ts';

/** `name`: what the email is called in a sentence. */
export type RefusedEmailView = RefusedEmail & { name: string; commandId: string };

/** Emails that the receiving server refused for good: its words, and a button that sends each again. */
export function RefusedEmails({ emails }: { emails: readonly RefusedEmailView[] }) {
  return emails.map((email) => (
    <Notice key={email.key} kind="wait" icon="mail">
      <p>
        {sentence(`${sentenceCase(email.name)} could not be delivered to ${email.to.name}`)}{' '}
        {email.address === null ? 'It was refused' : `The mail server of ${email.address} refused it`} on{' '}
        <time dateTime={email.refusedAt}>{showMoment(email.refusedAt)}</time> and said:
      </p>
      <p className="record">{email.refusal}</p>
      <SendAgain email={email} />
    </Notice>
  ));
}

function SendAgain({ email: { key, name, to, again, commandId } }: { email: RefusedEmailView }) {
  const { pathname, search } = useLocation();
  const about = `${name} to ${to.name}`;
  if (again === 'invitation')
    return (
      <p>
        <LinkButton to={addresses.resendInvitation(to.uid)} size="small" about={about}>
          Send again
        </LinkButton>
      </p>
    );
  if (again === 'address')
    return (
      <p>
        <LinkButton to={addresses.changeUserEmail(to.uid)} size="small" about={about}>
          Send again
        </LinkButton>
      </p>
    );
  if (again === null) return <p>The person can ask for a new one.</p>;
  return (
    <Form
      id={`again-${key.replace(/[^\w-]/g, '-')}`}
      commandId={commandId}
      action={addresses.sendEmailAgain()}
      layout="bare"
    >
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="returnTo" value={pathname + search} />
      <p>
        <SubmitButton kind="outline" size="small" about={about} pendingLabel="Sending…">
          Send again
        </SubmitButton>
      </p>
    </Form>
  );
}
