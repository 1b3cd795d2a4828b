import { describe, expect, it } from 'vitest';
import { encode } from '#events/catalogue.ts';
import { webhookKinds, type WebhookKind } from '#events/webhook/kinds.ts';
import {
  enableWebhook,
  registerWebhook,
  removeWebhook,
  rotateWebhook,
} from '#app/integrations/commands/webhooks/manage.ts';
import { sendDeliveryAgain, testWebhook } from '#app/integrations/commands/webhooks/send.ts';
import { purgeDeliveriesJob, wakeWebhooksJob } from '#app/integrations/jobs/deliver-webhooks.ts';
import { organisation, sop, type Organisation } from '#tests/support/organisation.ts';
import { organisationWithQueue, until, type OrganisationWithQueue } from '#tests/support/worker-setup.ts';
import { failures, succeed } from '#tests/support/programs/peer.ts';
import { serviceAccountOf } from '#tests/support/programs/service-accounts.ts';
import { webhookPeer } from './webhook-peer.ts';

const allowed = { WEBHOOK_ALLOW_PRIVATE: 'true' };

/** Registers a webhook; `secret` verifies what it is sent. */
async function register({ world, admin, services }: Organisation, url: string, kinds: readonly WebhookKind[]) {
  const { webhook, secret } = await world.act(admin, registerWebhook, { url, kinds });
  return { webhook, secret: services.webhooks.secretOf({ org: world.org, webhook, secret }) };
}

const deliveriesOf = ({ db }: OrganisationWithQueue, webhook: string) =>
  db.owner
    .query<{ uid: string; state: string; answer_status: number | null; attempts: number }>(
      'select uid, state, answer_status, attempts from app.webhook_delivery where webhook_uid = $1 order by number',
      [webhook],
    )
    .then(({ rows }) => rows);

const onlyDelivery = async (org: OrganisationWithQueue, webhook: string) => (await deliveriesOf(org, webhook))[0]!;

/** Waits until it holds; every wait between two attempts is over at once. */
async function hastenUntil({ db }: OrganisationWithQueue, holds: () => boolean | Promise<boolean>): Promise<void> {
  await until(async () => {
    await db.owner.query(`update app.webhook_delivery set next_at = now() - interval '1 minute' where next_at > now()`);
    await db.owner.query(
      `update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null`,
    );
    return holds();
  });
}

/** Records so many events of one kind; the people are made up. */
async function recordChanges({ services, world }: OrganisationWithQueue, count: number): Promise<void> {
  for (let at = 0; at < count; at += 100)
    await services.ledger.append({
      org: world.org,
      actor: { kind: 'system', name: 'The test' },
      commandId: services.newId(),
      writes: Array.from({ length: Math.min(100, count - at) }, () => {
        const user = services.newId();
        const data = { user, changes: [], departments: [], departmentsAdded: [], departmentsRemoved: [], reason: null };
        return { stream: `user-${user}`, expectedVersion: 0, events: [encode({ type: 'UserEdited', data })] };
      }),
    });
}

