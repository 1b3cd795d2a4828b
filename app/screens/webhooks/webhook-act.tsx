import { useForm } from '@conform-to/react';
import { useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { addresses } from '#app/addresses.ts';
import type { webhookLoader } from '#app/screens/webhooks/webhook-loader.ts';
import { FormDialogPage } from '#app/ui/dialog/form-dialog-page.tsx';
import { ReasonField, type WithReason } from '#app/ui/field/reason-field.tsx';
import { useLastResult } from '#app/ui/form/saved-form.ts';

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
    <FormDialogPage
      title={title}
      back={addresses.webhook(webhook.uid)}
      form={form}
      commandId={commandId}
      button={button}
    >
      <p className="webhook-url">{webhook.url}</p>
      <p>{children}</p>
      <ReasonField field={fields.reason} always={always} />
    </FormDialogPage>
  );
}
