import { describe, expect, it } from 'vitest';
import { deactivateUser } from '#app/people/commands/activation.ts';
import { changeSettings } from '#app/organisation/commands/change-settings.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { deleteView, saveView } from '#app/home/preferences/list-view.ts';
import { listEffective } from '#app/home/queries/list-effective.ts';
import { listManaged } from '#app/home/queries/list-managed.ts';
import { organisationFigures, ownFigures } from '#app/home/queries/figures.ts';
import { nextDays } from '#app/home/queries/next-days.ts';
import { setUpSteps } from '#app/home/queries/set-up.ts';
import { savedViews } from '#app/home/queries/views.ts';
import { listOpenTraining } from '#app/training/queries/list-open.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { inDays, organisation, revision, sop } from '#tests/support/organisation.ts';
import { answer, asViewer, everything, names } from '#tests/support/asking.ts';

/** The last weeks of a figure, the present one at the end. */
const last = (weeks: readonly number[] | undefined, count = 3) => weeks?.slice(-count);

describe('the figures of the home page', () => {
  it('count what they link to, now and at the end of each week', async () => {
    const org = await everything();
    const { services, admin, author, employee, world } = org;
    const since = inDays(-1);
    const all = () => answer(org, admin, organisationFigures, { since });
    const listed = async (by: Person, looked: object) =>
      (await answer(org, by, listManaged, { sort: 'name', page: 1, ...looked })).total;
    const first = await all();
    expect([first.inReview.now, first.effective.now, first.overdue.now]).toEqual([1, 1, 0]);
    expect(await listed(admin, { status: 'IN_REVIEW' })).toBe(1);
    expect(names(await answer(org, employee, listEffective, { page: 1, since }))).toEqual(['electronic records']);
    expect(names(await answer(org, employee, listEffective, { page: 1, since: inDays(1) }))).toEqual([]);
    expect(await answer(org, employee, organisationFigures, { since })).toBe('not_allowed');

    // In three weeks: reviewed for longer, nothing new in force, and the author's training of the first day overdue.
    services.clock.now = inDays(21);
    const later = await all();
    expect(last(later.inReview.weeks)).toEqual([1, 1, 1]);
    expect(later.effective.weeks.slice(-4)).toEqual([1, 0, 0, 0]);
    expect(last(later.overdue.weeks)).toEqual([0, 2, 2]);
    expect(names(await answer(org, admin, listManaged, { sort: 'name', page: 1, training: 'overdue' }))).toEqual([
      'Drying',
      'electronic records',
    ]);
    await world.act(admin, deactivateUser, { user: author.uid });
    expect((await all()).overdue.now, 'nobody waits for the training of somebody who has left').toBe(1);
  });

  it('count the training of one person', async () => {
    const org = await everything();
    const { services, author, employee } = org;
    const own = (by: Person) => answer(org, by, ownFigures, { since: inDays(-1) });
    const numbers = async (by: Person) => {
      const { due, overdue, signed, fresh } = await own(by);
      return [due.now, overdue.now, signed.now, fresh.now];
    };
    expect(await numbers(employee)).toEqual([0, 0, 1, 0]);
    expect(await numbers(author)).toEqual([1, 0, 0, 1]);
    // What came and is signed is not new any more, in the number and at the end of its line.
    for (const by of [employee, author]) {
      const { due, overdue, fresh } = await own(by);
      for (const { now, weeks } of [due, overdue, fresh]) expect(weeks.at(-1)).toBe(now);
    }
    const open = async (show: 'due' | 'overdue' | 'new') =>
      (await answer(org, author, listOpenTraining, { page: 1, show })).total;
    expect([await open('due'), await open('overdue'), await open('new')]).toEqual([1, 0, 1]);
    services.clock.now = inDays(21);
    expect(await numbers(author)).toEqual([0, 1, 0, 0]);
    expect([await open('due'), await open('overdue'), await open('new')]).toEqual([0, 1, 0]);
    const { due, overdue } = await own(author);
    expect([last(due.weeks, 4), last(overdue.weeks, 4)]).toEqual([
      [1, 1, 0, 0],
      [0, 0, 1, 1],
    ]);
  });
});

