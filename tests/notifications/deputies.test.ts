import { expect, it } from 'vitest';
import { defaultSettings } from '#events/organisation/events.ts';
import { approveDocument } from '#app/approvals/commands/sign.ts';
import { openFile } from '#app/documents/commands/open-file.ts';
import { defineRoute } from '#app/approval-routes/commands/manage.ts';
import { declareAbsence, endAbsence } from '#app/people/commands/absence.ts';
import { editUser } from '#app/people/commands/edit.ts';
import { signatureOf, type Person } from '#app/set-up/demonstration/world.ts';
import { readStartHere } from '#app/home/queries/start-here.ts';
import { countApprovals, streamApprovals, type ApprovalReport } from '#app/reports/queries/step-approvals.ts';
import { latestSource } from '#app/reports/queries/source.ts';
import { isoDay } from '#app/ui/text/date.ts';
import { inDays, somebody, sop } from '#tests/support/organisation.ts';
import { join, nameOf, setUp, silent } from './reminder-setup.ts';

const step = { who: { kind: 'named_by_owner' }, howMany: 'all', days: 5 };
const definition = {
  name: 'Procedures',
  types: [],
  areas: [],
  steps: [
    { ...step, name: 'Review', meaning: 'approved' },
    { ...step, name: 'Release', meaning: 'quality_approved' },
  ],
  separation: 'strict',
  samePerson: false,
};

it('asks and reminds the deputy too, and tells owner and manager, or admins, once a step is overdue', async () => {
  const { org, peer, set, look } = await setUp();
  const { world, services, admin, author, other } = org;
  const nadia = await join(org, somebody('Nadia', 'Haddad', 'AUTHOR'), ['Quality']);
  const priya = await join(org, somebody('Priya', 'Raman', 'AUTHOR'), ['Quality']);
  const { firstName, lastName, role } = other;
  const details = { user: other.uid, firstName, lastName, role, departments: world.uidsOf(['Laboratory']) };
  await world.act(admin, editUser, { ...details, manager: priya.uid });
  await set({ ...silent, approvals: true });
  await world.act(admin, defineRoute, { definition });
  const day = (days: number) => isoDay(inDays(days), 'UTC');
  const away = (person: Person, from: number) =>
    world.act(person, declareAbsence, {
      user: person.uid,
      deputy: nadia.uid,
      from: day(from),
      until: day(20),
    });
  const forOthers = async ({ uid, role }: Person, at = 0) => {
    const moment = { now: inDays(at), today: day(at) };
    const { forOthers: shown } = await services.database.read(world.org, (db) =>
      readStartHere(db, { uid, role, settings: defaultSettings }, moment),
    );
    return shown.cards.map(({ docNum, absent, until }) => [docNum, absent, until]);
  };
  await away(other, 0);
  await away(priya, 2);
  const create = (docNum: string, first: Person) => world.create(author, { ...sop(docNum), approvers: [first, admin] });
  const document = await create('001', other);
  await create('002', priya);
  expect(await forOthers(nadia)).toEqual([['001', 'Marit Solheim', day(20)]]);
  expect(await forOthers(nadia, 2)).toHaveLength(2);
  expect(await forOthers(other)).toEqual([]);
  await org.work(2);
  await org.untilIdle();
  const first = peer.received.splice(0).map((one) => `${nameOf(org, one.envelope[0])}: ${one.subject}`);
  const words = (at: number) =>
    new Date(inDays(at)).toLocaleDateString('en-GB', { day: '2-digit', month: 'short', year: 'numeric' });
  const asked = first.filter((one) => /deputy|requested/.test(one)).sort();
  expect(asked).toEqual([
    'Marit: Approval requested: SOP - QA - 001, Procedure 001',
    'Nadia: Approval requested for Marit Solheim: SOP - QA - 001, Procedure 001',
    `Nadia: You are the deputy of Marit Solheim from ${words(0)} until ${words(20)}`,
    `Nadia: You are the deputy of Priya Raman from ${words(2)} until ${words(20)}`,
    'Priya: Approval requested: SOP - QA - 002, Procedure 002',
  ]);
  expect(await look(inDays(2.1))).toEqual([`Nadia: You are the deputy of Priya Raman until ${words(20)}`]);
  expect(await look(inDays(4.5))).toEqual([
    'Marit: Approval due within a day: SOP - QA - 001, Procedure 001',
    'Nadia: Approval due within a day: 2 documents',
    'Priya: Approval due within a day: SOP - QA - 002, Procedure 002',
  ]);
  expect(await look(inDays(5.5))).toEqual([
    'Ines: Not signed in time: SOP - QA - 002, Procedure 002',
    'Marit: Approval overdue: SOP - QA - 001, Procedure 001',
    'Nadia: Approval overdue: 2 documents',
    'Priya: Approval overdue: SOP - QA - 002, Procedure 002',
    'Priya: Not signed in time: SOP - QA - 001, Procedure 001',
    'Tomasz: Not signed in time: 2 signatures',
  ]);
  expect(await look(inDays(9))).toEqual([]);
  // The deputy signs, and may not sign the same version for anybody else.
  const approval = await services.database.read(world.org, (db) =>
    db
      .selectFrom('read.approval')
      .select('uid')
      .where('user_uid', '=', other.uid)
      .where('document_uid', '=', document)
      .executeTakeFirstOrThrow(),
  );
  await world.act(nadia, openFile, { document, version: '1.0', kind: 'final', purpose: 'manage' });
  await world.act(nadia, approveDocument, { ...signatureOf(nadia), approval: approval.uid });
  await world.act(admin, declareAbsence, { user: admin.uid, deputy: nadia.uid, from: day(9), until: day(20) });
  expect((await forOthers(nadia, 9)).map(([docNum]) => docNum)).toEqual(['002']);
  const listed = (report: ApprovalReport) =>
    services.database.read(world.org, async (db) => {
      const source = { ...(await latestSource(db, world.org)), at: inDays(9) };
      const rows: string[] = [];
      for await (const row of streamApprovals(source, report, {}))
        rows.push([row.docNum, row.step, row.stepName, row.approver, row.deputy, Math.round(row.days)].join(' '));
      expect(await countApprovals(source, report, {})).toBe(rows.length);
      return rows;
    });
  const [ofFirst, ofSecond] = await listed('approval-times');
  expect(ofFirst).toMatch(/^001 1 Review Marit Solheim Nadia Haddad \d$/);
  expect(ofSecond).toMatch(/^001 2 Release Ines Okafor {2}\d$/);
  expect(await listed('overdue-approvals')).toEqual(['002 1 Review Priya Raman  9']);
  expect(await listed('deputy-signatures')).toEqual([ofFirst]);
  const absences = await services.database.read(world.org, (db) =>
    db.selectFrom('read.absence').select(['uid', 'user_uid']).execute(),
  );
  for (const { uid, user_uid: user } of absences.filter((one) => one.user_uid === priya.uid))
    await world.act(priya, endAbsence, { user, absence: uid });
  expect(await forOthers(nadia, 9)).toEqual([]);
  // An absence that is declared after the approver was asked tells the deputy what is open.
  await org.untilIdle();
  peer.received.splice(0);
  await away(priya, 9);
  await org.untilIdle();
  const [email, ...more] = peer.received.filter(({ envelope }) => nameOf(org, envelope[0]) === 'Nadia');
  expect(more).toEqual([]);
  expect(email?.subject).toBe(`You are the deputy of Priya Raman from ${words(9)} until ${words(20)}`);
  expect(email?.text).toContain('Procedure 002');
  expect(email?.text).not.toContain('Procedure 001');
});
