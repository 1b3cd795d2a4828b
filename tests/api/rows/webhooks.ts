import type { Site } from '#tests/http/site.ts';
import { ours, theirs } from '#tests/http/chosen.ts';
import { registerOne, webhookUrl } from '#tests/support/programs/webhooks.ts';
import { get, type Sent } from '../client.ts';
import { badBodies, noToken, notThere, type Case, type Row } from '../matrix.ts';

const body = (more: object = {}) => ({ url: webhookUrl, kinds: ['document.effective'], ...more });

let one = { webhook: '', delivery: '' };
const uid = () => one.webhook;

/** Registers the webhook that the rows are about. */
export async function registerForRows(site: Site): Promise<void> {
  one = await registerOne(site);
}

type About = (site: Site, uid: string) => Sent;
const to =
  (path: string, method: Sent['method'] = 'POST', sent?: object): About =>
  (_, named) => ({ method, path: `/api/webhooks/${named}${path}`, ...(sent && { body: sent }) });

const refused = (send: About): Case[] => [
  noToken((site) => send(site, uid())),
  ...notThere(ours('admin'), theirs('admin'), send, uid),
  {
    kind: 'wrong role',
    by: ours('author'),
    send: (site) => send(site, uid()),
    status: 403,
    refusal: 'not_allowed',
  },
];

const success = (send: About, status = 200, holds?: object): Case => ({
  kind: 'success',
  by: ours('admin'),
  send: (site) => send(site, uid()),
  status,
  ...(holds && { holds: () => holds }),
});

const reading = { conflict: 'Reading conflicts with nothing.' };
const list = () => get('/api/webhooks');
const create = (more: object = {}): Sent => ({ method: 'POST', path: '/api/webhooks', body: body(more) });
const read: About = (_, named) => get(`/api/webhooks/${named}`);
const change = to('', 'PUT', body({ kinds: ['document.retired'], reason: 'Only these.' }));
const rotate = to('/rotate', 'POST', { reason: 'Leaked.' });
const enable = to('/enable', 'POST', { reason: 'Repaired.' });
const test = to('/test');
const log: About = (_, named) => get(`/api/webhooks/${named}/deliveries?limit=1`);
const remove = to('?reason=Not+needed.', 'DELETE');
const again: About = (_, named) => ({
  method: 'POST',
  path: `/api/webhooks/${named}/deliveries/${one.delivery}/send-again`,
});

const skip: About = (_, named) => ({
  method: 'POST',
  path: `/api/webhooks/${named}/deliveries/${one.delivery}/skip`,
  body: { reason: 'The receiver cannot read it.' },
});

const longReason = (send: About): Case => ({
  kind: 'invalid',
  by: ours('admin'),
  send: (site) => ({ ...send(site, uid()), body: { reason: 'x'.repeat(1001) } }),
  status: 422,
  fields: ['reason'],
});

