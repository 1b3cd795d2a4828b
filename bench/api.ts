import { openFile } from '#app/documents/commands/open-file.ts';
import { createPasswords } from '#app/adapters/secrets/passwords.ts';
import type { Services } from '#app/server/services.ts';
import type { Person, World } from '#app/set-up/demonstration/world.ts';
import { buildOrganisation } from '#tests/support/scenario.ts';
import { noJobIsDue } from '#tests/support/due-jobs.ts';
import { inSecondProcess } from '#tests/support/second-process.ts';
import { startServer } from '#tests/support/server.ts';
import {
  type Rate,
  type Ratio,
  atLeast,
  closedLoop,
  median,
  parseOptions,
  print,
  quantile,
  report,
  table,
  whole,
} from './measure.ts';

interface OpenRecord {
  uid: string;
  document: string;
  person: Person;
  /** The person's bearer token. */
  token: string;
}

/** A server with its own embedded PostgreSQL, as `npm start` runs it, and an organisation at work in it. */
interface BenchServer {
  url: string;
  org: string;
  /** The author's bearer token. */
  token: string;
  document: string;
  /** Records that await a signature; their PDFs are opened. */
  records: OpenRecord[];
  close(): Promise<void>;
}

/** Reads a response to its end; any other status ends the run. */
const call = async (address: string, status: number, init: RequestInit = {}): Promise<void> => {
  const answer = await fetch(address, init);
  const text = await answer.text();
  if (answer.status !== status) throw new Error(`${address} answered ${answer.status}: ${text.slice(0, 500)}`);
};

/** Signs a training record through the API. */
const sign = (url: string, { uid, document, person, token }: OpenRecord): Promise<void> =>
  call(`${url}/api/records/${uid}/sign`, 200, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      signedName: `${person.firstName} ${person.lastName}`,
      credentialCheck: { email: person.email, password: person.password },
      docHash: document,
    }),
  });

const bearer = async ({ identity, now }: Services, { org, uid }: Person): Promise<string> => {
  const limits = { idleMinutes: 600, absoluteHours: 24 };
  const begin = { org, user: uid, door: 'call', now: now(), address: null, agent: null, limits } as const;
  return (await identity.sessions.create(begin)).token;
};

/** Gives everybody of a department a record of each document that is brought into force. */
const recordsOf = async (
  services: Services,
  world: World,
  { author, approver, size }: { author: Person; approver: Person; size: { people: number; documents: number } },
): Promise<OpenRecord[]> => {
  const department = 'Packaging';
  await world.department(department);
  const people: Person[] = [];
  for (let n = 0; n < size.people; n++) {
    const email = `packer-${n}@${author.email.split('@')[1]}`;
    const one = {
      firstName: 'Packer',
      lastName: `No ${n}`,
      role: 'EMPLOYEE' as const,
      email,
      password: author.password,
    };
    people.push(await world.join(one, [department]));
  }
  const tokens = new Map<string, string>();
  for (const person of people) tokens.set(person.uid, await bearer(services, person));
  const records: OpenRecord[] = [];
  for (let n = 0; n < size.documents; n++) {
    const sop = { name: `Packaging step ${n}`, type: 'SOP', functionalArea: 'QA', docNum: String(500 + n) };
    const document = await world.create(author, { ...sop, approvers: [approver] });
    await world.sign(approver, document);
    await world.publishNow(document, [department]);
    const rows = await services.database.read(world.org, (db) =>
      db
        .selectFrom('read.training_record')
        .select(['uid', 'user_uid', 'version'])
        .where('document_uid', '=', document)
        .execute(),
    );
    for (const { uid, user_uid: user, version } of rows) {
      const person = people.find((one) => one.uid === user);
      const token = tokens.get(user);
      if (!person || token === undefined) continue;
      await world.act(person, openFile, { document, version, kind: 'final', purpose: 'training' });
      records.push({ uid, document, person, token });
    }
  }
  return records;
};

