import { describe, expect, it } from 'vitest';
import { publishDocument } from '#app/documents/commands/publish.ts';
import { previewTraining, type TrainingPreview } from '#app/documents/commands/preview-training.ts';
import { rescheduleDocument } from '#app/documents/commands/reschedule.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { editUser } from '#app/people/commands/edit.ts';
import { inDays, organisation, somebody, sop, trainingOf, type Organisation } from '#tests/support/organisation.ts';

/** A version in force that the employee has trained on and the author has not, and its next version, approved. */
async function approvedRevision() {
  const org = await organisation();
  const { world, author, other, employee } = org;
  const document = await world.create(author, { ...sop('001'), approvers: [other] });
  await world.sign(other, document);
  await world.publishNow(document, ['Quality']);
  await world.train(employee, document);
  const files = await world.upload(author, world.paperOf({ ...sop('001'), version: '2.0' }));
  const revision = { document, name: 'Procedure 001', version: '2.0', ...files, approvers: [other.uid] };
  await world.act(author, reviseDocument, revision);
  await world.sign(other, document);
  return { ...org, document };
}

const named = ({ departments }: TrainingPreview) =>
  departments.map(({ name, people }) => [name, people.map((person) => person.name)]);

const assignedNow = async (org: Organisation, document: string, version: string) =>
  (await trainingOf(org, document)).filter((record) => record.version === version && record.status === 'OPEN');

describe('the preview of a publication', () => {
  it('shows what is then recorded: who, how many are new, who is overdue on the date', async () => {
    const org = await approvedRevision();
    const { world, admin, author, other, employee, document } = org;
    await world.invite(somebody('Noor', 'Haddad', 'EMPLOYEE'), ['Quality', 'Laboratory']);
    const departments = world.uidsOf(['Quality', 'Laboratory']);
    const input = { document, departments, effectiveAt: inDays(30) };
    const preview = await world.act(admin, previewTraining, input);
    expect(named(preview)).toEqual([
      ['Laboratory', ['Marit Solheim', 'Noor Haddad']],
      ['Quality', ['Hana Kobayashi', 'Noor Haddad', 'Tomasz Wieczorek']],
    ]);
    // Noor Haddad stands in two departments and is one person; Hana Kobayashi has trained on version 1.0.
    expect(preview).toMatchObject({ assigned: 4, isNew: 3, overdue: 4, cancelled: 0 });
    const invited = preview.departments.flatMap(({ people }) => people.filter((person) => person.invited));
    expect(invited.map(({ name }) => name)).toEqual(['Noor Haddad', 'Noor Haddad']);
    expect(await assignedNow(org, document, '2.0')).toEqual([]);

    const { previewToken } = preview;
    const published = await world.act(admin, publishDocument, { ...input, previewToken });
    expect(published.assigned).toBe(preview.assigned);
    const recorded = await assignedNow(org, document, '2.0');
    const promisedUids = preview.departments.flatMap(({ people }) => people.map(({ uid }) => uid));
    expect(new Set(recorded.map((record) => record.user_uid))).toEqual(new Set(promisedUids));
    expect(promisedUids).toEqual(expect.arrayContaining([author.uid, other.uid, employee.uid]));
    expect(new Set(recorded.map((record) => record.due_at))).toEqual(new Set([input.effectiveAt]));
  });

  it('gives people their days where the date is near, and carries over where training is waived', async () => {
    const { world, admin, document } = await approvedRevision();
    const input = { document, departments: world.uidsOf(['Quality']), effectiveAt: inDays(3) };
    expect(await world.act(admin, previewTraining, input)).toMatchObject({ assigned: 2, overdue: 0 });
    const waived = await world.act(admin, previewTraining, { ...input, waiveTraining: true });
    expect(waived).toMatchObject({ assigned: 1, stayOpen: 1, carried: 1, waived: true });
  });

  it('names no past date on which nobody could be overdue', async () => {
    const { world, admin } = await organisation();
    const document = await world.create(admin, { ...sop('002'), externallyEffective: true });
    const input = { document, departments: world.uidsOf(['Quality']) };
    const past = await world.act(admin, previewTraining, { ...input, effectiveAt: inDays(-400) });
    expect(past).toMatchObject({ overdue: 0, effectiveAt: null });
    const next = { ...input, effectiveAt: inDays(3) };
    expect(await world.act(admin, previewTraining, next)).toMatchObject({ effectiveAt: next.effectiveAt });
  });

  it('is refused as the act would be', async () => {
    const { world, author, admin, document } = await approvedRevision();
    const input = { document, departments: world.uidsOf(['Quality']), effectiveAt: inDays(-1) };
    expect(await world.attempt(admin, previewTraining, input)).toMatchObject({
      failure: { code: 'effective_date_not_future' },
    });
    expect(await world.attempt(author, previewTraining, { ...input, effectiveAt: inDays(3) })).toMatchObject({
      failure: { code: 'publish_requires_admin' },
    });
  });
});