export const webhookRows: readonly Row[] = [
  {
    operation: 'registerWebhook',
    cases: [
      noToken(() => create()),
      ...badBodies(ours('admin'), () => create()),
      { kind: 'wrong role', by: ours('author'), send: () => create(), status: 403, refusal: 'not_allowed' },
      {
        kind: 'invalid',
        by: ours('admin'),
        send: () => create({ url: 'hooks', kinds: [] }),
        status: 422,
        fields: ['url', 'kinds'],
      },
      { kind: 'success', by: ours('admin'), send: () => create(), status: 201, holds: () => ({ url: webhookUrl }) },
    ],
    without: { 'other organisation': 'It names nothing.', conflict: 'Two webhooks may have one address.' },
  },
  {
    operation: 'listWebhooks',
    cases: [
      noToken(list),
      { kind: 'wrong role', by: ours('author'), send: list, status: 403, refusal: 'not_allowed' },
      { kind: 'invalid', by: ours('admin'), send: () => get('/api/webhooks?limit=0'), status: 422, fields: ['limit'] },
      {
        kind: 'success',
        by: ours('admin'),
        send: () => get('/api/webhooks?limit=1'),
        status: 200,
        holds: () => [{ url: webhookUrl, kinds: ['document.effective'] }],
      },
      { kind: 'success', about: 'of the others', by: theirs('admin'), send: list, status: 200, holds: () => [] },
    ],
    without: { ...reading, 'other organisation': 'It names nothing.', malformed: 'It has no body and no uid.' },
  },
  {
    operation: 'getWebhook',
    cases: [...refused(read), success(read, 200, { url: webhookUrl, disabledDate: null })],
    without: { ...reading, invalid: 'It takes nothing but the uid.' },
  },
  {
    operation: 'changeWebhook',
    cases: [
      ...refused(change),
      ...badBodies(ours('admin'), (site) => change(site, uid())),
      {
        kind: 'invalid',
        by: ours('admin'),
        send: (site) => ({ ...change(site, uid()), body: body({ url: 'https://u:p@hooks.example' }) }),
        status: 422,
        fields: ['url'],
      },
      {
        kind: 'conflict',
        by: ours('admin'),
        send: (site) => ({ ...change(site, uid()), headers: { 'If-Match': '"7-old"' } }),
        status: 412,
        refusal: 'changed_meanwhile',
      },
      success(change, 200, { kinds: ['document.retired'] }),
    ],
  },
  {
    operation: 'rotateWebhookSecret',
    cases: [...refused(rotate), longReason(rotate), success(rotate)],
    without: { conflict: 'The later of two secrets counts.' },
  },
  {
    operation: 'enableWebhook',
    cases: [...refused(enable), longReason(enable), success(enable, 200, { disabledDate: null })],
    without: { conflict: 'One that is on stays on.' },
  },
  {
    operation: 'testWebhook',
    cases: [...refused(test), success(test)],
    without: { conflict: 'Each test is one more.', invalid: 'It has no body.' },
  },
  {
    operation: 'listWebhookDeliveries',
    cases: [
      ...refused(log),
      {
        kind: 'invalid',
        by: ours('admin'),
        send: () => get(`/api/webhooks/${uid()}/deliveries?cursor=x`),
        status: 422,
        fields: ['cursor'],
      },
      { ...success(log), holds: () => [{ kind: 'test', position: null }] },
    ],
    without: reading,
  },
  {
    operation: 'sendWebhookAgain',
    cases: [
      ...refused(again),
      {
        kind: 'malformed',
        about: 'unknown delivery',
        by: ours('admin'),
        send: () => ({ method: 'POST', path: `/api/webhooks/${uid()}/deliveries/${uid()}/send-again` }),
        status: 404,
        refusal: 'not_found',
      },
      success(again),
    ],
    without: { conflict: 'It is sent once more.', invalid: 'It has no body.' },
  },
  {
    operation: 'skipWebhookDelivery',
    cases: [
      ...refused(skip),
      {
        kind: 'malformed',
        about: 'unknown delivery',
        by: ours('admin'),
        send: () => ({
          method: 'POST',
          path: `/api/webhooks/${uid()}/deliveries/${uid()}/skip`,
          body: { reason: 'Unreadable.' },
        }),
        status: 404,
        refusal: 'not_found',
      },
      {
        kind: 'invalid',
        by: ours('admin'),
        send: (site) => ({ ...skip(site, uid()), body: {} }),
        status: 422,
        fields: ['reason'],
      },
      {
        kind: 'conflict',
        about: 'a test, which waits for nothing',
        by: ours('admin'),
        send: (site) => skip(site, uid()),
        status: 409,
        refusal: 'webhook_delivery_sent',
      },
    ],
    without: { success: 'tests/promises/u3-webhook-sent-again.test.ts skips one that waits.' },
  },
  {
    operation: 'removeWebhook',
    cases: [
      ...refused(remove),
      {
        kind: 'invalid',
        by: ours('admin'),
        send: (site) => to('', 'DELETE')(site, uid()),
        status: 422,
        fields: ['reason'],
      },
      success(remove),
      {
        kind: 'conflict',
        about: 'removed already',
        by: ours('admin'),
        send: (site) => remove(site, uid()),
        status: 409,
        refusal: 'webhook_removed',
      },
    ],
  },
];
