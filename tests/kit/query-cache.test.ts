import type { KyselyPlugin } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { getOrganisationLog } from '#app/audit/queries/logs.ts';
import { getTrail } from '#app/audit/queries/list-trail.ts';
import { listDepartments as listWithMembers } from '#app/organisation/queries/list-departments.ts';
import { listAreas, listDepartments } from '#app/organisation/queries/choices.ts';
import { getDocumentPage } from '#app/documents/queries/document-page.ts';
import { listEffective } from '#app/home/queries/list-effective.ts';
import { listManaged } from '#app/home/queries/list-managed.ts';
import { startHere, trainingCount } from '#app/home/queries/start-here.ts';
import { ask, atOnePosition, query, type Query } from '#app/kit/query/query.ts';
import { createQueryCache } from '#app/kit/query/query-cache.ts';
import { getPlots } from '#app/reports/queries/plots.ts';
import { listOpenTraining } from '#app/training/queries/list-open.ts';
import { ok } from '#events/failures.ts';
import { inDays, organisation, sop, type Organisation } from '#tests/support/organisation.ts';
import { asViewer } from '#tests/support/asking.ts';

const minute = '2026-03-12T09:30:05.000Z';

/** Counts how often each of two queries runs. */
function counting() {
  const runs = { own: 0, shared: 0 };
  const input = z.object({ q: z.string().trim() });
  const run = (kind: keyof typeof runs) => async () => ok({ rows: [++runs[kind]] });
  const own = query({ name: 'test.own', input, permission: 'signed-in', cache: 'viewer', run: run('own') });
  const shared = query({ name: 'test.shared', input, permission: 'signed-in', cache: 'shared', run: run('shared') });
  return { runs, own, shared };
}

const by = async ({ services }: Organisation, person: Person, now = minute) => ({
  ports: services,
  viewer: await asViewer(services, person),
  now,
});