describe('an act that was previewed', () => {
  it('is refused where people joined meanwhile, and says how many it was and is', async () => {
    const org = await approvedRevision();
    const { world, admin, document, other } = org;
    const input = { document, departments: world.uidsOf(['Quality']), effectiveAt: inDays(30) };
    const { previewToken } = await world.act(admin, previewTraining, input);
    const { firstName, lastName, role } = other;
    const departments = world.uidsOf(['Quality', 'Laboratory']);
    await world.act(admin, editUser, { user: other.uid, firstName, lastName, role, departments });
    expect(await world.attempt(admin, publishDocument, { ...input, previewToken })).toMatchObject({
      failure: {
        code: 'preview_outdated',
        detail: 'Members changed: it was 2 people when it was shown, and is 3 people now.',
      },
    });
    expect(await assignedNow(org, document, '2.0')).toEqual([]);
    const again = await world.act(admin, previewTraining, input);
    expect((await world.act(admin, publishDocument, { ...input, previewToken: again.previewToken })).assigned).toBe(3);
  });

  it('is refused where one left and another came, and where it asks for something else than was shown', async () => {
    const { world, admin, document, other, employee } = await approvedRevision();
    const input = { document, departments: world.uidsOf(['Quality']), effectiveAt: inDays(30) };
    const { previewToken } = await world.act(admin, previewTraining, input);
    const move = async ({ uid, firstName, lastName, role }: typeof other, to: string) =>
      world.act(admin, editUser, { user: uid, firstName, lastName, role, departments: world.uidsOf([to]) });
    await move(other, 'Quality');
    await move(employee, 'Laboratory');
    expect(await world.attempt(admin, publishDocument, { ...input, previewToken })).toMatchObject({
      failure: { detail: 'They are still 2 people, but not the same.' },
    });
    const otherDepartment = { ...input, departments: world.uidsOf(['Laboratory']), previewToken };
    expect(await world.attempt(admin, publishDocument, otherDepartment)).toMatchObject({
      failure: { code: 'preview_outdated', detail: expect.stringContaining('other departments') as string },
    });
  });

  it('is refused on another date, and where it waives what was shown', async () => {
    const { world, admin, document } = await approvedRevision();
    const input = { document, departments: world.uidsOf(['Quality']), effectiveAt: inDays(30) };
    const { previewToken } = await world.act(admin, previewTraining, input);
    for (const other of [{ effectiveAt: inDays(31) }, { waiveTraining: true }]) {
      expect(await world.attempt(admin, publishDocument, { ...input, ...other, previewToken })).toMatchObject({
        failure: {
          code: 'preview_outdated',
          detail: 'The preview was for other departments, for another date or for another choice about training.',
        },
      });
    }
  });

  it('is refused where it would cancel the training of somebody who was not shown', async () => {
    const { world, admin, document } = await approvedRevision();
    await world.publish(document, ['Quality'], inDays(30));
    const input = { document, departments: world.uidsOf(['Laboratory']) };
    const { previewToken } = await world.act(admin, previewTraining, { ...input, scheduled: true });
    await world.join(somebody('Noor', 'Haddad', 'EMPLOYEE'), ['Quality']);
    expect(await world.attempt(admin, rescheduleDocument, { ...input, previewToken })).toMatchObject({
      failure: { code: 'preview_outdated', detail: 'They are still one person, but not the same.' },
    });
  });

  it('shows the assignments, cancellations and moved due dates of a change to a scheduled version', async () => {
    const org = await approvedRevision();
    const { world, admin, document } = org;
    await world.publish(document, ['Quality'], inDays(30));
    const departments = world.uidsOf(['Laboratory']);
    const input = { document, departments, effectiveAt: inDays(40) };
    const preview = await world.act(admin, previewTraining, { ...input, scheduled: true });
    expect(preview).toMatchObject({ assigned: 1, isNew: 1, cancelled: 2, moved: 0 });
    const { previewToken } = preview;
    expect((await world.act(admin, rescheduleDocument, { ...input, previewToken })).assigned).toBe(1);
    const moved = await world.act(admin, previewTraining, { ...input, effectiveAt: inDays(50), scheduled: true });
    expect(moved).toMatchObject({ assigned: 0, cancelled: 0, moved: 1 });
  });

  it('shows a change of the departments of a version in force without a date, and holds the act to it', async () => {
    const org = await organisation();
    const { world, admin, author, other } = org;
    const document = await world.create(author, { ...sop('002'), approvers: [other] });
    await world.sign(other, document);
    await world.publishNow(document, ['Quality']);
    const input = { document, departments: world.uidsOf(['Quality', 'Laboratory']) };
    const preview = await world.act(admin, previewTraining, { ...input, scheduled: true });
    expect(preview).toMatchObject({ assigned: 1, isNew: 1, overdue: 0, cancelled: 0, effectiveAt: null });
    expect(named(preview)).toContainEqual(['Laboratory', ['Marit Solheim']]);
    const { previewToken } = preview;
    const otherDepartment = { ...input, departments: world.uidsOf(['Laboratory']), previewToken };
    expect(await world.attempt(admin, rescheduleDocument, otherDepartment)).toMatchObject({
      failure: { code: 'preview_outdated' },
    });
    expect((await world.act(admin, rescheduleDocument, { ...input, previewToken })).assigned).toBe(1);
  });
});
