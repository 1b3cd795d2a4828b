import { expect, it } from 'vitest';
import type { z } from 'zod';
import { editUser } from '#app/people/commands/edit.ts';
import { editFunctionalArea } from '#app/organisation/commands/functional-areas.ts';
import { describeEvents, readEvent } from '#app/audit/evidence/pack/event-descriptions.ts';
import { openSnapshot } from '#app/audit/evidence/pack/snapshot.ts';
import { readEventDocuments } from '#app/audit/queries/event-documents.ts';
import { getUserLog } from '#app/audit/queries/logs.ts';
import { coverUpTo } from '#app/audit/queries/proof.ts';
import { getMember } from '#app/people/queries/get-member.ts';
import { listApproverOptions } from '#app/organisation/queries/choices.ts';
import { readTrailEvents } from '#app/audit/queries/events.ts';
import { getWholeTrail } from '#app/audit/queries/list-trail.ts';
import { getDocumentPage } from '#app/documents/queries/document-page.ts';
import { listTeam } from '#app/people/queries/list-team.ts';
import { toLifeView } from '#app/documents/words/lifeline.ts';
import { organisation, somebody, sop } from '#tests/support/organisation.ts';
import { testDatabase } from '#tests/support/database.ts';
import { answer } from '#tests/support/asking.ts';

it('The team by role holds a SUPER_ADMIN among the admins', async () => {
  const db = await testDatabase();
  const org = await organisation({ db });
  const { world, admin, author } = org;
  await world.join(somebody('Priya', 'Raman', 'ADMIN'), ['Quality']);
  await db.owner.query(`update read.user_account set role = 'SUPER_ADMIN' where uid = $1`, [author.uid]);
  const { members } = await answer(org, admin, listTeam, {
    show: 'active',
    department: null,
    sort: 'role',
    order: 'asc',
    page: 1,
  });
  expect(members.map(({ name }) => name)).toEqual([
    'Ines Okafor',
    'Priya Raman',
    'Tomasz Wieczorek',
    'Marit Solheim',
    'Hana Kobayashi',
  ]);
});

it('A person’s page names the approvals and counts the training that wait, and nothing that is done', async () => {
  const org = await organisation();
  const { world, admin, author, other } = org;
  const signed = await world.create(other, { ...sop('001'), approvers: [author] });
  await world.sign(author, signed);
  await world.publishNow(signed, ['Quality']);
  const waits = await world.create(other, { ...sop('002', 'Cleaning'), approvers: [author] });
  const standing = async () => {
    const { openApprovals, openTraining } = await answer(org, admin, getMember, { user: author.uid });
    return { openApprovals, openTraining };
  };
  const openApprovals = [{ document: waits, name: 'Cleaning' }];
  expect(await standing()).toEqual({ openApprovals, openTraining: 1 });
  await world.train(author, signed);
  expect(await standing()).toEqual({ openApprovals, openTraining: 0 });
});

it('Two people of one name have their emails beside it, in lists and where they are chosen', async () => {
  const org = await organisation();
  const { world, admin, author } = org;
  const { firstName, lastName, email } = author;
  const namesake = await world.join(somebody(firstName.toUpperCase(), lastName, 'AUTHOR'), ['Quality']);
  const expected = [`${firstName} ${lastName} (${email})`, `${namesake.firstName} ${lastName} (${namesake.email})`];
  const team = await answer(org, admin, listTeam, {
    show: 'active',
    department: null,
    sort: 'name',
    order: 'asc',
    page: 1,
  });
  const options = await answer(org, admin, listApproverOptions, {});
  for (const list of [team.members, options]) {
    const names = list.map(({ name }) => name);
    expect(names.filter((name) => name.includes('@')).sort()).toEqual(expected.sort());
  }
  // What was recorded keeps its name, and has the email beside it: in the audit trail and in the timeline.
  const document = await world.create(author, { ...sop('001'), approvers: [namesake] });
  await world.sign(namesake, document);
  await world.publishNow(document, ['Quality']);
  const { positions } = await answer(org, admin, getWholeTrail, { document });
  const events = await readTrailEvents(org.services, { org: world.org, document }, positions, null);
  const [first, second] = expected.sort();
  const [own, other] = first!.includes(email) ? [first, second] : [second, first];
  expect(events[0]).toMatchObject({ subject: own, actor: { name: own } });
  expect(JSON.stringify(events.map(({ changes }) => changes))).toContain(`"new":"${other}"`);
  const { life } = (await answer(org, admin, getDocumentPage, { document })).found;
  const entries = toLifeView(life, 'UTC');
  expect(entries.at(-1)?.text).toBe(`${own} created the document, version 1.0.`);
  expect(entries.find(({ kind }) => kind === 'signed')?.note).toMatch(`${other}. `);
});

