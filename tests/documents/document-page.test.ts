import { describe, expect, it } from 'vitest';
import { recordReview } from '#app/documents/commands/record-review.ts';
import { retireDocument } from '#app/documents/commands/retire.ts';
import { rescheduleDocument } from '#app/documents/commands/reschedule.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { deactivateUser } from '#app/people/commands/activation.ts';
import { editUser } from '#app/people/commands/edit.ts';
import { toDocument } from '#app/documents/calls/document-entity.ts';
import { listHistory } from '#app/documents/queries/version-history.ts';
import { listManaged } from '#app/home/queries/list-managed.ts';
import { getDocumentPage } from '#app/documents/queries/document-page.ts';
import { getDocument } from '#app/documents/queries/get-document.ts';
import { getWholeDocument } from '#app/documents/queries/full-documents.ts';
import { listWholeDocuments } from '#app/documents/queries/list-whole-documents.ts';
import { listWholeRecords } from '#app/training/queries/full-records.ts';
import { spansOf } from '#app/documents/screens/document/lifeline-spans.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { inDays, organisation, revision, rowOf, somebody, sop } from '#tests/support/organisation.ts';
import { answer, everything } from '#tests/support/asking.ts';

describe('the page of a document', () => {
  it('shows an employee nothing of a version in progress', async () => {
    const org = await everything();
    const { world, author, other, employee, effective: document } = org;
    await world.act(author, reviseDocument, await revision(org, document, author, '2.0', [other], 'Another'));
    await world.sign(other, document, 'Step 6.3 is wrong.');
    const page = await answer(org, employee, getDocumentPage, { document });
    expect(page.found.document).toMatchObject({ status: 'EFFECTIVE', approvals: [], asked: [] });
    expect(JSON.stringify(page)).not.toMatch(/"2\.0"|Another|Step 6\.3|REJECTED/);
  });

  it('shows an employee the training on the version in force, and none on the scheduled one', async () => {
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
    expect(await rates(employee)).toEqual([{ assigned: 2, completed: 1, rate: 50, labelRate: 50 }, 50, ['Quality']]);
    expect(await rates(admin)).toEqual([{ assigned: 1, completed: 0, rate: 0, labelRate: 0 }, 0, ['Laboratory']]);
    const page = await answer(org, employee, getDocumentPage, { document });
    const [laboratory, effectiveAt] = [world.uidsOf(['Laboratory'])[0], (await rowOf(org, document))?.effective_at];
    expect(JSON.stringify({ ...page.found, departments: [] })).not.toMatch(new RegExp(`${laboratory}|${effectiveAt}`));
  });

  it('is managed by its owner and the admins, and not by an owner who became an Employee', async () => {
    const org = await everything();
    const { world, author, other, admin, effective: document } = org;
    const manages = async (by: Person) => (await answer(org, by, getDocumentPage, { document })).manages;
    expect([await manages(author), await manages(other), await manages(admin)]).toEqual([true, false, true]);
    const { uid: user, firstName, lastName } = author;
    const departments = world.uidsOf(['Quality']);
    await world.act(admin, editUser, { user, firstName, lastName, role: 'EMPLOYEE', departments });
    expect(await manages(author)).toBe(false);
  });

  it('counts no records of people who are deactivated, whether or not they have signed', async () => {
    const org = await everything();
    const { world, author, employee, admin, effective: document } = org;
    const seen = async () => {
      const { found } = await answer(org, admin, getDocumentPage, { document });
      const { documents } = await answer(org, admin, listManaged, { q: 'electronic', sort: 'name', page: 1 });
      const { trainingRate } = await answer(org, admin, getWholeDocument, { document });
      return [found.document.training, documents[0]?.trainingRate, trainingRate];
    };
    expect(await seen()).toEqual([{ assigned: 2, completed: 1, rate: 50, labelRate: 50 }, 50, 50]);
    await world.act(admin, deactivateUser, { user: employee.uid });
    expect(await seen()).toEqual([{ assigned: 1, completed: 0, rate: 0, labelRate: 0 }, 0, 0]);
    await world.act(admin, deactivateUser, { user: author.uid });
    expect(await seen()).toEqual([{ assigned: 0, completed: 0, rate: 100, labelRate: 100 }, 100, 100]);
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
    const first = await answer(org, admin, getDocumentPage, { document });
    await world.act(author, recordReview, { document, outcome: 'no_change_needed', comment: 'Read.' });
    const before = await answer(org, admin, getDocumentPage, { document });
    const due = [first, before].map(({ found }) => Date.parse(found.reviewDueAt ?? ''));
    expect(due[1], 'counted from the review').toBeGreaterThan(due[0]!);
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
    expect(page.found.document.asked.map(({ user }) => user).toSorted()).toEqual([other.uid, admin.uid].toSorted());
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

describe('the history of a document', () => {
  it('names no effective date of a version that was retired or withdrawn before it', async () => {
    const org = await everything();
    const { world, author, other, admin, employee, pending, approved } = org;
    await world.train(other, pending);
    await world.act(admin, retireDocument, { document: pending, reason: 'Merged.' });
    await world.publish(approved, ['Quality'], inDays(9));
    await world.train(employee, approved);
    await world.act(other, reviseDocument, await revision(org, approved, other, '9.0', [author]));
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
    await world.sign(author, approved);
    await world.act(other, reviseDocument, await revision(org, approved, other, '10.0', [author]));
    await world.sign(author, approved);
    const history = await answer(org, admin, listHistory, { document: approved });
    expect(history.map(({ version }) => version)).toEqual(['10.0', '9.0', '1.0']);
  });
});

describe('a document’s page', () => {
  it('[P11-10d] [ISO13485-424d] shows employees the version in force, and trainees a scheduled one', async () => {
    const org = await everything();
    const see = async (by: Person, document: string) => {
      const page = await answer(org, by, getDocumentPage, { document });
      return typeof page === 'string' ? page : (page.found.shown?.version ?? null);
    };
    expect(await see(org.employee, org.effective)).toBe('1.0');
    expect(await see(org.employee, org.pending)).toBe('not_found');
    const departments = (...names: string[]) =>
      org.world.act(org.admin, rescheduleDocument, { document: org.pending, departments: org.world.uidsOf(names) });
    await departments('Quality');
    expect(await see(org.employee, org.pending)).toBe('1.0');
    await departments('Laboratory');
    expect(await see(org.employee, org.pending), 'their record is cancelled').toBe('not_found');
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

  it('shows authors and admins whose training is open, on the last page where a later one is asked for', async () => {
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
    // People who join later are due later and are listed below, whatever their name.
    await org.world.join(somebody('Aaron', 'Abel', 'EMPLOYEE'), ['Quality']);
    expect((await openOf(org.effective))?.people.map(({ name }) => name)).toEqual(['Tomasz Wieczorek', 'Aaron Abel']);
    // The latest signature is shown too.
    await org.world.train(org.author, org.effective);
    const { found } = await answer(org, org.author, getDocumentPage, { document: org.effective });
    expect(found.lastTrained).toMatchObject({ name: 'Tomasz Wieczorek' });
  });
});
