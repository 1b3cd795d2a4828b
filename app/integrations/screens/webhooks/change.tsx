import { useForm } from '@conform-to/react';
import type { MetaArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { addresses } from '#app/kit/addresses.ts';
import { commandAction, uidParams } from '#app/kit/screen/screen.ts';
import { changeWebhook } from '#app/integrations/commands/webhooks/manage.ts';
import { WebhookFields, webhookLabels } from '#app/integrations/screens/webhooks/webhook-fields.tsx';
import { webhookSchema } from '#app/integrations/forms.ts';
import { webhookLoader } from '#app/integrations/screens/webhooks/webhook-loader.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { ReasonField, type WithReason } from '#app/ui/field/field.tsx';
import { Form, SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { BackLink, Page, PageHead, pageTitle, Section, SectionFoot } from '#app/ui/page/page.tsx';
import { failed } from '#app/kit/words/refusals.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Change webhook', data?.webhook.url);

export const loader = webhookLoader;

export const action = commandAction({
  access: 'webhook.manage',
  params: uidParams,
  command: changeWebhook,
  form: webhookSchema,
  input: ({ page }) => ({ webhook: page.params.uid }),
  failed: failed.changeWebhook,
  done: ({ page }) => [addresses.webhook(page.params.uid), 'The webhook is saved.'],
});

/** Changes where a webhook goes, or of what it tells. */
export default function ChangeWebhook() {
  const { webhook, commandId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { uid, url, kinds, streamVersion } = webhook;
  const [form, fields] = useForm<z.input<typeof webhookSchema> & WithReason>({
    id: 'webhook',
    lastResult: useLastResult(answer?.lastResult),
    defaultValue: { url, kinds: [...kinds] },
  });
  return (
    <Page>
      <BackLink to={addresses.webhook(uid)}>Webhook</BackLink>
      <PageHead title="Change webhook" />
      <Form form={form} commandId={commandId} expectedVersion={streamVersion} labels={webhookLabels} layout="bare">
        <WebhookFields fields={fields} />
        <Section id="why" title="Change" narrow>
          <ReasonField field={fields.reason} />
        </Section>
        <SectionFoot label="Save" sentence="What is not yet sent goes to the new address.">
          <LinkButton to={addresses.webhook(uid)}>Cancel</LinkButton>
          <SubmitButton pendingLabel="Saving…">Save</SubmitButton>
        </SectionFoot>
      </Form>
    </Page>
  );
}
