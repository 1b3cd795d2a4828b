import { data as reply, type MetaArgs } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { z } from 'zod';
import { rotateWebhook } from '#app/integrations/commands/webhooks/manage.ts';
import { IssuedSecret } from '#app/integrations/screens/webhooks/issued-secret.tsx';
import { WebhookAct } from '#app/integrations/screens/webhooks/webhook-act.tsx';
import { webhookLoader } from '#app/integrations/screens/webhooks/webhook-loader.ts';
import { readForm, screenAction, uidParams } from '#app/kit/screen/screen.ts';
import { SubmitButton } from '#app/ui/form/form.tsx';
import { pageTitle } from '#app/ui/page/page.tsx';
import { failed } from '#app/kit/words/refusals.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Rotate secret', data?.webhook.url);

export const loader = webhookLoader;

export const action = screenAction({
  access: 'webhook.manage',
  params: uidParams,
  async act(page) {
    const { uid } = page.params;
    const form = await readForm(page, z.object({}), { command: rotateWebhook });
    if (!form.ok) return form.showAgain({ issued: null });
    const result = await form.run(rotateWebhook, { ...form.values, webhook: uid });
    if (!result.ok) return form.refused(result.failure, failed.rotateWebhook, { issued: null });
    const secret = page.ports.webhooks.secretOf({ org: page.viewer.org, ...result.value });
    return reply({ lastResult: undefined, problem: null, issued: { webhook: uid, secret } });
  },
});

/** Gives a webhook another secret; the answer shows it. */
export default function RotateSecret() {
  const answer = useActionData<typeof action>();
  if (answer?.issued) return <IssuedSecret {...answer.issued} />;
  return (
    <WebhookAct
      id="rotate"
      title="Rotate secret"
      button={<SubmitButton pendingLabel="Rotating…">Rotate secret</SubmitButton>}
    >
      The new secret is shown once, after this. For 24 hours each message is signed with both, then with the new one
      alone.
    </WebhookAct>
  );
}
