import { useForm } from '@conform-to/react';
import { useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { addresses } from '#app/addresses.ts';
import type { webhookLoader } from '#app/screens/webhooks/webhook-loader.ts';
import { DialogBody, DialogFoot, DialogPage } from '#app/ui/dialog/dialog.tsx';
import { ReasonField, type WithReason } from '#app/ui/field/reason-field.tsx';
import { Form } from '#app/ui/form/form.tsx';
import { useLastResult } from '#app/ui/form/saved-form.ts';
import { Page } from '#app/ui/page/page.tsx';

interface WebhookActProps {
  /** Of the form. */
  id: string;
  title: string;
  lastResult: Parameters<typeof useLastResult>[0];
  /** A reason is required whatever the organisation's controls say. */
  always?: boolean;
  button: ReactNode;
  /** What will happen. */
  children: ReactNode;
}

/** The page of an act on a webhook that asks for nothing but a reason. Its route has `webhookLoader`. */
export function WebhookAct({ id, title, lastResult, always = false, button, children }: WebhookActProps) {
  const { webhook, commandId } = useLoaderData<typeof webhookLoader>();
  const [form, fields] = useForm<WithReason>({ id, lastResult: useLastResult(lastResult) });
  return (
    <Page>
      <DialogPage title={title} back={addresses.webhook(webhook.uid)}>
        <Form form={form} commandId={commandId} layout="bare">
          <DialogBody>
            <p className="webhook-url">{webhook.url}</p>
            <p>{children}</p>
            <ReasonField field={fields.reason} always={always} />
          </DialogBody>
          <DialogFoot>{button}</DialogFoot>
        </Form>
      </DialogPage>
    </Page>
  );
}
