import { describe, expect, it } from 'vitest';
import { retireDocument } from '#app/documents/commands/retire.ts';
import { memberTrainingHistory, ownTrainingHistory, trainingRecord } from '#app/training/queries/training-history.ts';
import { ask } from '#app/kit/query/query.ts';
import { readViewer } from '#app/kit/query/read-viewer.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { inDays, organisation, sop, type Organisation } from '#tests/support/organisation.ts';

async function asking({ services, world }: Organisation, person: Person) {
  const viewer = await services.database.read(world.org, (db) =>
    readViewer(db, { org: world.org, user: person.uid, publicId: '' }),
  );
  if (!viewer) throw new Error('Nobody');
  return { ports: services, viewer, now: services.now() };
}

async function published(org: Organisation, docNum: string, days = 30): Promise<string> {
  const document = await org.world.create(org.author, { ...sop(docNum), approvers: [org.other] });
  await org.world.sign(org.other, document);
  await org.world.publish(document, ['Quality'], inDays(days));
  return document;
}

describe('a person’s training', () => {
  it('lists open training by due date, then completed and cancelled training with its signature', async () => {
    const org = await organisation();
    const { world, employee, admin } = org;
    const [done, gone] = [await published(org, '001'), await published(org, '002')];
    for (const [docNum, days] of Object.entries({ '003': 50, '004': 20, '005': 40, '006': 30 }))
      await published(org, docNum, days);
    await world.train(employee, done);
    await world.act(admin, retireDocument, { document: gone, reason: 'Replaced.' });
    const own = await ask(ownTrainingHistory, { show: 'all', page: 1 }, await asking(org, employee));
    if (!own.ok) throw new Error(own.failure.code);
    const { records, counts, total } = own.value;
    expect([counts, total]).toEqual([{ open: 4, completed: 1, cancelled: 1 }, 6]);
    expect(records.map(({ status, of }) => `${status} ${of.docNum}`)).toEqual([
      'OPEN 004',
      'OPEN 006',
      'OPEN 005',
      'OPEN 003',
      'CANCELLED 002',
      'COMPLETED 001',
    ]);
    expect(records[0]?.assignedBecause).toBe('because the version was published');
    expect(records[4]?.cancelledBecause).toBe('because the document was retired');
    expect(records[5]?.signature).toMatchObject({ printedName: 'Hana Kobayashi', meaning: 'read_and_understood' });
    const completed = await ask(ownTrainingHistory, { show: 'completed', page: 1 }, await asking(org, employee));
    expect(completed.ok && completed.value.records.map(({ of }) => of.docNum)).toEqual(['001']);
  });

  it('is one’s own, and the admins’ to see', async () => {
    const org = await organisation();
    const { world, employee, admin, author, other } = org;
    const record = await world.train(employee, await published(org, '001'));
    const seen = await ask(
      memberTrainingHistory,
      { user: employee.uid, show: 'all', page: 1 },
      await asking(org, admin),
    );
    expect(seen.ok && seen.value.person.name).toBe('Hana Kobayashi');
    const refused = await ask(
      memberTrainingHistory,
      { user: employee.uid, show: 'all', page: 1 },
      await asking(org, author),
    );
    expect(refused).toMatchObject({ ok: false, failure: { code: 'not_allowed' } });
    const looks = async (person: Person) => {
      const answer = await ask(trainingRecord, { record }, await asking(org, person));
      return answer.ok ? answer.value.person.name : answer.failure.code;
    };
    expect([await looks(employee), await looks(admin), await looks(other)]).toEqual([
      'Hana Kobayashi',
      'Hana Kobayashi',
      'not_found',
    ]);
  });
});
