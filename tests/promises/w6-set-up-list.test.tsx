import { expect, it } from 'vitest';
import { deactivateUser } from '#app/people/commands/activation.ts';
import { withdrawFunction } from '#app/people/commands/functions/grant.ts';
import { setUpSteps } from '#app/home/queries/set-up.ts';
import { SetUp } from '#app/home/screens/set-up.tsx';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { answer } from '#tests/support/asking.ts';
import { grantQualityUnit, organisation, sop } from '#tests/support/organisation.ts';
import { shown } from '#tests/support/shown.tsx';

it('by screen: the first document is no link while its form would refuse to send it', async () => {
  const org = await organisation({ preset: 'regulated' });
  const { world, admin, author, other, employee } = org;
  const drawn = async () => {
    const state = await answer(org, admin, setUpSteps, {});
    return { missing: state.missing, page: shown(<SetUp name={world.name} state={state} zone="UTC" />) };
  };
  expect((await drawn()).missing).toEqual([]);
  expect((await drawn()).page).toContain('href="/dashboard/docs/create/title"');
  // Of the quality unit, which approves each version, nobody is left.
  const unit = await org.services.database.read(world.org, (db) =>
    db.selectFrom('read.function').selectAll().executeTakeFirstOrThrow(),
  );
  for (const { uid: user } of [author, other])
    await world.act(admin, withdrawFunction, { function: unit.uid, user, reason: 'Moves.' });
  await expect(world.create(author, { ...sop('009'), approvers: [other] })).rejects.toThrow('quality_step_required');
  expect((await drawn()).missing).toEqual(['quality']);
  expect((await drawn()).page).toContain('Waits for somebody of the quality unit');
  await grantQualityUnit(world, [author, other]);
  const leave = ({ uid: user }: Person) => world.act(admin, deactivateUser, { user, reason: 'Has left.' });
  await leave(author);
  await leave(other);
  await expect(world.create(admin, { ...sop('001'), approvers: [admin] })).rejects.toThrow('duties_not_separated');
  expect((await drawn()).missing).toEqual(['approver', 'quality']);
  // What is drawn is remembered for a position, so that an event follows.
  await org.db.owner.query('update read.functional_area set retired_at = now()');
  await leave(employee);
  const { missing, page } = await drawn();
  expect(missing).toEqual(['area', 'approver', 'quality']);
  expect(page).not.toContain('href="/dashboard/docs/create/title"');
  expect(page).toContain('Waits for a functional area and another person who may approve');
});
