import type { KyselyPlugin } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { createAnswers, type Folded } from '#app/queries/query-cache.ts';
import { listDepartments } from '#app/queries/department/list-departments.ts';
import { listAreas } from '#app/queries/document/choices.ts';
import { listEffective } from '#app/queries/document/list-effective.ts';
import { listManaged } from '#app/queries/document/list-managed.ts';
import { getDocumentPage } from '#app/queries/document/document-page.ts';
import { startHere, tabCounts } from '#app/queries/document/start-here.ts';
import { getTrail } from '#app/queries/audit/list-trail.ts';
import { listOpenTraining } from '#app/queries/training/list-open.ts';
import { listTeam } from '#app/queries/user/list-team.ts';
import { ask, type Query, type QueryContext } from '#app/queries/query.ts';
import { readViewer } from '#app/queries/read-viewer.ts';
import type { Person } from '#app/demo/world.ts';
import { inDays, organisation, sop, type Organisation } from '#tests/commands/organisation.ts';

describe('an answer that follows from the ledger alone', () => {
  const place = { org: 'a', known: '7', position: async () => '7' };

  it('is worked out once for a position, for who asks at the same time as for who asks later, and frozen', async () => {
    const answers = createAnswers();
    let worked = 0;
    const asks = () => answers.at(place)('list', ['q', 1], async () => ({ rows: [{ number: ++worked }] }));
    const [first, second] = await Promise.all([asks(), asks()]);
    expect(await asks()).toBe(first);
    expect(second).toBe(first);
    expect(worked).toBe(1);
    expect(Object.isFrozen(first.rows[0])).toBe(true);
  });

  it('is another one for another organisation, position, name and question', async () => {
    const answers = createAnswers();
    const asks = (org: string, known: string, name: string, ...of: (string | number | null)[]) =>
      answers.at({ org, known, position: async () => known })(name, of, async () => [org, known, name, ...of].join());
    const questions = [
      ['a', '7', 'list', 'x', null],
      ['b', '7', 'list', 'x', null],
      ['a', '8', 'list', 'x', null],
      ['a', '7', 'other', 'x', null],
      ['a', '7', 'list', 'y', null],
      ['a', '7', 'list', 'x', 'null'],
      ['a', '7', 'list', 'x,', ''],
    ] as [string, string, string, ...(string | number | null)[]][];
    const given = [];
    for (const question of questions) given.push(await asks(...question));
    expect(given).toEqual(questions.map((question) => question.join()));
  });

  it('is not given where the snapshot is of a later position', async () => {
    const moved = { ...place, position: async () => '8' };
    const answers = createAnswers();
    await expect(answers.at(moved)('list', [], async () => 'late')).rejects.toThrow('moved on');
    const begun: string[] = [];
    const work = async (folded: Folded) => {
      begun.push('');
      return folded('list', [], async () => 'late');
    };
    expect(await answers.inOneMoment(moved, work)).toBe('late');
    expect(begun).toHaveLength(2);
    expect(await answers.at({ ...place, known: '8' })('list', [], () => Promise.reject(new Error('asked')))).toBe(
      'late',
    );
  });

  it('stays of one moment while the same process records more', async () => {
    const answers = createAnswers();
    for (const known of ['7', '6']) {
      const given = await answers.inOneMoment({ ...place, known }, async (folded) => {
        const first = await folded(`first of ${known}`, [], async () => 'at 7');
        answers.reached('a', '8');
        return [first, await folded(`second of ${known}`, [], async () => 'at 7')];
      });
      expect(given).toEqual(['at 7', 'at 7']);
    }
  });

  it('is worked out by whoever waited for somebody else’s that failed or was of another moment', async () => {
    const answers = createAnswers();
    let fail = (_error: Error): void => undefined;
    const first = answers.at(place)('list', [], () => new Promise<string>((_, reject) => (fail = reject)));
    const second = answers.at(place)('list', [], async () => 'own');
    fail(new Error('undone'));
    await expect(first).rejects.toThrow('undone');
    expect(await second).toBe('own');
    const moved = answers.at({ ...place, position: async () => '8' })('other', [], async () => 'late');
    const other = answers.at(place)('other', [], async () => 'in time');
    await expect(moved).rejects.toThrow('moved on');
    expect(await other).toBe('in time');
    expect(await answers.at(place)('other', [], () => Promise.reject(new Error('asked')))).toBe('in time');
  });

  it('is tried again where it failed', async () => {
    const folded = createAnswers().at(place);
    await expect(folded('list', [], () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    expect(await folded('list', [], async () => 'there')).toBe('there');
  });
});

async function asViewer({ services }: Organisation, person: Person) {
  const viewer = await readViewer(services.database.kysely, { org: person.org, user: person.uid, publicId: '' });
  if (!viewer) throw new Error('Nobody asks');
  return viewer;
}

describe('a list', () => {
  it('shows what was recorded after the person was read, and is of one moment', async () => {
    const org = await organisation();
    const { services, world, author, other } = org;
    await world.create(author, { ...sop('001', 'Before'), send: false });
    const viewer = await asViewer(org, author);
    const asked = { sort: 'name', page: 1 } as const;
    const by = { ports: services, viewer, now: services.now() };
    const names = async () => {
      const answer = await ask(listManaged, asked, by);
      return answer.ok && [answer.value.documents.map(({ name }) => name), answer.value.counts.my];
    };
    expect(await names()).toEqual([['Before'], 1]);
    await world.create(author, { ...sop('002', 'Meanwhile'), approvers: [other] });
    // Recorded by this process: seen at once, in the same request too.
    expect(await names()).toEqual([['Before', 'Meanwhile'], 2]);
    // By another process: what is known at the person's position stands; whoever is read anew sees what is there.
    // Of another bundle, as the server's are to its screens.
    const again = '#app/queries/query-cache.ts?again';
    const bundle = (await import(again)) as { createAnswers: typeof createAnswers };
    const elsewhere = { ...services, answers: bundle.createAnswers() };
    const there = { ...by, ports: elsewhere, viewer: await asViewer(org, author) };
    const listed = async (asking: typeof there) => {
      const answer = await ask(listManaged, asked, asking);
      return answer.ok && answer.value.documents.map(({ name }) => name);
    };
    expect(await listed(there)).toEqual(['Before', 'Meanwhile']);
    await world.create(author, { ...sop('003', 'Since'), approvers: [other] });
    expect(await listed(there)).toEqual(['Before', 'Meanwhile']);
    expect(await listed({ ...there, viewer: await asViewer(org, author) })).toEqual(['Before', 'Meanwhile', 'Since']);
    // A question that nobody asked at the earlier position is answered, whole, at the snapshot's.
    const turned = await ask(listManaged, { ...asked, order: 'desc' }, there);
    expect(turned.ok && [turned.value.documents.map(({ name }) => name), turned.value.counts.my]).toEqual([
      ['Since', 'Meanwhile', 'Before'],
      3,
    ]);
  });

  it('takes no connection where everything is known', async () => {
    const org = await organisation();
    const { services, admin } = org;
    const by = { ports: services, viewer: await asViewer(org, admin), now: services.now() };
    await ask(listEffective, { page: 1 }, by);
    const read = services.database.read.bind(services.database);
    let statements = 0;
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => (statements++, node),
      transformResult: async ({ result }) => result,
    };
    const database = {
      ...services.database,
      read: (async (one, work) => read(one, (db, position) => work(db.withPlugin(counting), position))) as typeof read,
    };
    await ask(listEffective, { page: 1 }, { ...by, ports: { ...services, database } });
    expect(statements).toBe(0);
    await ask(listEffective, { page: 1, q: 'other' }, { ...by, ports: { ...services, database } });
    expect(statements).toBeGreaterThan(0);
  });
});

describe('what is kept of an answer', () => {
  it('is read from the read models and the ledger alone, and depends on no more of who asks than it names', async () => {
    const org = await organisation();
    const { services, world, admin, author, other, employee } = org;
    const document = await world.create(author, { ...sop('001'), approvers: [other] });
    await world.sign(other, document);
    await world.publish(document, ['Quality'], inDays(9));
    await world.create(author, { ...sop('002'), approvers: [admin, other] });
    const schemas = new Set<string>();
    const known = new Map<string, string>();
    let inside = 0;
    let last: unknown;
    const watching: KyselyPlugin = {
      transformQuery({ node }) {
        if (inside > 0)
          for (const [, name, raw = ''] of JSON.stringify(node).matchAll(
            /"schema":\{"kind":"IdentifierNode","name":"(\w+)"|\b(?:from|join) (\w+)\./g,
          ))
            schemas.add(name ?? raw);
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const look = async <S extends z.ZodType, O>(person: Person, query: Query<S, O>, input: z.input<S>) => {
      const viewer = await asViewer(org, person);
      return services.database.read(person.org, async (db) => {
        const context: QueryContext = {
          viewer,
          db: db.withPlugin(watching),
          ports: services,
          now: services.now(),
          async folded(name, of, work) {
            inside++;
            const answer = await work();
            inside--;
            const [key, text] = [JSON.stringify([name, of]), JSON.stringify(answer)];
            expect(known.get(key) ?? text, `${name} for ${person.role}`).toBe(text);
            known.set(key, text);
            last = answer;
            return answer;
          },
        };
        return query.run(query.input.parse(input), context);
      });
    };
    for (const person of [admin, author, other, employee]) {
      for (const show of ['all', 'my'] as const) await look(person, listManaged, { show, sort: 'name', page: 1 });
      await look(person, listEffective, { page: 1 });
      await look(person, listOpenTraining, { page: 1 });
      const team = await look(person, listTeam, {
        show: 'active',
        department: null,
        sort: 'name',
        order: 'asc',
        page: 1,
      });
      // The very list that is kept, so that its HTML is too.
      expect(team.ok && team.value.members).toBe((last as { people: unknown }).people);
      await look(person, listDepartments, {});
      await look(person, listAreas, {});
      await look(person, startHere, {});
      await look(person, tabCounts, {});
      await look(person, getDocumentPage, { document });
      await look(person, getTrail, { document, kind: null, who: null, page: 1 });
    }
    expect([...schemas].filter((schema) => schema !== 'read' && schema !== 'ledger')).toEqual([]);
    expect(schemas).toContain('read');
    expect(known.size).toBeGreaterThan(12);
  });
});
