import { z } from 'zod';
import {
  changeWebhook,
  enableWebhook,
  registerWebhook,
  removeWebhook,
  rotateWebhook,
} from '#app/integrations/commands/webhooks/manage.ts';
import { sendDeliveryAgain, skipDelivery, testWebhook } from '#app/integrations/commands/webhooks/send.ts';
import { webhookUrl } from '#app/kit/call/fields.ts';
import { delivery, kinds, toDelivery, toWebhook, webhook } from '#app/integrations/calls/webhook-entity.ts';
import { partOf } from '#app/kit/call/paging.ts';
import { byUid, uid } from '#app/kit/call/parameters.ts';
import { getWebhook, listDeliveries, listWebhooks } from '#app/integrations/queries/webhooks/list.ts';
import { askFor, reads, runs, type Answer, type Call } from '#app/kit/call/endpoint.ts';

const tag = 'Webhooks';
const body = z.object({ url: webhookUrl, kinds });
const secret = z
  .string()
  .meta({ pattern: '^whsec_[A-Za-z0-9+/]+=*$', examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='] })
  .describe('Signs each message (standard-webhooks). It is shown this once.');

async function webhookAnswer(
  named: string,
  call: Pick<Call, 'ports' | 'viewer' | 'now'>,
): Promise<Answer<z.input<typeof webhook>>> {
  const { streamVersion, ...found } = await askFor(call, getWebhook, { webhook: named });
  return { data: toWebhook(found), version: streamVersion };
}

const secretOf = ({ ports, viewer }: Call, issued: { webhook: string; secret: string }): string =>
  ports.webhooks.secretOf({ org: viewer?.org ?? '', ...issued });

export const getWebhooks = reads({
  method: 'GET',
  path: '/api/webhooks',
  operation: 'listWebhooks',
  tag,
  summary: 'The webhooks of the organisation, the oldest first',
  list: true,
  data: z.array(webhook),
  asks: listWebhooks,
  input: () => ({}),
  answer: (rows, { page }) => {
    const { data, next } = partOf(rows, page, (row) => row.uid);
    return { data: data.map(toWebhook), next };
  },
});

export const postWebhook = runs({
  method: 'POST',
  path: '/api/webhooks',
  operation: 'registerWebhook',
  tag,
  summary: 'Register a webhook',
  description:
    'Each message is a POST of JSON with `id`, `kind`, `time`, `organisation`, `position` and `uids`, without ' +
    'names and content, signed as standardwebhooks.com describes. Answer 2xx within 10 seconds. Messages come in ' +
    'order, each at least once; a failed one is tried again for three days, then the webhook is turned off. 410 ' +
    'turns it off at once.',
  body,
  data: webhook.extend({ secret }),
  status: 201,
  secret: true,
  refusals: ['webhooks_too_many'],
  command: registerWebhook,
  input: ({ body: sent }) => sent,
  answer: async (issued, call) => {
    const { data } = await webhookAnswer(issued.webhook, call);
    return {
      data: { ...data, secret: secretOf(call, issued) },
      uid: issued.webhook,
      location: `/api/webhooks/${issued.webhook}`,
    };
  },
});

export const getOneWebhook = reads({
  method: 'GET',
  path: '/api/webhooks/{uid}',
  operation: 'getWebhook',
  tag,
  summary: 'One webhook',
  params: byUid,
  data: webhook,
  versioned: true,
  asks: getWebhook,
  input: ({ params }) => ({ webhook: params.uid }),
  answer: ({ streamVersion, ...found }) => ({ data: toWebhook(found), version: streamVersion }),
});

export const putWebhook = runs({
  method: 'PUT',
  path: '/api/webhooks/{uid}',
  operation: 'changeWebhook',
  tag,
  summary: 'Change where a webhook goes, or of what it tells',
  params: byUid,
  body,
  data: webhook,
  versioned: true,
  refusals: ['webhook_removed'],
  command: changeWebhook,
  input: ({ params, body: sent, expectedVersion }) => ({ ...sent, webhook: params.uid, expectedVersion }),
  answer: ({ webhook: named }, call) => webhookAnswer(named, call),
});

export const postRotate = runs({
  method: 'POST',
  path: '/api/webhooks/{uid}/rotate',
  operation: 'rotateWebhookSecret',
  tag,
  summary: 'Give a webhook another secret',
  description: 'For 24 hours each message is signed with both secrets, then with the new one alone.',
  params: byUid,
  data: z.object({ secret }),
  secret: true,
  refusals: ['webhook_removed'],
  command: rotateWebhook,
  input: ({ params }) => ({ webhook: params.uid }),
  answer: (issued, call) => ({ data: { secret: secretOf(call, issued) } }),
});

export const postEnable = runs({
  method: 'POST',
  path: '/api/webhooks/{uid}/enable',
  operation: 'enableWebhook',
  tag,
  summary: 'Turn a webhook on again',
  description: 'It is first sent everything since the first failure, in order.',
  params: byUid,
  data: webhook,
  refusals: ['webhook_removed'],
  command: enableWebhook,
  input: ({ params }) => ({ webhook: params.uid }),
  answer: async ({ webhook: named }, call) => ({ data: (await webhookAnswer(named, call)).data }),
});

export const deleteWebhook = runs({
  method: 'DELETE',
  path: '/api/webhooks/{uid}',
  operation: 'removeWebhook',
  tag,
  summary: 'Remove a webhook',
  params: byUid,
  data: z.null(),
  refusals: ['webhook_removed'],
  command: removeWebhook,
  input: ({ params }) => ({ webhook: params.uid }),
  answer: () => ({ data: null }),
});

export const postTest = runs({
  method: 'POST',
  path: '/api/webhooks/{uid}/test',
  operation: 'testWebhook',
  tag,
  summary: 'Send a message of the kind `test`, once',
  params: byUid,
  data: z.object({ uid: z.uuid().describe('Of the delivery.') }),
  command: testWebhook,
  input: ({ params }) => ({ webhook: params.uid }),
  answer: ({ delivery: sent }) => ({ data: { uid: sent } }),
});

export const getDeliveries = reads({
  method: 'GET',
  path: '/api/webhooks/{uid}/deliveries',
  operation: 'listWebhookDeliveries',
  tag,
  summary: 'What was sent to a webhook in the last 30 days, the latest first',
  description: 'Without `limit` the answer has 50 entries.',
  params: byUid,
  list: true,
  data: z.array(delivery),
  fields: { before: 'cursor' },
  asks: listDeliveries,
  input: ({ params, page }) => ({ webhook: params.uid, before: page.cursor, limit: page.limit }),
  answer: ({ deliveries, older }) => ({ data: deliveries.map(toDelivery), next: older }),
});

export const postSendAgain = runs({
  method: 'POST',
  path: '/api/webhooks/{uid}/deliveries/{delivery}/send-again',
  operation: 'sendWebhookAgain',
  tag,
  summary: 'Send a delivery again, with the same id',
  description: 'One attempt, also where the webhook is turned off. What still waits keeps waiting if it fails.',
  params: byUid.extend({ delivery: uid }),
  data: z.null(),
  command: sendDeliveryAgain,
  input: ({ params }) => ({ webhook: params.uid, delivery: params.delivery }),
  answer: () => ({ data: null }),
});

export const postSkip = runs({
  method: 'POST',
  path: '/api/webhooks/{uid}/deliveries/{delivery}/skip',
  operation: 'skipWebhookDelivery',
  tag,
  summary: 'Skip a delivery that waits to be sent',
  description: 'Those after it are sent next. The audit trail names the delivery and the reason.',
  params: byUid.extend({ delivery: uid }),
  data: z.null(),
  refusals: ['webhook_removed', 'webhook_delivery_sent'],
  command: skipDelivery,
  input: ({ params }) => ({ webhook: params.uid, delivery: params.delivery }),
  answer: () => ({ data: null }),
});
