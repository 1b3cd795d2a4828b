import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { check } from '#projections/check.ts';
import type { Person } from '#app/demo/world.ts';
import { organisation, somebody } from '#tests/commands/organisation.ts';
import { testDatabase } from '#tests/support/database.ts';
import { acts, type Dice, type Stage } from './random-commands.ts';
import { brokenRules, readStanding } from './fixtures.ts';

const die = fc.nat({ max: 10_000 });
const dice = fc.record({ which: die, who: die, how: die });
/** What happens at once: mostly one thing, sometimes up to four. */
const moment = (names: readonly string[]) =>
  fc.array(fc.record({ name: fc.constantFrom(...names), dice }), { minLength: 1, maxLength: 4, size: 'small' });

/** Signing and training happen more often than the rest, as they do. */
const often = [
  'sign',
  'sign',
  'sign',
  'sign',
  'sign',
  'train',
  'train',
  'create',
  'publish',
  'clock',
  'clock',
  'revise',
];
const moments = fc.array(moment([...Object.keys(acts), ...often]), { minLength: 120, maxLength: 120, size: 'max' });

/** An admin, another one, authors and employees in two departments of three. */
async function stage(): Promise<Stage> {
  const ours = await organisation();
  const { world } = ours;
  await world.department('Packaging');
  const second = await world.join(somebody('Noor', 'Haddad', 'ADMIN'), ['Packaging']);
  const third = await world.join(somebody('Aoife', 'Brennan', 'EMPLOYEE'), ['Laboratory', 'Packaging']);
  const people: Person[] = [ours.admin, second, ours.author, ours.other, ours.employee, third];
  let last = 0;
  return { organisation: ours, people, done: new Map(), number: () => String(++last).padStart(3, '0') };
}

describe('[P11-10f] whatever people and the clock do, in any order and at once', () => {
  test('leaves documents, approvals and training as the rules say', { timeout: 180_000 }, async () => {
    const done = new Map<string, number>();
    const missing = (): string[] => reached.filter((name) => !done.get(name));
    await throwDice(done);
    // About one throw in eighty leads nobody to some part of it.
    for (let again = 0; again < 2 && missing().length > 0; again++) await throwDice(done);
    expect(missing()).toEqual([]);
  });
});

/** What the dice are to lead through: the life of a document and of training. */
const reached = ['approval.approve', 'document.publish', 'training.sign', 'clock', 'document.revise', 'user.edit'];

async function throwDice(done: Map<string, number>): Promise<void> {
  await fc.assert(
    fc.asyncProperty(moments, async (steps) => {
      const scene = { ...(await stage()), done };
      for (const step of steps) {
        const standing = await readStanding(scene.organisation);
        await Promise.all(step.map(({ name, dice: thrown }) => acts[name]!(scene, thrown as Dice, standing)));
        expect(brokenRules(await readStanding(scene.organisation)), step.map(({ name }) => name).join()).toEqual([]);
      }
      const { owner } = await testDatabase();
      expect(await check({ pool: owner, org: scene.organisation.world.org })).toMatchObject([{ count: 0 }]);
    }),
    { numRuns: 1, endOnFailure: true },
  );
}