const openServer = async (size: { people: number; documents: number }): Promise<BenchServer> => {
  const server = await startServer({ environment: { CALLS_PER_MINUTE: '1000000', WEB_PROCESSES: '2' } });
  try {
    return await inSecondProcess(server.dataDir, async (services) => {
      const { world, author, approver, documents } = await buildOrganisation(services, 'Northmere', 'northmere');
      const records = await recordsOf(services, world, { author, approver, size });
      await noJobIsDue(services.database.pool);
      return {
        url: server.url,
        org: world.org,
        token: await bearer(services, author),
        document: documents.effective,
        records,
        close: () => server.remove(),
      };
    });
  } catch (error) {
    await server.remove();
    throw error;
  }
};

const callers = [1, 8] as const;

interface Contestant {
  name: string;
  /** `calls`: how many there are for this round, where that is limited. */
  measure(callers: number, seconds: number, calls: number): Promise<Rate>;
}

/** So many calls by so many callers, each of which waits for the response. */
const fixedCalls = async (count: number, calls: number, one: () => Promise<void>): Promise<Rate> => {
  let left = calls;
  const latencies: number[] = [];
  const since = performance.now();
  await Promise.all(
    Array.from({ length: count }, async () => {
      while (left-- > 0) {
        const begun = performance.now();
        await one();
        latencies.push(performance.now() - begun);
      }
    }),
  );
  const seconds = (performance.now() - since) / 1000;
  return { rate: latencies.length / seconds, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) };
};

const bare = 'bare endpoint (GET /healthz)';
const signing = 'sign a training record';
const hashing = 'Argon2id verification alone';

const contestants = async ({ url, token, org, document, records }: BenchServer): Promise<Contestant[]> => {
  const get = (name: string, address: string): Contestant => {
    const init = { headers: { Authorization: `Bearer ${token}` } };
    return { name, measure: (count, seconds) => closedLoop(count, seconds, () => call(url + address, 200, init)) };
  };
  const passwords = createPasswords({ secretKey: 'k'.repeat(32) });
  const owner = { org, user: document, setAt: new Date().toISOString() };
  const stored = await passwords.hash('corridor-battery-9-lamp', owner);
  const verifyPassword = () => passwords.verify(stored, 'corridor-battery-9-lamp');
  return [
    get(bare, '/healthz'),
    get('get a document', `/api/docs/${document}`),
    get('list 25 documents', `/api/orgs/${org}/docs?limit=25`),
    { name: hashing, measure: (count, seconds) => closedLoop(count, seconds, verifyPassword) },
    { name: signing, measure: (count, _, calls) => fixedCalls(count, calls, () => sign(url, records.pop()!)) },
  ];
};

/** `npm run bench -- api`: calls to a server of its own, beside a bare endpoint and the bare password check. */
export const run = async (words: string[]): Promise<void> => {
  const values = parseOptions(words);
  const rounds = Number(values.rounds ?? (values.quick ? 1 : 5));
  const server = await openServer(values.quick ? { people: 4, documents: 4 } : { people: 40, documents: 12 });
  try {
    const all = await contestants(server);
    const calls = Math.floor(server.records.length / rounds / callers.length);
    const rates = new Map(all.map(({ name }) => [name, new Map(callers.map((count) => [count, [] as Rate[]]))]));
    for (let round = 0; round < rounds; round++)
      for (const count of callers)
        for (const { name, measure } of all)
          rates
            .get(name)!
            .get(count)!
            .push(await measure(count, values.quick ? 0.3 : 3, calls));
    const of = (name: string, count: (typeof callers)[number], field: keyof Rate) =>
      median(
        rates
          .get(name)!
          .get(count)!
          .map((rate) => rate[field]),
      );
    print('Requests a second (p50 / p99 in ms)');
    table([
      ['', ...callers.map((count) => `${count} callers`)],
      ...all.map(({ name }) => [
        name,
        ...callers.map(
          (count) =>
            `${whole(of(name, count, 'rate'))} (${of(name, count, 'p50').toFixed(1)} / ` +
            `${of(name, count, 'p99').toFixed(1)})`,
        ),
      ]),
    ]);
    const ratios: Ratio[] = [
      atLeast(0.6, 'signatures ÷ Argon2id verifications, 8 callers', of(signing, 8, 'rate') / of(hashing, 8, 'rate')),
    ];
    await report(ratios, values.json, { rounds });
  } finally {
    await server.close();
  }
};
