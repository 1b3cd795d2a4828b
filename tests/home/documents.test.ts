import { describe, expect, it } from 'vitest';
import { deactivateUser } from '#app/people/commands/activation.ts';
import { editUser } from '#app/people/commands/edit.ts';
import { replaceApprover } from '#app/documents/commands/approvers.ts';
import { recordReview } from '#app/documents/commands/record-review.ts';
import { retireDocument } from '#app/documents/commands/retire.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { saveChoice, weighChoice } from '#app/home/preferences/list-choice.ts';
import { listEffective } from '#app/home/queries/list-effective.ts';
import { listManaged, managedSorts } from '#app/home/queries/list-managed.ts';
import { nextDocNum } from '#app/documents/queries/next-number.ts';
import { getDocument } from '#app/documents/queries/get-document.ts';
import { reportFilters } from '#app/reports/queries/names.ts';
import { startHere, trainingCount } from '#app/home/queries/start-here.ts';
import { countSignatures, countTasks } from '#app/home/screens/tasks.ts';
import { approvalWords } from '#app/documents/screens/approvers/approver-lines.tsx';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { inDays, organisation, revision, rowOf, somebody, sop } from '#tests/support/organisation.ts';
import { answer, asViewer, everything, names } from '#tests/support/asking.ts';

