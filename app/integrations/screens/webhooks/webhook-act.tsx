import { useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { addresses } from '#app/kit/addresses.ts';
import type { webhookLoader } from '#app/integrations/screens/webhooks/webhook-loader.ts';
import { ReasonPage } from '#app/ui/dialog/reason-page.tsx';

interface WebhookActProps {
  /** Of the form. */
  id: string;
  title: string;
  /** A reason is required whatever the organisation's controls say. */
  always?: boolean;
  button: ReactNode;
  /** What will happen. */
  children: ReactNode;
}

/** The page of an act on a webhook that asks for nothing but a reason. Its route has `webhookLoader`. */
export function WebhookAct({ children, ...act }: WebhookActProps) {
  const { webhook, commandId } = useLoaderData<typeof webhookLoader>();
  return (
    <ReasonPage {...act} back={addresses.webhook(webhook.uid)} commandId={commandId}>
      <p className="long-word">{webhook.url}</p>
      <p>{children}</p>
    </ReasonPage>
  );
}
