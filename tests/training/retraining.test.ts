import { describe, expect, it } from 'vitest';
import { addDays } from '#events/time.ts';
import { becomeEffective } from '#app/documents/commands/become-effective.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { editUser } from '#app/people/commands/edit.ts';
import { assignRetrainingJob } from '#app/training/jobs/assign-retraining.ts';
import { getDocumentPage } from '#app/documents/queries/document-page.ts';
import { ask } from '#app/kit/query/query.ts';
import { readViewer } from '#app/kit/query/read-viewer.ts';
import { toDocumentView } from '#app/documents/screens/document/document-view.ts';
import { inDays, revision, sop, trainingOf } from '#tests/support/organisation.ts';
import { testServices } from '#tests/support/services.ts';
import { organisationWithQueue } from '#tests/support/worker-setup.ts';

describe('retraining', () => {
  it('is due an interval after completion and assigned the training due days before', async () => {
    const org = await organisationWithQueue();
    const { world, author, other, employee } = org;
    const document = await world.create(author, { ...sop('001'), approvers: [other], trainingInterval: 30 });
    await world.sign(other, document);
    await world.publishNow(document, ['Quality']);
    await world.train(employee, document);
    const own = async () =>
      (await trainingOf(org, document))
        .filter(({ user_uid: user }) => user === employee.uid)
        .map(({ version, status, due_at: due }) => [version, status, due]);
    const [[, , firstDue] = []] = await own();
    const signedAt = (await trainingOf(org, document)).find(({ user_uid: user }) => user === employee.uid)!.signed_at!;
    org.services.clock.now = addDays(signedAt, 30 - 14 - 1 / 24);
    await assignRetrainingJob.run({}, org.services);
    expect(await own()).toEqual([['1.0', 'COMPLETED', firstDue]]);
    org.services.clock.now = addDays(signedAt, 30 - 14);
    await assignRetrainingJob.run({}, org.services);
    expect(await own()).toEqual([
      ['1.0', 'COMPLETED', firstDue],
      ['1.0', 'OPEN', addDays(signedAt, 30)],
    ]);
  });

  it('counts from the day of the signature where training is carried over', async () => {
    const org = await organisationWithQueue();
    const { world, author, other, employee } = org;
    const document = await world.create(author, { ...sop('001'), approvers: [other], trainingInterval: 30 });
    await world.sign(other, document);
    await world.publishNow(document, ['Quality']);
    await world.train(employee, document);
    const monthly = { ...(await revision(org, document, author, '2.0', [other])), trainingInterval: 30 };
    await world.act(author, reviseDocument, monthly);
    await world.sign(other, document);
    await world.publishNow(document, ['Quality'], { waiveTraining: true });
    const own = async () => (await trainingOf(org, document)).filter(({ user_uid: user }) => user === employee.uid);
    const signedAt = (await own())[0]!.signed_at!;
    expect(await own()).toMatchObject([
      { version: '1.0' },
      { version: '2.0', status: 'COMPLETED', signed_at: signedAt },
    ]);
    org.services.clock.now = addDays(signedAt, 30 - 14 - 1 / 24);
    await assignRetrainingJob.run({}, org.services);
    expect(await own()).toHaveLength(2);
    org.services.clock.now = addDays(signedAt, 30 - 14);
    await assignRetrainingJob.run({}, org.services);
    expect((await own()).slice(2)).toMatchObject([{ version: '2.0', status: 'OPEN', due_at: addDays(signedAt, 30) }]);
  });

  it('is assigned once in each interval, by two nodes and after downtime, with an email', async () => {
    const org = await organisationWithQueue();
    const { world, author, other, employee } = org;
    const { clock } = org.services;
    const second = await testServices({ db: org.db, clock });
    const document = await world.create(author, { ...sop('001'), approvers: [other], trainingInterval: 30 });
    await world.sign(other, document);
    await world.publishNow(document, ['Quality']);
    await world.train(employee, document);
    const run = () =>
      Promise.all([org.services, second, org.services].map((ports) => assignRetrainingJob.run({}, ports)));
    const employees = async () =>
      (await trainingOf(org, document))
        .filter(({ user_uid: user }) => user === employee.uid)
        .map(({ status }) => status);

    // As on the document's page: rates count records, and training again makes another.
    const trained = async () => {
      const viewer = await readViewer(org.services.database.kysely, { org: world.org, user: author.uid, publicId: '' });
      if (!viewer) throw new Error('Nobody asks');
      const asking = { ports: org.services, viewer, now: org.services.now() };
      const page = await ask(getDocumentPage, { document }, asking);
      if (!page.ok || !page.value.found.shown) throw new Error('The document has no page');
      const { found } = page.value;
      return toDocumentView({ ...found, shown: page.value.found.shown }, 'UTC', asking.now).document.training;
    };

    clock.now = inDays(15);
    await run();
    expect(await employees()).toEqual(['COMPLETED']);
    expect(await trained()).toMatchObject({ completed: 1, assigned: 2, rate: 50 });
    // Nothing ran for nearly a year: one record is due, not one for every interval that passed.
    clock.now = inDays(360);
    await run();
    await run();
    expect(await employees()).toEqual(['COMPLETED', 'OPEN']);
    await org.work(2);
    const emails = (await org.emails()).filter(
      ({ to, text }) => to?.[0]?.address === employee.email && text?.includes('/dashboard/review/'),
    );
    // The first assignment was signed before its email was sent.
    expect(emails).toHaveLength(1);
    await world.train(employee, document);
    expect(await trained()).toMatchObject({ completed: 2, assigned: 3, rate: 66 });
    clock.now = inDays(391);
    await run();
    expect(await employees()).toEqual(['COMPLETED', 'COMPLETED', 'OPEN']);
    expect(await trained()).toMatchObject({ completed: 2, assigned: 4, rate: 50 });
    // The author, who never signed, has one open record from the first day on.
    expect((await trainingOf(org, document)).filter(({ user_uid: user }) => user === author.uid)).toHaveLength(1);
  });

  it('uses the interval of the effective version, not of a pending revision', async () => {
    const org = await organisationWithQueue();
    const { world, author, other, employee } = org;
    const { clock } = org.services;
    const document = await world.create(author, { ...sop('001'), approvers: [other], trainingInterval: 300 });
    await world.sign(other, document);
    await world.publishNow(document, ['Quality']);
    await world.train(employee, document);
    const employees = async () =>
      (await trainingOf(org, document))
        .filter(({ user_uid: user }) => user === employee.uid)
        .map(({ version, status }) => `${version} ${status}`);
    const revise = async (version: string, trainingInterval: number) =>
      world.act(author, reviseDocument, {
        ...(await revision(org, document, author, version, [other])),
        trainingInterval,
      });
    const move = (department: string) =>
      world.act(org.admin, editUser, { user: employee.uid, ...employee, departments: world.uidsOf([department]) });

    await revise('2.0', 30);
    await world.sign(other, document, 'Nobody can train that often.');
    clock.now = inDays(40);
    await assignRetrainingJob.run({}, org.services);
    expect(await employees()).toEqual(['1.0 COMPLETED']);
    // Scheduled beside the one in force, it still counts for itself alone: here for somebody who leaves and comes back.
    await revise('3.0', 20);
    await world.sign(other, document);
    await world.publish(document, ['Quality'], inDays(80));
    await world.train(employee, document);
    await move('Laboratory');
    clock.now = inDays(70);
    await move('Quality');
    expect(await employees()).toEqual(['1.0 COMPLETED', '3.0 COMPLETED', '3.0 OPEN']);
    clock.now = inDays(81);
    await becomeEffective(org.services, world.org, document);
    await assignRetrainingJob.run({}, org.services);
    expect((await employees()).filter((one) => one.startsWith('3.0'))).toEqual(['3.0 COMPLETED', '3.0 OPEN']);
  });

  it('is not delayed by a revision in review with a longer interval', async () => {
    const org = await organisationWithQueue();
    const { world, author, other, employee } = org;
    const document = await world.create(author, { ...sop('001'), approvers: [other], trainingInterval: 30 });
    await world.sign(other, document);
    await world.publishNow(document, ['Quality']);
    await world.train(employee, document);
    const longer = { ...(await revision(org, document, author, '2.0', [other])), trainingInterval: 300 };
    await world.act(author, reviseDocument, longer);
    org.services.clock.now = inDays(40);
    await assignRetrainingJob.run({}, org.services);
    const own = (await trainingOf(org, document)).filter(({ user_uid: user }) => user === employee.uid);
    expect(own.map(({ version, status }) => `${version} ${status}`)).toEqual(['1.0 COMPLETED', '1.0 OPEN']);
  });
});