describe('webhooks', () => {
  it('tell of what happened by uid, signed, in order, to the endpoints of the organisation alone', async () => {
    const org = await organisationWithQueue(allowed);
    const { world, admin, author, other, services } = org;
    const wakes = `select from graphile_worker.jobs where task_identifier = 'wake-webhooks'`;
    expect((await org.db.owner.query(wakes)).rowCount, 'none to wake').toBe(0);
    const [peer, second] = [await webhookPeer(), await webhookPeer()];
    const all = await register(org, peer.url, webhookKinds);
    await register(org, second.url, ['document.effective']);
    const foreign = await organisation({ db: org.db, environment: allowed });
    const strange = await webhookPeer();
    await register(foreign, strange.url, webhookKinds);
    await org.work();
    const document = await world.create(author, { ...sop('001'), approvers: [other] });
    await world.sign(other, document);
    await world.publishNow(document, ['Quality']);
    await until(() => Promise.resolve(peer.arrived.length >= 7 && second.arrived.length > 0));
    await org.untilIdle();
    expect(peer.arrived.map(({ body }) => body.kind)).toEqual([
      'document.created',
      'approval.requested',
      'approval.given',
      'document.approved',
      'document.published',
      'training.assigned',
      'document.effective',
    ]);
    expect(second.arrived.map(({ body }) => body)).toMatchObject([{ kind: 'document.effective', uids: { document } }]);
    expect(strange.arrived).toEqual([]);
    const positions = peer.arrived.map(({ body }) => BigInt(body.position ?? 0));
    expect(positions).toEqual(positions.toSorted((a, b) => Number(a - b)));
    for (const one of peer.arrived) {
      expect(peer.verifies(all.secret, one)).toMatchObject({ id: one.id, organisation: world.org });
      expect(Object.keys(one.body)).toEqual(['id', 'kind', 'time', 'organisation', 'position', 'uids']);
      // No names, no content, no secret.
      expect(one.raw).not.toMatch(/Procedure|Wieczorek|Quality|whsec/);
    }
    const events = await services.ledger.readPage(world.org);
    expect(JSON.stringify(events)).not.toContain(all.secret);
    expect((await foreign.world.attempt(foreign.admin, testWebhook, { webhook: all.webhook })).ok).toBe(false);
    expect((await foreign.world.attempt(foreign.admin, removeWebhook, { webhook: all.webhook, reason: 'x' })).ok).toBe(
      false,
    );
    expect((await world.attempt(author, testWebhook, { webhook: all.webhook })).ok).toBe(false);
    // A removed one is sent nothing more.
    await world.act(admin, removeWebhook, { webhook: all.webhook, reason: 'The contract has ended.' });
    await recordChanges(org, 1);
    await org.untilIdle();
    expect(peer.arrived).toHaveLength(7);
  });

  it('lose nothing and keep their order over ten failures, a dead worker and 300 events', async () => {
    const org = await organisationWithQueue(allowed);
    const [peer, good] = [await webhookPeer(), await webhookPeer()];
    const failing = await register(org, peer.url, ['user.changed']);
    await register(org, good.url, ['user.changed']);
    await recordChanges(org, Number(process.env.WEBHOOK_DELIVERIES ?? 300));
    const { services, world } = org;
    const count = Number(process.env.WEBHOOK_DELIVERIES ?? 300);
    // A worker died while it was sending: its job and queue are locked.
    await org.db.owner.query(
      `select graphile_worker.add_job('deliver-webhooks', $1::json, queue_name := 'webhook/' || $2)`,
      [JSON.stringify({ org: world.org, webhook: failing.webhook }), failing.webhook],
    );
    await org.db.owner.query(
      `update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now() - interval '5 minutes'
       where job_queue_id is not null`,
    );
    await org.db.owner.query(
      `update graphile_worker._private_job_queues set locked_by = 'killed', locked_at = now() - interval '5 minutes'`,
    );
    // The ways that answer at once; the others wait for ten seconds (address.test.ts).
    const ways = Object.entries(failures).filter(([name]) => name !== 'no answer' && name !== 'a slow 200');
    const succeeded: string[] = [];
    peer.answer = (response, one) => {
      const way = peer.arrived.length % 50 === 1 ? ways.shift() : undefined;
      if (!way) succeeded.push(one.id);
      (way?.[1] ?? succeed)(response, response.req);
    };
    await org.work(2);
    const logOfFailing = () => deliveriesOf(org, failing.webhook);
    // The answer arrives before the worker has recorded it.
    const allDelivered = async () => (await logOfFailing()).every(({ state }) => state === 'delivered');
    await hastenUntil(org, () => new Set(succeeded).size === count && good.arrived.length === count && allDelivered());
    expect((await logOfFailing()).map(({ uid }) => uid)).toEqual(succeeded);
    const orderOf = (some: typeof peer.arrived) => some.map(({ body }) => Number(body.position));
    expect(orderOf(good.arrived)).toEqual(orderOf(good.arrived).toSorted((a, b) => a - b));
    // A failed delivery came again with its id, before any later one.
    const ids = peer.arrived.map(({ id }) => id).filter((id, at, every) => id !== every[at - 1]);
    expect(ids).toEqual(succeeded);
    expect(peer.arrived.length).toBeGreaterThan(count);
    expect(services.config.webhookAllowPrivate).toBe(true);
  });

  it('are turned off after three days, tell the admins, and go on where they stopped', async () => {
    const org = await organisationWithQueue(allowed);
    const { world, admin, author, services } = org;
    const peer = await webhookPeer();
    const { webhook } = await register(org, peer.url, ['user.changed']);
    // As a service account of the author's would have registered it.
    const { uid: program } = await serviceAccountOf(org, ['webhooks'], { owner: author.uid });
    await org.db.owner.query('update read.webhook set registered_by = $1', [program]);
    peer.answer = (response) => response.writeHead(503).end('closed for repairs');
    await org.work();
    await recordChanges(org, 2);
    const isOff = async () =>
      (await world.ports.database.read(world.org, (db) =>
        db.selectFrom('read.webhook').select('disabled_because').executeTakeFirst(),
      ))!.disabled_because;
    await hastenUntil(org, async () => (await isOff()) === 'failing');
    expect(new Set(peer.arrived.map(({ id }) => id)).size).toBe(1);
    expect(peer.arrived).toHaveLength(11);
    const emails = (await org.emails()).filter(({ subject }) => subject?.includes('was turned off'));
    expect(emails.map(({ to }) => to?.[0]?.address).toSorted()).toEqual([admin.email, author.email].toSorted());
    expect(emails[0]?.text).toContain(`/dashboard/settings/api/webhooks/${webhook}`);

    // A test goes to one that is off, once.
    await world.act(admin, testWebhook, { webhook });
    await until(async () => (await deliveriesOf(org, webhook)).some(({ state }) => state === 'failed'));
    expect(peer.arrived.at(-1)?.body).toMatchObject({ kind: 'test', position: null, uids: { webhook } });

    peer.answer = (response) => succeed(response, response.req);
    const before = peer.arrived.length;
    await world.act(admin, enableWebhook, { webhook });
    await until(
      async () => (await deliveriesOf(org, webhook)).filter(({ state }) => state === 'delivered').length === 2,
    );
    expect(peer.arrived.slice(before).map(({ id }) => id)).toEqual(
      (await deliveriesOf(org, webhook)).filter(({ state }) => state === 'delivered').map(({ uid }) => uid),
    );

    // 410 turns it off at once.
    peer.answer = (response) => response.writeHead(410).end();
    await recordChanges(org, 1);
    await until(async () => (await isOff()) === 'gone');
    expect(peer.arrived).toHaveLength(before + 3);

    // The log goes back 30 days; what waits stays.
    await org.untilIdle();
    services.clock.now = new Date(Date.now() + 31 * 86_400_000).toISOString();
    await purgeDeliveriesJob.run({}, services);
    expect((await deliveriesOf(org, webhook)).map(({ state }) => state)).toEqual(['waiting']);
    await wakeWebhooksJob.run({ org: world.org }, services);
  });

  it('are signed with both secrets for a day after a rotation, and sent again with the same id', async () => {
    const org = await organisationWithQueue(allowed);
    const { world, admin, services } = org;
    const peer = await webhookPeer();
    const { webhook, secret: former } = await register(org, peer.url, ['user.changed']);
    const rotated = await world.act(admin, rotateWebhook, { webhook });
    const present = services.webhooks.secretOf({ org: world.org, ...rotated });
    expect(present).not.toBe(former);
    await org.work();
    await world.act(admin, testWebhook, { webhook });
    await until(() => Promise.resolve(peer.arrived.length === 1));
    for (const secret of [former, present]) expect(peer.verifies(secret, peer.arrived[0]!).kind).toBe('test');
    await until(async () => (await onlyDelivery(org, webhook)).state === 'delivered');
    await org.db.owner.query(`update read.webhook set rotated_at = rotated_at - interval '25 hours'`);
    const { uid: delivery } = await onlyDelivery(org, webhook);
    await world.act(admin, sendDeliveryAgain, { webhook, delivery });
    await until(() => Promise.resolve(peer.arrived.length === 2));
    expect(peer.arrived[1]).toMatchObject({ id: delivery, raw: peer.arrived[0]!.raw });
    expect(peer.verifies(present, peer.arrived[1]!).id).toBe(delivery);
    expect(() => peer.verifies(former, peer.arrived[1]!)).toThrow();
  });
});
