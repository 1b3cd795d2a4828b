import type { z } from 'zod';
import { describe, expect, it } from 'vitest';
import { deactivateUser } from '#app/commands/user/deactivate.ts';
import { replaceApprover } from '#app/commands/document/approvers.ts';
import { recordReview } from '#app/commands/document/record-review.ts';
import { retireDocument } from '#app/commands/document/retire.ts';
import { reviseDocument } from '#app/commands/document/revise.ts';
import { keepChoice, weighChoice } from '#app/preferences/list-choice.ts';
import { listEffective } from '#app/queries/document/list-effective.ts';
import { toDocument } from '#app/api/entities/document.ts';
import { listHistory } from '#app/queries/document/history.ts';
import { listManaged, managedSorts } from '#app/queries/document/list-managed.ts';
import { getDocumentPage } from '#app/queries/document/page.ts';
import { getDocument } from '#app/queries/document/record.ts';
import { getWholeDocument, listWholeDocuments } from '#app/queries/document/whole.ts';
import { reportFilters } from '#app/queries/report/names.ts';
import { listWholeRecords } from '#app/queries/training/whole.ts';
import { startHere, tabCounts } from '#app/queries/document/start-here.ts';
import { ask, type Query } from '#app/queries/query.ts';
import { readViewer } from '#app/queries/read-viewer.ts';
import type { Viewer } from '#app/queries/viewer.ts';
import { spansOf } from '#app/screens/documents/life-spans.ts';
import { approvalWords } from '#app/screens/documents/approver-lines.tsx';
import type { Person } from '#app/setup/world.ts';
import {
  inDays,
  organisation,
  revision,
  rowOf,
  somebody,
  sop,
  type Organisation,
} from '#tests/commands/organisation.ts';

async function asViewer({ database }: Organisation['services'], person: Person): Promise<Viewer> {
  const viewer = await readViewer(database.kysely, { org: person.org, user: person.uid, publicId: '0'.repeat(64) });
  if (!viewer) throw new Error('Nobody asks');
  return viewer;
}

/** Asks as a person; answers the value, or the code of the refusal. */
async function answer<S extends z.ZodType, O>(
  { services }: Organisation,
  person: Person,
  query: Query<S, O>,
  input: z.input<S>,
) {
  const viewer = await asViewer(services, person);
  const result = await ask(query, input, { ports: services, viewer, now: services.now() });
  return result.ok ? result.value : (result.failure.code as never);
}

const names = (list: { documents: { name: string }[] }) => list.documents.map(({ name }) => name);

/** One document of each standing. */
async function everything() {
  const org = await organisation();
  const { world, author, other, admin, employee } = org;
  await world.create(author, { ...sop('001', 'Änderungen'), send: false });
  await world.create(author, { ...sop('002', 'Batch Record'), approvers: [other, admin] });
  const approved = await world.create(other, { ...sop('003', 'Cleaning'), approvers: [author] });
  await world.sign(author, approved);
  const pending = await world.create(other, { ...sop('004', 'Drying'), approvers: [author], functionalArea: 'ENG' });
  await world.sign(author, pending);
  await world.publish(pending, ['Laboratory'], inDays(9));
  const effective = await world.create(author, { ...sop('005', 'electronic records'), approvers: [other] });
  await world.sign(other, effective);
  await world.publishNow(effective, ['Quality']);
  await world.train(employee, effective);
  const rejected = await world.create(author, { ...sop('006', 'Filling'), approvers: [other] });
  await world.sign(other, rejected, 'Step 6.3 is wrong.');
  const retired = await world.create(author, { ...sop('007', 'Gowning'), approvers: [other] });
  await world.act(admin, retireDocument, { document: retired, reason: 'Merged.' });
  return { ...org, approved, pending, effective };
}