describe('a cached query', () => {
  it('runs once for a position, a minute, a parsed input and a viewer', async () => {
    const org = await organisation();
    const { runs, own } = counting();
    const { author, admin, world } = org;
    await ask(own, { q: 'a' }, await by(org, author));
    await ask(own, { q: ' a ' }, await by(org, author, '2026-03-12T09:30:59.999Z'));
    expect(runs.own).toBe(1);
    await ask(own, { q: 'b' }, await by(org, author));
    await ask(own, { q: 'a' }, await by(org, admin));
    await ask(own, { q: 'a' }, await by(org, author, '2026-03-12T09:31:00.000Z'));
    expect(runs.own).toBe(4);
    await world.create(author, { ...sop('001'), send: false });
    await ask(own, { q: 'a' }, await by(org, author));
    expect(runs.own).toBe(5);
  });

  it('runs once for everybody who may ask where it is shared, and never for two organisations', async () => {
    const org = await organisation();
    const other = await organisation({ db: org.db });
    const { runs, shared } = counting();
    for (const person of [org.author, org.admin, org.employee]) await ask(shared, { q: 'a' }, await by(org, person));
    expect(runs.shared).toBe(1);
    const theirs = { ...(await by(other, other.author)), ports: org.services };
    await ask(shared, { q: 'a' }, theirs);
    expect(runs.shared).toBe(2);
  });

  it('gives each caller a value of their own', async () => {
    const org = await organisation();
    const { own } = counting();
    const rows = async () => {
      const result = await ask(own, { q: '' }, await by(org, org.author));
      return result.ok ? result.value.rows : [];
    };
    (await rows()).push(9);
    expect(await rows()).toEqual([1]);
  });

  it('runs once for callers at the same time', async () => {
    const cache = createQueryCache();
    let runs = 0;
    const ask = () => cache.result(['a'], () => Promise.resolve(++runs));
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
  });

  it('is not known where it failed', async () => {
    const cache = createQueryCache();
    await expect(cache.result(['list'], () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    expect(await cache.result(['list'], async () => 'there')).toBe('there');
  });

  it('forgets the oldest results beyond its size', async () => {
    const cache = createQueryCache();
    let runs = 0;
    const page = (n: number) => cache.result([n], async () => (runs++, 'x'.repeat(2 ** 20)));
    for (let n = 0; n < 20; n++) await page(n);
    await page(19);
    expect(runs).toBe(20);
    await page(0);
    expect(runs).toBe(21);
  });

  it('does not run twice on the same rows', async () => {
    const org = await organisation();
    const { database } = org.services;
    const asking = await by(org, org.admin);
    await ask(listEffective, { page: 1 }, asking);
    let statements = 0;
    const watching: KyselyPlugin = {
      transformQuery: ({ node }) => (statements++, node),
      transformResult: async ({ result }) => result,
    };
    const read: typeof database.read = (one, work) =>
      database.read(one, (db, position) => work(db.withPlugin(watching), position));
    const ports = { ...org.services, database: { ...database, read } };
    await ask(listEffective, { page: 1 }, { ...asking, ports });
    expect(statements).toBe(0);
    await ask(listEffective, { page: 1, q: 'other' }, { ...asking, ports });
    expect(statements).toBeGreaterThan(0);
  });
});

describe('a cached list', () => {
  it('shows what was recorded since, whichever process recorded it', async () => {
    const org = await organisation();
    const { services, world, author, other } = org;
    const asking = await by(org, author);
    const otherProcess = { ...services, queryCache: createQueryCache() };
    const names = async (ports: typeof services) => {
      const answer = await ask(listManaged, { sort: 'name', page: 1 }, { ...asking, ports });
      return answer.ok && [answer.value.documents.map(({ name }) => name), answer.value.counts.my];
    };
    await world.create(author, { ...sop('001', 'Before'), send: false });
    for (const ports of [services, otherProcess]) expect(await names(ports)).toEqual([['Before'], 1]);
    await world.create(author, { ...sop('002', 'Since'), approvers: [other] });
    for (const ports of [services, otherProcess]) expect(await names(ports)).toEqual([['Before', 'Since'], 2]);
  });

  it('is of the same position as the other queries of its read transaction', async () => {
    const org = await organisation();
    const { world, author } = org;
    const asking = await by(org, author);
    const names = await atOnePosition(asking, async (one) => {
      const first = await one(listManaged, { sort: 'name', page: 1 });
      await world.create(author, { ...sop('001', 'Meanwhile'), send: false });
      const second = await one(listManaged, { sort: 'name', order: 'desc', page: 1 });
      return [first, second].map((result) => result.ok && result.value.documents.length);
    });
    expect(names).toEqual([0, 0]);
  });
});

describe('what the cached queries read', () => {
  it('read only read tables and the ledger, with the same shared result for every permitted viewer', async () => {
    const org = await organisation();
    const { services, world, admin, author, other, employee } = org;
    const document = await world.create(author, { ...sop('001'), approvers: [other] });
    await world.sign(other, document);
    await world.publish(document, ['Quality'], inDays(9));
    await world.create(author, { ...sop('002'), approvers: [admin, other] });
    const schemas = new Set<string>();
    const watching: KyselyPlugin = {
      transformQuery({ node }) {
        for (const [, name, raw = ''] of JSON.stringify(node).matchAll(
          /"schema":\{"kind":"IdentifierNode","name":"(\w+)"|\b(?:from|join) (\w+)\./g,
        ))
          schemas.add(name ?? raw);
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const shared = new Map<string, string>();
    const now = services.now();
    const look = async <S extends z.ZodType, O>(person: Person, asked: Query<S, O>, input: z.input<S>) => {
      const viewer = await asViewer(services, person);
      await services.database.read(person.org, async (db) => {
        const context = { org: person.org, viewer, db: db.withPlugin(watching), ports: services, now };
        const text = JSON.stringify(await asked.run(asked.input.parse(input), context));
        if (asked.cache === 'shared')
          expect(shared.get(asked.name) ?? text, `${asked.name}: ${person.role}`).toBe(text);
        if (asked.cache === 'shared') shared.set(asked.name, text);
        else expect(asked.cache).toBe('viewer');
      });
    };
    for (const person of [admin, author, other, employee]) {
      for (const show of ['all', 'my'] as const) await look(person, listManaged, { show, sort: 'name', page: 1 });
      await look(person, listEffective, { page: 1 });
      await look(person, listOpenTraining, { page: 1 });
      for (const list of [listWithMembers, listDepartments, listAreas, startHere, trainingCount, getPlots])
        await look(person, list as Query<z.ZodObject, unknown>, {});
      await look(person, getDocumentPage, { document });
      await look(person, getTrail, { document, kind: null, who: null, page: 1 });
    }
    expect([...schemas].sort()).toEqual(['ledger', 'read']);
    expect(shared.size).toBe(6);
    expect(getOrganisationLog.cache).toBeUndefined();
  });
});