it('No entry of a trail or timeline changes when a namesake joins or a person or document is renamed', async () => {
  const org = await organisation();
  const { world, services, admin, author, other } = org;
  const document = await world.create(author, { ...sop('001'), approvers: [other] });
  await world.sign(other, document);
  await world.publishNow(document, ['Quality']);
  const areaRenamed = 'DocumentAreaRenamed';
  const trail = await answer(org, admin, getWholeTrail, { document });
  const log = await answer(org, admin, getUserLog, { user: author.uid, page: 1, whole: true });
  const checkpoint = (await coverUpTo(services, world.org, trail.last))!;
  const entries = async () => {
    const ofTrail = await readTrailEvents(services, { org: world.org, document }, trail.positions, null);
    const ofLog = await readTrailEvents(services, { org: world.org, person: author.uid }, log.positions, null);
    const titles = await readEventDocuments(services, world.org, ofTrail);
    const snapshot = await openSnapshot(services, world.org, checkpoint);
    const packed = await describeEvents(snapshot, ofTrail.map(readEvent), { document });
    const { life } = (await answer(org, admin, getDocumentPage, { document })).found;
    return {
      ofTrail,
      ofLog,
      titles: [...titles],
      packed,
      life: toLifeView(life, 'UTC').filter(({ what }) => what !== areaRenamed),
    };
  };
  const before = await entries();
  const sentences = (list: readonly { sentence: string }[]) => list.map(({ sentence }) => sentence);
  expect(sentences(before.packed)).toEqual(sentences(before.ofTrail));
  await world.join(somebody('TOMASZ', 'Wieczorek', 'AUTHOR'), ['Laboratory']);
  const renamed = { user: other.uid, firstName: 'Tomasz', lastName: 'Wieczorek', role: 'AUTHOR' as const };
  await world.act(admin, editUser, { ...renamed, departments: world.uidsOf(['Laboratory']) });
  await world.act(admin, editFunctionalArea, { named: 'QA', name: 'QC' });
  expect(JSON.stringify(await entries())).toBe(JSON.stringify(before));
});

it('The team is found by name, email, role and status, and each person’s training is counted', async () => {
  const org = await organisation();
  const { world, admin, author, other, employee } = org;
  await world.invite(somebody('Noor', 'Haddad', 'EMPLOYEE'), ['Laboratory']);
  type Filter = Partial<z.input<(typeof listTeam)['input']>>;
  const find = (filter: Filter) =>
    answer(org, admin, listTeam, { show: 'active', department: null, sort: 'name', order: 'asc', page: 1, ...filter });
  const names = async (filter: Filter) => (await find(filter)).members.map(({ name }) => name);
  expect(await names({ q: 'HANA kobay' })).toEqual(['Hana Kobayashi']);
  expect(await names({ q: employee.email.slice(5) })).toEqual(['Hana Kobayashi']);
  expect(await names({ q: 'solheim', role: 'EMPLOYEE' })).toEqual([]);
  expect(await names({ role: 'AUTHOR' })).toEqual(['Marit Solheim', 'Tomasz Wieczorek']);
  expect(await names({ show: 'invited' })).toEqual(['Noor Haddad']);
  expect((await find({ q: 'a' })).counts).toMatchObject({ invited: 1, deactivated: 0 });
  const signed = await world.create(author, { ...sop('001'), approvers: [other] });
  await world.sign(other, signed);
  await world.publishNow(signed, ['Quality']);
  await world.train(author, signed);
  const training = async () => (await find({})).members.map(({ name, training }) => [name.split(' ')[0], training]);
  expect(Object.fromEntries(await training())).toMatchObject({
    Tomasz: { open: 0, overdue: 0, completed: 1 },
    Hana: { open: 1, overdue: 0, completed: 0 },
    Marit: { open: 0, overdue: 0, completed: 0 },
  });
});
