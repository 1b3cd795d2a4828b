import { useForm } from '@conform-to/react';
import type { MetaArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { addresses } from '#app/addresses.ts';
import { enableWebhook } from '#app/commands/webhook/manage.ts';
import { getWebhook } from '#app/queries/webhook/list.ts';
import { readForm, redirectTo } from '#app/server/screen/form.ts';
import { uidParams } from '#app/server/screen/route-input.ts';
import { screenAction, screenLoader } from '#app/server/screen/screen.ts';
import { DialogBody, DialogFoot, DialogPage } from '#app/ui/dialog/dialog.tsx';
import { ReasonField, type WithReason } from '#app/ui/field/reason-field.tsx';
import { Form } from '#app/ui/form/form.tsx';
import { useLastResult } from '#app/ui/form/saved-form.ts';
import { SubmitButton } from '#app/ui/form/submit-button.tsx';
import { Page } from '#app/ui/page/page.tsx';
import { pageTitle } from '#app/ui/text/page-title.ts';
import { failed } from '#app/wording/refusals.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/server/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Turn on webhook', data?.webhook.url);

export const loader = screenLoader({
  access: 'webhook.manage',
  params: uidParams,
  load: async ({ ask, params, ports }) => ({
    webhook: await ask(getWebhook, { webhook: params.uid }),
    commandId: ports.newId(),
  }),
});

export const action = screenAction({
  access: 'webhook.manage',
  params: uidParams,
  async act(page) {
    const { uid } = page.params;
    const form = await readForm(page, z.object({}), { command: enableWebhook });
    if (!form.ok) return form.again();
    const result = await form.run(enableWebhook, { ...form.values, webhook: uid });
    if (!result.ok) return form.refused(result.failure, failed.enableWebhook);
    return redirectTo(page, addresses.webhook(uid), 'The webhook is turned on.');
  },
});

/** Turns a webhook on again. */
export default function EnableWebhook() {
  const { webhook, commandId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<WithReason>({ id: 'enable', lastResult: useLastResult(answer?.lastResult) });
  return (
    <Page>
      <DialogPage title="Turn on webhook" back={addresses.webhook(webhook.uid)}>
        <Form form={form} commandId={commandId} layout="bare">
          <DialogBody>
            <p className="webhook-url">{webhook.url}</p>
            <p>It is first sent everything since the first failure, in order.</p>
            <ReasonField field={fields.reason} />
          </DialogBody>
          <DialogFoot>
            <SubmitButton pendingLabel="Turning on…">Turn on webhook</SubmitButton>
          </DialogFoot>
        </Form>
      </DialogPage>
    </Page>
  );
}