describe('the page of a document', () => {
  it('tells an employee nothing of a version that is worked on', async () => {
    const org = await everything();
    const { world, author, other, employee, effective: document } = org;
    await world.act(author, reviseDocument, await revision(org, document, author, '2.0', [other], 'Another'));
    await world.sign(other, document, 'Step 6.3 is wrong.');
    const page = await answer(org, employee, getDocumentPage, { document });
    expect(page.found.document).toMatchObject({ status: 'EFFECTIVE', approvals: [], asked: [] });
    expect(JSON.stringify(page)).not.toMatch(/"2\.0"|Another|Step 6\.3|REJECTED/);
  });

  it('tells an employee of the training on the version in force, and nothing of that on the scheduled one', async () => {
    const org = await everything();
    const { world, author, other, employee, admin, effective: document } = org;
    await world.act(author, reviseDocument, await revision(org, document, author, '2.0', [other]));
    await world.sign(other, document);
    await world.publish(document, ['Laboratory'], inDays(9));
    const rates = async (by: Person) => {
      const { found } = await answer(org, by, getDocumentPage, { document });
      const { trainingRate, departments } = await answer(org, by, getWholeDocument, { document });
      return [found.document.training, trainingRate, departments.map(({ name }) => name)];
    };
    expect(await rates(employee)).toEqual([{ assigned: 2, completed: 1, rate: 50 }, 50, ['Quality']]);
    expect(await rates(admin)).toEqual([{ assigned: 1, completed: 0, rate: 0 }, 0, ['Laboratory']]);
    const page = await answer(org, employee, getDocumentPage, { document });
    const [laboratory, effectiveAt] = [world.uidsOf(['Laboratory'])[0], (await rowOf(org, document))?.effective_at];
    expect(JSON.stringify({ ...page.found, departments: [] })).not.toMatch(new RegExp(`${laboratory}|${effectiveAt}`));
  });

  it('stands in the calls under the name that the viewer sees, whatever a revision is called', async () => {
    const org = await everything();
    const { world, author, other, employee, effective: document } = org;
    const beside = await world.create(author, { ...sop('008', 'Filtration'), approvers: [other] });
    await world.sign(other, beside);
    await world.publishNow(beside, ['Quality']);
    await world.act(author, reviseDocument, await revision(org, document, author, '2.0', [other], 'Zeta'));
    const list = (by: Person, more: object = {}) =>
      answer(org, by, listWholeDocuments, { org: world.org, effective: true, ...more });
    const names = async (by: Person) => (await list(by)).documents.map(({ row }) => row.name);
    expect(await names(employee)).toEqual(['electronic records', 'Filtration']);
    expect(await names(author)).toEqual(['Filtration', 'Zeta']);
    const { next } = await list(employee, { limit: 1 });
    expect(Buffer.from(next ?? '', 'base64url').toString()).toBe(JSON.stringify(['electronic records', document]));
    const rest = await list(employee, { limit: 1, cursor: next });
    expect(rest).toMatchObject({ documents: [{ row: { uid: beside } }], next: null });
  });

  it('goes by the intervals of the version in force while a revision asks for others', async () => {
    const org = await everything();
    const { world, author, other, employee, admin, effective: document } = org;
    const before = await answer(org, admin, getDocumentPage, { document });
    const asked = { trainingInterval: 30, reviewInterval: 60 };
    await world.act(author, reviseDocument, { ...(await revision(org, document, author, '2.0', [other])), ...asked });
    const inForce = { trainingInterval: 365, reviewInterval: 730 };
    for (const person of [employee, admin]) {
      const { found } = await answer(org, person, getDocumentPage, { document });
      expect(found).toMatchObject({ document: inForce, reviewDueAt: before.found.reviewDueAt });
    }
    const intervals = async (person: Person) => {
      const { row } = await answer(org, person, getWholeDocument, { document });
      return { trainingInterval: row.training_interval, reviewInterval: row.review_interval };
    };
    expect(await intervals(employee)).toEqual(inForce);
    expect(await intervals(admin)).toEqual(asked);
  });

  it('says whom the version was sent to also where a rejection has cancelled what was open', async () => {
    const org = await organisation();
    const { world, author, other, admin } = org;
    const document = await world.create(author, { ...sop('001', 'Aliquots'), approvers: [other, admin] });
    await world.sign(other, document, 'Step 6.3 is wrong.');
    const page = await answer(org, author, getDocumentPage, { document });
    expect(page.found.document.approvals.map(({ user }) => user)).toEqual([other.uid]);
    expect(page.found.document.asked.toSorted()).toEqual([other.uid, admin.uid].toSorted());
  });

  it('is there for more people at once than the database has connections', async () => {
    const org = await everything();
    const asked = Array.from({ length: 30 }, () =>
      answer(org, org.author, getDocumentPage, { document: org.effective }),
    );
    const found = await Promise.all(asked);
    expect(new Set(found.map((page) => page.found.document.uid))).toEqual(new Set([org.effective]));
  });
});

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
  });

  it('are narrowed to an area whatever its four characters are, each name in its place among the approvers', async () => {
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
    expect(await answer(org, org.admin, tabCounts, {})).toEqual({ training: 0, manage: 2 });
    expect(await answer(org, org.other, tabCounts, {})).toEqual({ training: 1, manage: 1 });
    expect(await answer(org, org.employee, tabCounts, {})).toEqual({ training: 0, manage: null });
  });
});

