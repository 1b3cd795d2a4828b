import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordedFiles } from '#events/recorded-files.ts';
import { verify } from '#events/ledger/verify/verify.ts';
import type { FileCheck } from '#events/ledger/verify/files.ts';
import { check } from '#projections/rebuild/check.ts';
import { checkpointKeyName } from '#app/audit/checkpoints/key-name.ts';
import { openSite, type Site } from '#tests/http/site.ts';
import { ApiClient, type CallAnswer, type Sent } from './client.ts';
import { Callers } from './fuzz/people.ts';
import { requestsOf, type Planned } from './fuzz/requests.ts';
import { howMany } from '#tests/support/suite.ts';

/** FUZZ_REQUESTS=10000 for the long run; FUZZ_SEED repeats one, as far as what the server makes up allows. */
const requests = Number(process.env.FUZZ_REQUESTS ?? howMany({ day: 120, long: 2000 }));
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);
const callers = 4;
/** How often what there is is looked at again. */
const interval = 100;

let site: Site;
let client: ApiClient;
let ours: Callers;
let theirs: Callers;

beforeAll(async () => {
  site = await openSite({ CALLS_PER_MINUTE: '1000000' });
  client = await ApiClient.of(site.server.url);
  ours = new Callers(site, site.ours, 'plover');
  theirs = new Callers(site, site.theirs, 'gannet');
});

afterAll(() => site?.close());

/** Half a surrogate pair has no place in an address, and an empty segment would be another address. */
const segment = (value: unknown): string => encodeURIComponent(Buffer.from(String(value)).toString()) || '%20';
/** What a client's own HTTP library would not send. */
const sendable = (value: unknown): string =>
  String(value)
    .replaceAll(/[^\x20-\xff]|\x7f/g, '')
    .trim();

function sentOf(plan: Planned, own: Callers, other: Callers): Sent {
  const caller = own.person(plan.who);
  const fill = (value: unknown) => own.fill(value, caller, other);
  const path = plan.operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(fill(plan.path[name])));
  const query = plan.query.map(([name, value]) => `${name}=${segment(fill(value))}`).join('&');
  const { body } = plan;
  const bodiless = body === undefined || plan.method === 'GET';
  return {
    method: plan.method as Sent['method'],
    path: query ? `${path}?${query}` : path,
    ...(!bodiless && { body: 'raw' in body ? body.raw : JSON.stringify(fill(body.json)) }),
    headers: Object.fromEntries(Object.entries(plan.headers).map(([name, value]) => [name, sendable(fill(value))])),
  };
}

async function answerOf(plan: Planned, own: Callers, sent: Sent): Promise<CallAnswer> {
  if (plan.token !== 'own') return client.sendWith(plan.token === 'bad' ? 'not-a-token' : null, sent);
  const person = own.person(plan.who);
  const answer = await client.sendWith(await own.token(person), sent);
  const over = answer.status === 401 && answer.headers.get('www-authenticate')?.includes('invalid_token');
  // Signed out by an earlier call: this one is sent again, or most of the rest would be refused at the door.
  return over ? client.sendWith(await own.token(person, true), sent) : answer;
}

/** The admin's creation of a department, which succeeds: those made up seldom do. */
function creation(): Planned {
  const operation = client.description.operations.find(({ operationId }) => operationId === 'createDepartment')!;
  const body = { json: { name: 'Stability' } };
  return { operation, method: 'POST', theirs: false, who: 0, token: 'own', path: {}, query: [], body, headers: {} };
}

/** Sends one request; what is wrong with its answer in a few words, nothing where it is as it must be. */
async function tried(plan: Planned): Promise<string | null> {
  const [own, other] = plan.theirs ? [theirs, ours] : [ours, theirs];
  const sent = sentOf(plan, own, other);
  try {
    const named = sent.body === undefined ? [] : other.marks().filter((mark) => String(sent.body).includes(mark));
    for (const mark of named) disclosed.set(mark, (disclosed.get(mark) ?? 0) + 1);
    const answer = await answerOf(plan, own, sent);
    // What was taken as a name or a reason is shown as one from then on; what was refused is not.
    if (answer.status >= 300) for (const mark of named) disclosed.set(mark, (disclosed.get(mark) ?? 0) - 1);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    const etag = answer.headers.get('etag');
    if (etag) own.etags.splice(0, Math.max(0, own.etags.push(etag) - 20));
    if (answer.status >= 500) return `answered ${answer.status}: ${answer.text}`;
    // A request with the other person's own address and password signs that person in.
    if (plan.operation.operationId === 'createSession' && answer.status === 201) return null;
    const said = answer.text + [...answer.headers.values()].join('\n');
    const leaked = other.marks().filter((mark) => said.includes(mark) && !disclosed.get(mark));
    return leaked.length > 0 ? `discloses the other organisation: ${leaked.join(', ')}` : null;
  } catch (error) {
    return String(error);
  }
}

const statuses = new Map<number, number>();
/** The marks of an organisation that the other one has itself said, and how often. */
const disclosed = new Map<string, number>();

describe('requests of any kind', () => {
  it(
    `are answered as described, without another organisation's data and without a fault: ${requests} of them`,
    { timeout: 120_000 + requests * 1_000 },
    async () => {
      const plans = [creation(), ...fc.sample(requestsOf(client.description), { numRuns: requests, seed })];
      const faults: string[] = [];
      for (let begun = 0; begun < plans.length; begun += interval) {
        await ours.look();
        await theirs.look();
        const queue = plans.slice(begun, begun + interval).entries();
        const work = async () => {
          for (const [index, plan] of queue) {
            const fault = await tried(plan);
            if (fault)
              faults.push(`${begun + index}: ${JSON.stringify(plan.body)?.slice(0, 300)} ${fault.slice(0, 2000)}`);
          }
        };
        await Promise.all(Array.from({ length: callers }, work));
      }
      expect(faults).toEqual([]);
      // Neither everything refused, nor one kind of request alone.
      expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 201, 400, 401, 403, 404, 409, 422]));
    },
  );

  it('leave the ledger whole and the read models as the ledger says', async () => {
    const files: FileCheck = {
      list: ({ data }) => recordedFiles(data),
      async digest(org, storageKey) {
        const stored = await site.services.storage.within(org).digest(storageKey);
        return stored.ok ? stored.value.sha256 : null;
      },
    };
    const { verifyingKey } = site.services.config;
    const keys = [verifyingKey];
    let organisations = 0;
    for await (const { damages, positions } of verify({
      pool: site.db.owner,
      keys,
      keyName: checkpointKeyName,
      files,
    })) {
      expect(damages).toEqual([]);
      expect(positions).toBeGreaterThan(100);
      organisations++;
    }
    expect(organisations).toBe(2);
    expect((await check({ pool: site.db.owner })).filter(({ count }) => count > 0)).toEqual([]);
  });
});
