import { useForm } from '@conform-to/react';
import { data as reply, type MetaArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { addresses } from '#app/addresses.ts';
import { rotateWebhook } from '#app/commands/webhook/manage.ts';
import { getWebhook } from '#app/queries/webhook/list.ts';
import { IssuedSecret } from '#app/screens/webhooks/issued-secret.tsx';
import { readForm } from '#app/server/screen/form.ts';
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

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Rotate secret', data?.webhook.url);

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
    const form = await readForm(page, z.object({}), { command: rotateWebhook });
    if (!form.ok) return form.again({ issued: null });
    const result = await form.run(rotateWebhook, { ...form.values, webhook: uid });
    if (!result.ok) return form.refused(result.failure, failed.rotateWebhook, { issued: null });
    const secret = page.ports.webhooks.secretOf({ org: page.viewer.org, ...result.value });
    return reply({ lastResult: undefined, problem: null, issued: { webhook: uid, secret } });
  },
});

/** Gives a webhook another secret; the answer shows it. */
export default function RotateSecret() {
  const { webhook, commandId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<WithReason>({ id: 'rotate', lastResult: useLastResult(answer?.lastResult) });
  if (answer?.issued) return <IssuedSecret {...answer.issued} />;
  return (
    <Page>
      <DialogPage title="Rotate secret" back={addresses.webhook(webhook.uid)}>
        <Form form={form} commandId={commandId} layout="bare">
          <DialogBody>
            <p className="webhook-url">{webhook.url}</p>
            <p>
              The new secret is shown once, after this. For 24 hours each message is signed with both, then with the new
              one alone.
            </p>
            <ReasonField field={fields.reason} />
          </DialogBody>
          <DialogFoot>
            <SubmitButton pendingLabel="Rotating…">Rotate secret</SubmitButton>
          </DialogFoot>
        </Form>
      </DialogPage>
    </Page>
  );
}
