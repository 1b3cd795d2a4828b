import { addresses } from '#app/kit/addresses.ts';
import type { Email } from '#app/kit/email/email.ts';
import { disabledWords } from '#app/integrations/words/webhooks.ts';
import { skip, type Skip, type TemplateInput } from '#app/kit/email/template.ts';

/** To the person who answers for it and the admins: a webhook was turned off. */
export function webhookDisabledEmail({ event, context }: TemplateInput): Email | Skip {
  if (event?.type !== 'WebhookDisabled') return skip('the event turns no webhook off');
  const { webhook, url, because } = event.data;
  const { publicUrl, organisation } = context;
  const { host } = new URL(url);
  return {
    subject: `The webhook to ${host} was turned off`,
    preview: `${disabledWords[because]}.`,
    heading: `The webhook to ${host} was turned off`,
    paragraphs: [
      `${disabledWords[because]}: ${url}.`,
      'Nothing is lost. Once the webhook is turned on again, it is sent everything since the first failure, in order.',
    ],
    action: { label: 'Open the webhook', url: `${publicUrl}${addresses.webhook(webhook)}` },
    because: `you registered the webhook, own the service account that did, or are an administrator of ${organisation}`,
  };
}
