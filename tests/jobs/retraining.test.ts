import { describe, expect, it } from 'vitest';
import { assignRetrainingTask } from '#app/jobs/assign-retraining.ts';
import { inDays, sop, trainingOf } from '#tests/commands/organisation.ts';
import { testServices } from '#tests/support/services.ts';
import { plant } from './plant.ts';

describe('retraining', () => {
  it('is assigned once after the interval, by two nodes and after any downtime, and told', async () => {
    const org = await plant();
    const { world, author, other, employee } = org;
    const { clock } = org.services;
    const second = await testServices({ db: org.db, clock });
    const document = await world.create(author, { ...sop('001'), approvers: [other], trainingInterval: 30 });
    await world.sign(other, document);
    await world.publishNow(document, ['Quality']);
    await world.train(employee, document);
    const run = () =>
      Promise.all([org.services, second, org.services].map((ports) => assignRetrainingTask.run({}, ports)));
    const employees = async () =>
      (await trainingOf(org, document))
        .filter(({ user_uid: user }) => user === employee.uid)
        .map(({ status }) => status);

    clock.now = inDays(29);
    await run();
    expect(await employees()).toEqual(['COMPLETED']);
    // Nothing ran for nearly a year: one record is due, not one for every interval that passed.
    clock.now = inDays(360);
    await run();
    await run();
    expect(await employees()).toEqual(['COMPLETED', 'OPEN']);
    await org.work(2);
    const letters = (await org.letters()).filter(
      ({ to, text }) => to?.[0]?.address === employee.email && text?.includes('/dashboard/review/'),
    );
    // The letter of the first assignment finds it signed; the second one is to be read again.
    expect(letters).toHaveLength(1);
    await world.train(employee, document);
    clock.now = inDays(391);
    await run();
    expect(await employees()).toEqual(['COMPLETED', 'COMPLETED', 'OPEN']);
    // The author, who never signed, has one open record from the first day on.
    expect((await trainingOf(org, document)).filter(({ user_uid: user }) => user === author.uid)).toHaveLength(1);
  });
});