it('The next thirty days have effective dates and reviews for those who see them, and one’s own training', async () => {
  const org = await organisation();
  const { world, services, admin, author, other, employee } = org;
  const document = await world.create(author, { ...sop('001', 'Drying'), approvers: [other], reviewInterval: 30 });
  await world.sign(other, document);
  await world.publishNow(document, ['Quality']);
  const scheduled = await world.create(author, { ...sop('002', 'Etching'), approvers: [other] });
  await world.sign(other, scheduled);
  await world.publish(scheduled, ['Laboratory'], inDays(20));
  const coming = async (by: Person) =>
    (await answer(org, by, nextDays, {})).items.map(({ kind, name }) => `${kind} ${name}`);
  services.clock.now = inDays(5);
  expect(await coming(admin)).toEqual(['effective Etching', 'review Drying']);
  expect(await coming(author)).toEqual(['training Drying', 'effective Etching', 'review Drying']);
  expect(await coming(other)).toEqual(['effective Etching', 'training Etching']);
  expect(await coming(employee)).toEqual(['training Drying']);
});

it('A version in force stays in the list beside its successor, and is found as effective', async () => {
  const org = await everything();
  const { world, admin, author, other, effective } = org;
  await world.act(author, reviseDocument, await revision(org, effective, author, '2.0', [other]));
  const found = async (status: 'EFFECTIVE' | 'IN_REVIEW') =>
    (await answer(org, admin, listManaged, { sort: 'name', page: 1, status })).documents
      .filter(({ uid }) => uid === effective)
      .map(({ version, effectiveVersion }) => [effectiveVersion, version]);
  expect([await found('EFFECTIVE'), await found('IN_REVIEW')]).toEqual([[['1.0', '2.0']], [['1.0', '2.0']]]);
});

it('A saved view is one person’s alone; the same name replaces it, and there are at most twenty', async () => {
  const org = await organisation();
  const { services, admin, author } = org;
  const views = (by: Person) => answer(org, by, savedViews, {});
  const save = (name: string, filters: Record<string, string> = {}) =>
    saveView(services.database, admin, { name, filters });
  await save('Mine', { area: 'QA' });
  await save('Mine', { area: 'ENG', q: 'gowning' });
  expect(await views(admin)).toEqual([{ name: 'Mine', filters: { area: 'ENG', q: 'gowning' } }]);
  expect(await views(author)).toEqual([]);
  for (let n = 2; n <= 20; n++) expect(await save(`View ${n}`)).toBe(true);
  expect([await save('View 21'), await save('View 20')]).toEqual([false, true]);
  await deleteView(services.database, author, 'Mine');
  expect(await views(admin)).toHaveLength(20);
  await deleteView(services.database, admin, 'Mine');
  expect(await views(admin)).toHaveLength(19);
});

it('The set-up is ticked by the first event of each step, and folded once a version is in force', async () => {
  const org = await organisation();
  const { world, admin, author, employee } = org;
  const look = () => answer(org, admin, setUpSteps, {});
  const left = async () => Object.entries((await look()).done).flatMap(([step, at]) => (at === null ? [step] : []));
  expect(await left()).toEqual(['document', 'settings']);
  const document = await world.create(author, { ...sop('001'), approvers: [admin] });
  expect(await left()).toEqual(['settings']);
  const { settings } = await asViewer(org.services, admin);
  const input = { name: world.name, settings: { ...settings, trainingDueDays: 21 }, reason: 'Shifts.' };
  await world.act(admin, changeSettings, input);
  expect(await left()).toEqual([]);
  expect(await look()).toMatchObject({ preset: 'standard', inForce: false });
  await world.sign(admin, document);
  await world.publishNow(document, ['Quality']);
  expect((await look()).inForce).toBe(true);
  expect(await answer(org, employee, setUpSteps, {})).toBe('not_allowed');
});
