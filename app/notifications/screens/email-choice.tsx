import { useForm } from '@conform-to/react';
import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { texts } from '#events/texts.ts';
import { addresses } from '#app/kit/addresses.ts';
import { emailDeliveries } from '#app/notifications/preferences/email-delivery.ts';
import { saveEmailChoice } from '#app/notifications/preferences/notifications.ts';
import { ownEmailChoice } from '#app/notifications/queries/notifications.ts';
import { morningHour } from '#app/notifications/queries/reminders-digest-moment.ts';
import { readForm, redirectTo, screenAction, screenLoader } from '#app/kit/screen/screen.ts';
import { Choices } from '#app/ui/choices/choices.tsx';
import { Form, SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { AccountPage } from '#app/ui/page/account-page.tsx';
import { Actions } from '#app/ui/page/page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta: MetaFunction = () => [{ title: 'Email notifications - Imprimatur' }];

export const loader = screenLoader({
  access: 'signed-in',
  load: async ({ ask, viewer }) => ({
    emails: await ask(ownEmailChoice, {}),
    morning: `${String(morningHour).padStart(2, '0')}:00 (${viewer.settings.timeZone})`,
  }),
});

const schema = z.object({ emails: z.enum(emailDeliveries, { error: texts.required }) });

export const action = screenAction({
  access: 'signed-in',
  async act(page) {
    const form = await readForm(page, schema);
    if (!form.ok) return form.showAgain();
    await saveEmailChoice(page.ports.database, page.viewer, form.values.emails);
    return redirectTo(page, addresses.emailChoice(), 'Your choice is saved.');
  },
});

/** When a person wants emails about what is not assigned to them. */
export default function EmailChoice() {
  const { emails, morning } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<z.input<typeof schema>>({
    id: 'email-choice',
    lastResult: useLastResult(answer?.lastResult),
    defaultValue: { emails },
  });
  return (
    <AccountPage current="/dashboard/notifications/emails" title="Email notifications">
      <div className="narrow">
        <Form form={form} labels={{ emails: 'Emails about news' }}>
          <p>
            Approvals and training that are assigned to you, reminders, rejections, reviews and changes of owner always
            come at once. You choose about the other news: all approvers have signed, your document is effective,
            somebody asks for a change of it, and comments in a review.
          </p>
          <Choices
            single
            field={fields.emails}
            legend="Emails about news"
            choices={[
              { value: 'at_once', label: 'At once' },
              { value: 'daily', label: `Once a day, at ${morning}` },
              { value: 'off', label: 'Off, except what is assigned to me' },
            ]}
          />
          <Actions>
            <SubmitButton>Save</SubmitButton>
          </Actions>
        </Form>
      </div>
    </AccountPage>
  );
}