describe('an approver who is deactivated', () => {
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
});

describe('the history of a document', () => {
  it('names no effective date of a version that was retired or withdrawn before it', async () => {
    const org = await everything();
    const { world, author, other, admin, employee, pending, approved } = org;
    await world.train(other, pending);
    await world.act(admin, retireDocument, { document: pending, reason: 'Merged.' });
    await world.publish(approved, ['Quality'], inDays(9));
    await world.train(employee, approved);
    await world.act(other, reviseDocument, await revision(org, approved, other, '2.0', [author]));
    for (const [document, trainee, ended] of [
      [pending, other, { status: 'RETIRED', retiredAt: expect.any(String) }],
      [approved, employee, { status: 'WITHDRAWN', withdrawnAt: expect.any(String) }],
    ] as const) {
      const history = await answer(org, admin, listHistory, { document });
      expect(history).toMatchObject([{ version: '1.0', effectiveAt: null, ...ended }]);
      const spans = spansOf('2026-01-01T00:00:00.000Z', history);
      expect(spans).toMatchObject([{ from: null, until: expect.any(Number) }]);
      const whole = await answer(org, admin, getWholeDocument, { document });
      expect(whole.history.map(({ effectiveAt }) => effectiveAt)).toEqual([null]);
      expect(toDocument(whole)).toMatchObject({ effectiveDate: null, latestEffectiveDate: null });
      expect(await answer(org, admin, getDocument, { document })).toMatchObject({ effectiveAt: null });
      const { records } = await answer(org, admin, listWholeRecords, { user: trainee.uid });
      expect(records.filter(({ of }) => of.document === document).map(({ effectiveAt }) => effectiveAt)).toEqual([
        null,
      ]);
    }
  });
});

describe('a document’s page', () => {
  it('[P11-10d] [ISO13485-424] shows employees what is in force, and a scheduled version to those alone who train on it', async () => {
    const org = await everything();
    const see = async (by: Person, document: string) => {
      const page = await answer(org, by, getDocumentPage, { document });
      return typeof page === 'string' ? page : (page.found.shown?.version ?? null);
    };
    expect(await see(org.employee, org.effective)).toBe('1.0');
    expect(await see(org.employee, org.pending)).toBe('not_found');
    expect(await see(org.employee, org.approved)).toBe('not_found');
    expect(await see(org.admin, org.approved)).toBeNull();
    expect(await see(org.admin, 'no-uid')).toBe('not_found');
    const { found: open } = await answer(org, org.employee, getDocumentPage, { document: org.effective });
    expect(open.document.files).toBeNull();
    expect(open.life.map(({ event }) => event.type)).toEqual([
      'DocumentBecameEffective',
      'DocumentPublished',
      'ApprovalGiven',
    ]);
    expect((await rowOf(org, org.effective))?.effective_version).toBe('1.0');
    expect(open.openTraining).toBeNull();
  });

  it('tells authors and admins whose training is open, on its last page where a later one is asked for', async () => {
    const org = await everything();
    const openOf = async (document: string) =>
      (await answer(org, org.author, getDocumentPage, { document, page: 7 })).found.openTraining;
    const open = await openOf(org.pending);
    expect(open?.people).toEqual([
      expect.objectContaining({ name: 'Marit Solheim', invited: false, dueAt: expect.stringMatching(/Z$/) }),
    ]);
    expect(open).toMatchObject({ total: 1, page: 1 });
    // The employee has signed.
    expect((await openOf(org.effective))?.people.map(({ name }) => name)).toEqual(['Tomasz Wieczorek']);
  });
});

describe('a person’s last choice of sort and filter', () => {
  it('is kept for that person, and what is usual needs no keeping', async () => {
    const org = await organisation();
    const { services, admin, author } = org;
    const usual = { sort: 'name', order: 'asc', show: 'all', area: '' };
    let possible = { sort: managedSorts, order: ['asc', 'desc'], show: ['all', 'my', 'retired'], area: ['', 'QA'] };
    const look = async (person: Person, asked: string) => {
      const kept = (await asViewer(services, person)).listChoices.manage ?? null;
      const { restored, changed } = weighChoice(possible, new URLSearchParams(asked), usual, kept);
      if (changed) await keepChoice(services.database, person, 'manage', changed);
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
