import { useForm } from '@conform-to/react';
import { data, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { addresses } from '#app/kit/addresses.ts';
import { registerWebhook } from '#app/integrations/commands/webhooks/manage.ts';
import { IssuedSecret } from '#app/integrations/screens/webhooks/issued-secret.tsx';
import { WebhookFields, webhookLabels } from '#app/integrations/screens/webhooks/webhook-fields.tsx';
import { webhookSchema } from '#app/integrations/forms.ts';
import { readForm, screenAction, screenLoader } from '#app/kit/screen/screen.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Form, SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { BackLink, Page, PageHead, SectionFoot } from '#app/ui/page/page.tsx';
import { failed } from '#app/kit/words/refusals.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta: MetaFunction = () => [{ title: 'Register webhook - Imprimatur' }];

export const loader = screenLoader({
  access: 'webhook.manage',
  load: ({ ports }) => Promise.resolve({ commandId: ports.newId() }),
});

export const action = screenAction({
  access: 'webhook.manage',
  async act(page) {
    const form = await readForm(page, webhookSchema, { command: registerWebhook });
    if (!form.ok) return form.showAgain({ issued: null });
    const result = await form.run(registerWebhook, form.values);
    if (!result.ok) return form.refused(result.failure, failed.registerWebhook, { issued: null });
    const { webhook } = result.value;
    const secret = page.ports.webhooks.secretOf({ org: page.viewer.org, ...result.value });
    return data({ lastResult: undefined, problem: null, issued: { webhook, secret } });
  },
});

/** Registers a webhook; the answer shows its secret. */
export default function RegisterWebhook() {
  const { commandId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<z.input<typeof webhookSchema>>({
    id: 'webhook',
    lastResult: useLastResult(answer?.lastResult),
  });
  if (answer?.issued) return <IssuedSecret {...answer.issued} />;
  return (
    <Page>
      <BackLink to={addresses.settingsApi()}>API</BackLink>
      <PageHead title="Register webhook" />
      <Form form={form} commandId={commandId} labels={webhookLabels} layout="bare">
        <WebhookFields fields={fields} />
        <SectionFoot label="Register" sentence="The secret is shown once, after this.">
          <LinkButton to={addresses.settingsApi()}>Cancel</LinkButton>
          <SubmitButton pendingLabel="Registering…">Register webhook</SubmitButton>
        </SectionFoot>
      </Form>
    </Page>
  );
}
