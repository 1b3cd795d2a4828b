import { expect, it } from 'vitest';
import { encode } from '#events/catalogue.ts';
import { disableWebhook } from '#app/integrations/commands/webhooks/disable.ts';
import { enableWebhook, registerWebhook } from '#app/integrations/commands/webhooks/manage.ts';
import { sendDeliveryAgain, skipDelivery } from '#app/integrations/commands/webhooks/send.ts';
import { listDeliveries } from '#app/integrations/queries/webhooks/list.ts';
import { webhookPeer } from '#tests/integrations/webhook-peer.ts';
import { answer } from '#tests/support/asking.ts';
import { succeed } from '#tests/support/programs/peer.ts';
import { recordedOn } from '#tests/support/visiting.ts';
import { organisationWithQueue, until, type OrganisationWithQueue } from '#tests/support/worker-setup.ts';

const setUp = async () => {
  const org = await organisationWithQueue({ WEBHOOK_ALLOW_PRIVATE: 'true' });
  const peer = await webhookPeer();
  const { webhook } = await org.world.act(org.admin, registerWebhook, { url: peer.url, kinds: ['user.changed'] });
  return { org, peer, webhook };
};

/** Records that so many people changed; they are made up. */
const changePeople = ({ services, world }: OrganisationWithQueue, count: number) =>
  services.ledger.append({
    org: world.org,
    actor: { kind: 'system', name: 'The test' },
    commandId: services.newId(),
    writes: Array.from({ length: count }, () => {
      const user = services.newId();
      const data = { user, changes: [], departments: [], departmentsAdded: [], departmentsRemoved: [], reason: null };
      return { stream: `user-${user}`, expectedVersion: 0, events: [encode({ type: 'UserEdited', data })] };
    }),
  });

/** The log as an admin sees it, the earliest first. */
const log = async (org: OrganisationWithQueue, webhook: string) =>
  (await answer(org, org.admin, listDeliveries, { webhook })).deliveries.toReversed();

it('by screen: a waiting delivery of a disabled webhook is sent once, and still waits where that fails', async () => {
  const { org, peer, webhook } = await setUp();
  const { world, admin, services } = org;
  peer.answer = (response) => response.writeHead(503).end('closed');
  await org.work();
  await changePeople(org, 2);
  await until(async () => (await log(org, webhook))[0]?.attempts === 1);
  await disableWebhook(services, world.org, webhook, 'failing');
  const [first, second] = await log(org, webhook);
  const before = peer.arrived.length;
  await world.act(admin, sendDeliveryAgain, { webhook, delivery: second!.uid });
  await until(() => Promise.resolve(peer.arrived.length === before + 1));
  await org.untilIdle();
  expect(peer.arrived.at(-1)?.id).toBe(second!.uid);
  expect((await log(org, webhook))[1]).toMatchObject({ state: 'waiting', status: 503 });
  peer.answer = (response) => succeed(response, response.req);
  await world.act(admin, sendDeliveryAgain, { webhook, delivery: first!.uid });
  await until(async () => (await log(org, webhook))[0]?.state === 'delivered');
  await org.untilIdle();
  expect(peer.arrived).toHaveLength(before + 2);
  // Nothing is lost: what failed meanwhile is sent once the webhook is on.
  await world.act(admin, enableWebhook, { webhook });
  await until(async () => (await log(org, webhook))[1]?.state === 'delivered');
  expect(peer.arrived.map(({ id }) => id).slice(before)).toEqual([second!.uid, first!.uid, second!.uid]);
});

it('by call: a delivery is skipped with a reason, once, and those after it go on', async () => {
  const { org, peer, webhook } = await setUp();
  const { world, admin, author } = org;
  peer.answer = (response) => response.writeHead(400).end('unreadable');
  await org.work();
  await changePeople(org, 2);
  await until(async () => (await log(org, webhook))[0]?.attempts === 1);
  const [bad, good] = await log(org, webhook);
  const skip = { webhook, delivery: bad!.uid, reason: 'The receiver cannot read it.' };
  expect(await world.attempt(author, skipDelivery, skip)).toMatchObject({ failure: { code: 'not_allowed' } });
  expect(await world.attempt(admin, skipDelivery, { ...skip, reason: '' })).toMatchObject({
    failure: { code: 'invalid_input' },
  });
  peer.answer = (response) => succeed(response, response.req);
  await world.act(admin, skipDelivery, skip);
  await world.act(admin, skipDelivery, skip);
  await until(async () => (await log(org, webhook))[1]?.state === 'delivered');
  expect(await log(org, webhook)).toMatchObject([
    { state: 'skipped', skippedBecause: 'The receiver cannot read it.', nextAt: null },
    { uid: good!.uid, state: 'delivered', skippedBecause: null },
  ]);
  const skipped = (await recordedOn(org.services, world.org, `webhook-${webhook}`)).filter(
    ({ type }) => type === 'WebhookDeliverySkipped',
  );
  expect(skipped).toMatchObject([{ data: { delivery: bad!.uid, kind: 'user.changed', reason: skip.reason } }]);
  expect(await world.attempt(admin, skipDelivery, { ...skip, delivery: good!.uid })).toMatchObject({
    failure: { code: 'webhook_delivery_sent' },
  });
});