describe('the lists of documents', () => {
  it('search, filter, sort and count as the specification says', async () => {
    const org = await everything();
    const managed = (by: Person, input: object = {}) =>
      answer(org, by, listManaged, { sort: 'name', page: 1, ...input });
    const all = await managed(org.admin);
    expect(names(all)).toEqual(['Änderungen', 'Batch Record', 'Cleaning', 'Drying', 'electronic records', 'Filling']);
    expect(all.counts).toEqual({ all: 6, my: 0, retired: 1 });
    expect(names(await managed(org.admin, { q: 'RECORD' }))).toEqual(['Batch Record', 'electronic records']);
    expect(names(await managed(org.admin, { q: 'ander' }))).toEqual(['Änderungen']);
    expect(names(await managed(org.admin, { q: '%' }))).toEqual([]);
    expect(names(await managed(org.admin, { area: 'ENG' }))).toEqual(['Drying']);
    expect(names(await managed(org.admin, { show: 'retired' }))).toEqual(['Gowning']);
    expect(names(await managed(org.other, { show: 'my' }))).toEqual(['Cleaning', 'Drying']);
    expect((await managed(org.other, { area: 'ENG' })).counts).toEqual({ all: 1, my: 1, retired: null });
    expect((await managed(org.other, { q: 'clean' })).counts).toEqual({ all: 1, my: 1, retired: null });
    expect((await managed(org.admin, { area: 'ENG' })).counts).toEqual({ all: 1, my: 0, retired: 0 });
    expect(await managed(org.author, { show: 'retired' })).toBe('not_allowed');
    expect((await managed(org.author)).counts.retired).toBeNull();
    expect(await managed(org.employee)).toBe('not_allowed');

    const byStatus = await managed(org.author, { sort: 'status' });
    expect(byStatus.documents.map(({ status }) => status)).toEqual([
      'CREATED',
      'IN_REVIEW',
      'APPROVED',
      'PENDING',
      'EFFECTIVE',
      'REJECTED',
    ]);
    const byOwner = await managed(org.author, { sort: 'owner', order: 'desc' });
    expect(byOwner.documents[0]?.owner).toBe('Tomasz Wieczorek');
    expect(
      (await managed(org.author, { sort: 'effectiveDate' })).documents.map((row) => row.effectiveAt !== null),
    ).toEqual([true, true, false, false, false, false]);
    const rates = Object.fromEntries(all.documents.map(({ name, trainingRate }) => [name, trainingRate]));
    expect(rates).toMatchObject({ 'Batch Record': null, Drying: 0, 'electronic records': 50 });
    // What was in force once is not any more: neither its date nor a rate.
    await org.world.act(org.admin, retireDocument, { document: org.effective, reason: 'Merged.' });
    const retired = await managed(org.admin, { show: 'retired', sort: 'effectiveDate' });
    expect(retired.documents.map((row) => [row.effectiveAt, row.trainingRate])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  it('are filtered by an area of any four characters, with the names of approvers in order', async () => {
    const org = await organisation();
    const { world, author, admin } = org;
    const area = '🧪🧫🧬𠮷';
    await world.functionalArea(area);
    const approvers = [];
    for (const first of ['Bob', 'Åsa', 'Zoë']) {
      approvers.push(await world.join({ ...somebody('A', 'Example', 'AUTHOR'), firstName: first }, ['Quality']));
    }
    const document = await world.create(author, { ...sop('001', 'Reading'), functionalArea: area, approvers });
    expect(names(await answer(org, admin, listManaged, { sort: 'name', area, page: 1 }))).toEqual(['Reading']);
    expect(reportFilters.safeParse({ area }).success).toBe(true);
    const { approvals } = await answer(org, admin, getDocument, { document });
    expect(approvals.map(({ name }) => name)).toEqual(['Åsa Example', 'Bob Example', 'Zoë Example']);
  });

  it('count completed training of those who are not deactivated', async () => {
    const org = await everything();
    await org.world.act(org.admin, deactivateUser, { user: org.author.uid });
    const list = await answer(org, org.admin, listManaged, { sort: 'name', page: 1, q: 'electronic' });
    expect(list.documents[0]?.trainingRate).toBe(100);
  });

  it('show everybody what is in force', async () => {
    const org = await everything();
    const list = await answer(org, org.employee, listEffective, { page: 1 });
    expect(list.documents).toMatchObject([{ name: 'electronic records', version: '1.0', docNum: '005' }]);
    expect(names(await answer(org, org.employee, listEffective, { page: 1, q: 'Drying' }))).toEqual([]);
  });

  it('say what waits for whom', async () => {
    const org = await everything();
    const cards = async (by: Person) => {
      const { finalApprovals, approvals, rejected, drafts } = await answer(org, by, startHere, {});
      return [finalApprovals, approvals, rejected, drafts].map(({ cards: documents }) => names({ documents }));
    };
    expect(await cards(org.admin)).toEqual([['Cleaning'], ['Batch Record'], [], []]);
    expect(await cards(org.author)).toEqual([[], [], ['Filling'], ['Änderungen']]);
    expect(await cards(org.other)).toEqual([[], ['Batch Record'], [], []]);
    expect((await answer(org, org.other, startHere, {})).approvals).toMatchObject({
      cards: [{ signed: 0, asked: 2, requestedAt: expect.any(String) as unknown }],
      total: 1,
    });
    const counts = async (by: Person) => {
      const waiting = await answer(org, by, startHere, {});
      return [await answer(org, by, trainingCount, {}), countSignatures(waiting), countTasks(waiting)];
    };
    expect(await counts(org.admin)).toEqual([0, 2, 2]);
    expect(await counts(org.other)).toEqual([1, 1, 1]);
    expect(await counts(org.author), 'rejected documents and drafts of one’s own are tasks too').toEqual([1, 0, 2]);
    expect(await answer(org, org.employee, trainingCount, {})).toBe(0);
  });

  it('say of drafts and of what was rejected what is one’s own, to those who all have some', async () => {
    const org = await everything();
    const { world, admin, author, other } = org;
    await world.create(other, { ...sop('011', 'Heating'), send: false });
    const rejected = await world.create(other, { ...sop('012', 'Inspection'), approvers: [author] });
    await world.sign(author, rejected, 'Step 2 is missing.');
    const own = async (by: Person) => {
      const cards = await answer(org, by, startHere, {});
      return [cards.rejected, cards.drafts].map((kind) => [names({ documents: kind.cards }), kind.total]);
    };
    expect(await own(author)).toEqual([
      [['Filling'], 1],
      [['Änderungen'], 1],
    ]);
    expect(await own(other)).toEqual([
      [['Inspection'], 1],
      [['Heating'], 1],
    ]);
    expect(await own(admin)).toEqual([
      [[], 0],
      [[], 0],
    ]);
  });
});

describe('the cards of Start here', () => {
  it('begin with the longest waiting, are at most eight of a kind unless all are shown, and count all', async () => {
    const org = await organisation();
    const { world, services, admin, author, other } = org;
    for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9])
      await world.create(author, { ...sop(`10${number}`), send: false });
    const make = (docNum: string, name: string, reviewInterval: number) =>
      world.create(author, { ...sop(docNum, name), approvers: [other], reviewInterval });
    const [drying, etching] = [await make('111', 'Drying', 40), await make('112', 'Etching', 30)];
    const cards = async (by: Person) => answer(org, by, startHere, {});
    const { drafts } = await cards(author);
    expect([drafts.cards.length, drafts.total]).toEqual([8, 9]);
    expect((await answer(org, author, startHere, { all: true })).drafts.cards).toHaveLength(9);
    expect(names({ documents: (await cards(other)).approvals.cards })).toEqual(['Drying', 'Etching']);
    for (const document of [etching, drying]) await world.sign(other, document);
    expect(names({ documents: (await cards(admin)).finalApprovals.cards })).toEqual(['Etching', 'Drying']);
    for (const document of [drying, etching]) await world.publishNow(document, ['Quality'], { waiveTraining: true });
    services.clock.now = inDays(50);
    expect(names({ documents: (await cards(admin)).reviews.cards })).toEqual(['Etching', 'Drying']);
  });
});

describe('an approver who cannot sign any more', () => {
  it('is shown to admins, as somebody to replace, and among the approvers as unable to sign', async () => {
    const org = await organisation();
    const { world, admin, author, other } = org;
    const document = await world.create(author, { ...sop('080', 'Labelling'), approvers: [other, admin] });
    await world.act(admin, deactivateUser, { user: other.uid });
    expect((await answer(org, admin, startHere, {})).stuck).toMatchObject({
      cards: [{ name: 'Labelling', approver: 'Marit Solheim', unable: 'deactivated' }],
      total: 1,
    });
    expect((await answer(org, author, startHere, {})).stuck).toEqual({ cards: [], total: 0 });
    const { approvals } = await answer(org, author, getDocument, { document });
    expect(approvals.map((approval) => [approval.name, approvalWords(approval, 'UTC')])).toEqual([
      ['Ines Okafor', 'Has not signed yet'],
      ['Marit Solheim', 'Cannot sign any more: another approver is needed'],
    ]);
  });

  it('stands there too where the approver has become an Employee', async () => {
    const org = await organisation();
    const { world, admin, author, other } = org;
    await world.create(author, { ...sop('082', 'Calibration'), approvers: [other, admin] });
    const employee = { ...other, role: 'EMPLOYEE', user: other.uid, departments: world.uidsOf(['Laboratory']) };
    await world.act(admin, editUser, employee);
    expect((await answer(org, admin, startHere, {})).stuck).toMatchObject({
      cards: [{ name: 'Calibration', approver: 'Marit Solheim', unable: 'employee' }],
      total: 1,
    });
  });

  it('is replaced by an admin, whose choice is asked; the card goes', async () => {
    const org = await organisation();
    const { world, admin, author, other } = org;
    const document = await world.create(author, { ...sop('081', 'Sampling'), approvers: [other] });
    await world.act(admin, deactivateUser, { user: other.uid });
    const [stuck] = (await answer(org, admin, startHere, {})).stuck.cards;
    const input = { document, approval: stuck?.approval ?? '', user: admin.uid, reason: 'Left the organisation.' };
    expect(await world.attempt(author, replaceApprover, input)).toMatchObject({ failure: { code: 'not_allowed' } });
    await world.act(admin, replaceApprover, input);
    expect(await answer(org, admin, startHere, {})).toMatchObject({
      approvals: { cards: [{ name: 'Sampling', signed: 0, asked: 1 }] },
      stuck: { total: 0 },
    });
    expect(await world.attempt(admin, replaceApprover, input)).toMatchObject({
      failure: { code: 'approval_not_open' },
    });
    await world.sign(admin, document);
    expect(await rowOf(org, document)).toMatchObject({ status: 'APPROVED' });
  });
});

describe('a periodic review', () => {
  it('is due to the owner and the admins alone, from its day on, until its outcome is recorded', async () => {
    const org = await organisation();
    const { world, services, admin, author, other } = org;
    const document = await world.create(author, { ...sop('090', 'Weighing'), approvers: [other], reviewInterval: 30 });
    await world.sign(other, document);
    await world.publishNow(document, ['Quality']);
    const reviews = async (by: Person) => (await answer(org, by, startHere, {})).reviews.total;
    services.clock.now = inDays(29.9);
    expect(await reviews(admin)).toBe(0);
    services.clock.now = inDays(31);
    expect([await reviews(admin), await reviews(author), await reviews(other)]).toEqual([1, 1, 0]);
    const input = { document, outcome: 'no_change_needed', comment: 'Read against the new balance.' };
    expect(await world.attempt(other, recordReview, input)).toMatchObject({ failure: { code: 'not_allowed' } });
    await world.act(author, recordReview, input);
    services.clock.now = null;
    expect(await reviews(admin)).toBe(0);
    expect((await rowOf(org, document))?.reviewed_at).toBeTruthy();
  });

  it('is not due while a newer version is on its way', async () => {
    const org = await organisation();
    const { world, services, admin, author, other } = org;
    const document = await world.create(author, { ...sop('091', 'Rinsing'), approvers: [other], reviewInterval: 30 });
    await world.sign(other, document);
    await world.publishNow(document, ['Quality']);
    await world.act(author, reviseDocument, await revision(org, document, author, '2.0', [other]));
    services.clock.now = inDays(31);
    for (const by of [admin, author]) expect((await answer(org, by, startHere, {})).reviews.total).toBe(0);
  });
});

it('The next doc ID is that of the type and the area', async () => {
  const org = await organisation();
  const { world, author, employee } = org;
  await world.create(author, { ...sop('050', 'Weighing'), send: false });
  await world.create(author, { ...sop('010', 'Dosing'), functionalArea: 'ENG', send: false });
  const next = (type: string, functionalArea: string) => answer(org, author, nextDocNum, { type, functionalArea });
  const proposed = [next('SOP', 'QA'), next('SOP', 'ENG'), next('Policy', 'QA'), next('T', 'QA')];
  expect(await Promise.all(proposed)).toEqual(['051', '011', '001', null]);
  const refused = await answer(org, employee, nextDocNum, { type: 'SOP', functionalArea: 'QA' });
  expect(refused).toBe('not_allowed');
});

describe('a person’s last choice of sort and filter', () => {
  it('is stored for that person, and not where it is the default', async () => {
    const org = await organisation();
    const { services, admin, author } = org;
    const usual = { sort: 'name', order: 'asc', show: 'all', area: '' };
    let possible = { sort: managedSorts, order: ['asc', 'desc'], show: ['all', 'my', 'retired'], area: ['', 'QA'] };
    const look = async (person: Person, asked: string) => {
      const saved = (await asViewer(services, person)).listChoices.manage ?? null;
      const { restored, changed } = weighChoice(possible, new URLSearchParams(asked), usual, saved);
      if (changed) await saveChoice(services.database, person, 'manage', changed);
      return restored;
    };
    expect(await look(admin, '')).toBeNull();
    expect(await look(admin, 'show=my&sort=status&order=desc&area=QA')).toBeNull();
    expect(await look(admin, 'tab=manage')).toEqual({ show: 'my', sort: 'status', order: 'desc', area: 'QA' });
    expect(await look(admin, 'q=batch')).toBeNull();
    expect(await look(author, '')).toBeNull();
    await look(admin, 'show=all&sort=name&order=asc&area=');
    expect(await look(admin, '')).toBeNull();
    // A crafted address leaves nothing behind, and what one may no longer look at does not lead there again.
    await look(admin, 'sort=xyz&area=zz%00');
    expect(await look(admin, '')).toBeNull();
    await look(admin, 'show=retired&area=QA');
    possible = { ...possible, show: ['all', 'my'] };
    expect(await look(admin, '')).toEqual({ area: 'QA' });
  });
});
