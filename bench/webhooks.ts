import { encode } from '#events/catalogue.ts';
import { registerWebhook } from '#app/integrations/commands/webhooks/manage.ts';
import { World } from '#app/set-up/demonstration/world.ts';
import type { Services } from '#app/server/services.ts';
import { failures, startPeer, succeed, type Arrived } from '#tests/support/programs/peer.ts';
import { inSecondProcess } from '#tests/support/second-process.ts';
import { startServer } from '#tests/support/server.ts';
import { atMost, parseOptions, print, report, whole } from './measure.ts';

/** Registers both peers and records so many events, each of which is sent to both. */
async function prepare(services: Services, urls: readonly string[], count: number) {
  const admin = { firstName: 'Ines', lastName: 'Okafor', email: 'ines@northmere.example', password: 'lamp-9-corridor' };
  const world = await World.found(services, { name: 'Northmere', domain: 'northmere.example', admin });
  for (const url of urls) await world.act(world.admin, registerWebhook, { url, kinds: ['user.changed'] });
  const edited = () => {
    const user = services.newId();
    const data = { user, changes: [], departments: [], departmentsAdded: [], departmentsRemoved: [], reason: null };
    return { stream: `user-${user}`, expectedVersion: 0, events: [encode({ type: 'UserEdited', data })] };
  };
  for (let at = 0; at < count; at += 100)
    await services.ledger.append({
      org: world.org,
      actor: { kind: 'system', name: 'The bench' },
      commandId: services.newId(),
      writes: Array.from({ length: Math.min(100, count - at) }, edited),
    });
}

/** Ids in the order of their first arrival. */
const inOrder = (arrived: readonly Arrived[]): Arrived[] => [...new Map(arrived.map((one) => [one.id, one])).values()];

/** How many arrivals come before an earlier event's. */
const outOfOrder = (arrived: readonly Arrived[]): number => {
  const positions = arrived.map(({ body }) => Number(body.position));
  return positions.filter((position, at) => at > 0 && position < positions[at - 1]!).length;
};

/**
 * `npm run bench -- webhooks`: 10,000 events to each of two receivers. One fails in ten ways, each again for its first
 * retry in every third round; half-way the server is killed (`kill -9`) and started again.
 */
export const run = async (words: string[]): Promise<void> => {
  const values = parseOptions(words);
  const count = Number(values.events ?? (values.quick ? 500 : 10_000));
  const options = { environment: { WEBHOOK_ALLOW_PRIVATE: 'true' } };
  const [failing, good] = [await startPeer(), await startPeer()];
  const ways = Object.values(failures);
  const accepted: Arrived[] = [];
  const every = Math.floor(count / 2 / ways.length);
  let failed = 0;
  failing.answer = (response, one) => {
    const isDue = failed < Math.floor(accepted.length / every) && failed < 2 * ways.length;
    if (!isDue) accepted.push(one);
    (isDue ? ways[failed++ % ways.length]! : succeed)(response, response.req);
  };
  let server = await startServer(options);
  const { dataDir, port } = server;
  try {
    const since = performance.now();
    const seconds = () => (performance.now() - since) / 1000;
    const work = (services: Services) => prepare(services, [failing.url, good.url], count);
    await inSecondProcess(dataDir, work, options.environment);
    const recorded = seconds();
    let [killed, goneOn, goodAt] = [0, 0, 0];
    const isDone = () => new Set(accepted.map(({ id }) => id)).size >= count && goodAt > 0;
    while (!isDone()) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (goodAt === 0 && new Set(good.arrived.map(({ id }) => id)).size >= count) goodAt = seconds();
      if (killed > 0 || accepted.length < count / 2) continue;
      await server.kill();
      killed = seconds();
      const before = failing.arrived.length + good.arrived.length;
      server = await startServer({ ...options, dataDir, port });
      while (failing.arrived.length + good.arrived.length === before)
        await new Promise((resolve) => setTimeout(resolve, 5));
      goneOn = seconds();
    }
    const all = seconds();
    const [first, second] = [inOrder(accepted), inOrder(good.arrived)];
    print(`${whole(count)} events recorded in ${recorded.toFixed(1)} s; killed after ${killed.toFixed(1)} s`);
    print(`sent on ${(goneOn - killed).toFixed(1)} s after the kill`);
    print(`the good receiver had all after ${goodAt.toFixed(1)} s, the failing one after ${all.toFixed(1)} s`);
    print(
      `${failed} failed answers; arrived twice: ` +
        `${accepted.length - first.length + good.arrived.length - second.length}`,
    );
    await report(
      [
        atMost(0, 'lost', 2 * count - first.length - second.length),
        atMost(0, 'out of order', outOfOrder(accepted) + outOfOrder(good.arrived)),
        atMost(3, 'arrived twice', accepted.length - first.length + good.arrived.length - second.length),
      ],
      values.json,
      { count, recorded, killed, goneOn, goodAt, all, failed },
    );
  } finally {
    await server.remove();
    failing.close();
    good.close();
  }
};
