import { describe, expect, it } from 'vitest';
import { defineRoute } from '#app/approval-routes/commands/manage.ts';
import { removeApprover } from '#app/documents/commands/approvers.ts';
import { deactivateUser } from '#app/people/commands/activation.ts';
import { startHere } from '#app/home/queries/start-here.ts';
import { documentObstacles } from '#app/documents/queries/obstacles.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { answer } from '#tests/support/asking.ts';
import { createFunction, editFunction } from '#app/people/commands/functions/manage.ts';
import { grantFunction, withdrawFunction } from '#app/people/commands/functions/grant.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { removableApprovals } from '#app/documents/queries/removable.ts';
import { approvalsOf } from '#tests/support/in-review.ts';
import { codeOf } from '#tests/promises/programs.ts';
import { inDays, organisation, revision, somebody, sop } from '#tests/support/organisation.ts';

const day = inDays(0).slice(0, 10);
const reason = 'She leaves the unit.';

const approving = { name: 'Approval', meaning: 'approved', howMany: 'all', days: 5 };

/** A version in review whose second step asks three holders of a function: two have signed, the third has not. */
async function twoOfThree({ reviewer = 'other' as 'other' | 'admin' } = {}) {
  const org = await organisation();
  const { world, services, admin, author } = org;
  const join = (first: string) => world.join(somebody(first, 'Raman', 'AUTHOR'), ['Quality']);
  const [bea, ben, cy, dora] = [
    await join('Bea'),
    await join('Ben'),
    await join('Cy'),
    await world.join(somebody('Dora', 'Hale', 'ADMIN'), ['Quality']),
  ];
  const { function: uid } = await world.act(admin, createFunction, { name: 'Quality board' });
  for (const { uid: user } of [bea, ben, cy])
    await world.act(admin, grantFunction, { function: uid, user, from: day, until: null, reason: null });
  const step = { howMany: 'all', days: 5 };
  const who = { kind: 'function', function: { uid, name: 'Quality board' } };
  const steps = [
    { ...step, name: 'Review', meaning: 'reviewed', who: { kind: 'named_by_owner' } },
    { ...step, name: 'Board', meaning: 'approved', who },
  ];
  const definition = { name: 'Procedures', types: ['SOP'], areas: [], steps, separation: 'strict', samePerson: false };
  await world.act(admin, defineRoute, { definition });
  const document = await world.create(author, { ...sop('001'), approvers: [org[reviewer]] });
  for (const person of [org[reviewer], bea, ben]) await world.sign(person, document);
  const standing = async () => {
    const { document: found, approval } = await services.database.read(world.org, async (db) => ({
      document: await db.selectFrom('read.document').select('status').where('uid', '=', document).executeTakeFirst(),
      approval: await db
        .selectFrom('read.approval')
        .select('status')
        .where('document_uid', '=', document)
        .where('user_uid', '=', cy.uid)
        .executeTakeFirst(),
    }));
    return [found?.status, approval?.status];
  };
  expect(await standing()).toEqual(['IN_REVIEW', 'OPEN']);
  return { ...org, function: uid, cy, dora, document, standing };
}

describe('W2: the asking of a step of all ends with what it is for', () => {
  it('by withdrawal: who holds the function no more is asked no more, in the same act', async () => {
    const { world, cy, dora, function: uid, standing } = await twoOfThree();
    await world.act(dora, withdrawFunction, { function: uid, user: cy.uid, reason });
    expect(await standing()).toEqual(['APPROVED', 'CANCELLED']);
  });

  it('by deactivation: likewise', async () => {
    const { world, cy, dora, standing } = await twoOfThree();
    await world.act(dora, deactivateUser, { user: cy.uid, reason });
    expect(await standing()).toEqual(['APPROVED', 'CANCELLED']);
  });

  it('by withdrawal: an admin who signs the version completes nothing, and another admin ends the asking', async () => {
    const {
      world,
      services,
      admin,
      cy,
      dora,
      document,
      function: uid,
      standing,
    } = await twoOfThree({ reviewer: 'admin' });
    await world.act(admin, withdrawFunction, { function: uid, user: cy.uid, reason });
    expect(await standing()).toEqual(['IN_REVIEW', 'OPEN']);
    const asked = await services.database.read(world.org, (db) =>
      db.selectFrom('read.approval').select('uid').where('user_uid', '=', cy.uid).executeTakeFirstOrThrow(),
    );
    await world.act(dora, removeApprover, { document, approval: asked.uid });
    expect(await standing()).toEqual(['APPROVED', 'CANCELLED']);
  });

  it('by screen: who stays asked because a step needs somebody is shown as unable, and has no card', async () => {
    const org = await twoOfThree({ reviewer: 'admin' });
    const { world, admin, cy, dora, function: uid, document } = org;
    // The admin signs the version, so this withdrawal ends no step.
    await world.act(admin, withdrawFunction, { function: uid, user: cy.uid, reason });
    const cards = async (by: Person) => {
      const { approvals, stuck } = await answer(org, by, startHere, {});
      return [approvals.total, stuck.cards.map(({ unable }) => unable)];
    };
    expect([await cards(cy), await cards(dora)]).toEqual([
      [0, []],
      [0, ['function']],
    ]);
    const obstacles = await answer(org, cy, documentObstacles, { document });
    expect(obstacles.function).toContain('which you do not hold');
  });

  it('by call: a function that a route asks for is not retired', async () => {
    const { world, admin, function: uid } = await twoOfThree();
    const retire = { function: uid, name: 'Quality board', retired: true, reason };
    expect(JSON.stringify(await world.attempt(admin, editFunction, retire))).toContain(
      'Procedures. Change them first.',
    );
  });

  it('by call and screen: who approved the version before stays asked in a step of all of them', async () => {
    const org = await organisation();
    const { world, admin, author, other } = org;
    const bea = await world.join(somebody('Bea', 'Raman', 'AUTHOR'), ['Quality']);
    const steps = [{ ...approving, who: { kind: 'last_approvers' } }];
    const definition = {
      name: 'Procedures',
      types: ['SOP'],
      areas: [],
      steps,
      separation: 'strict',
      samePerson: false,
    };
    await world.act(admin, defineRoute, { definition });
    const document = await world.create(author, { ...sop('001'), approvers: [other, bea] });
    for (const person of [other, bea]) await world.sign(person, document);
    await world.act(author, reviseDocument, await revision(org, document, author, '2.0', [other, bea]));
    const asked = await approvalsOf(org, document);
    const approval = asked.find(({ version, user_uid: user }) => version === '2.0' && user === bea.uid)?.uid;
    const removal = { document, approval, reason };
    expect(codeOf(await world.attempt(author, removeApprover, removal))).toBe('step_asks_all');
    expect(await answer(org, author, removableApprovals, { document })).toEqual([]);
    await world.act(admin, deactivateUser, { user: bea.uid, reason });
    expect(codeOf(await world.attempt(author, removeApprover, removal))).toBeNull();
  });
});
