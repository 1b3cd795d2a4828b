import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { check } from '#projections/rebuild/check.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { organisation, somebody } from '#tests/support/organisation.ts';
import { asViewer } from '#tests/support/asking.ts';
import { changedSince, remember, type Remembered } from './past.ts';
import { differingRates } from './rates.ts';
import { randomCommands, type RandomChoices, type Stage } from './random-commands.ts';
import { brokenRules, readReadModels, type ReadModels } from './fixtures.ts';

const choice = fc.nat({ max: 10_000 });
const choices = fc.record({ which: choice, who: choice, how: choice });
/** What happens at once: mostly one thing, sometimes up to four. */
const moment = (names: readonly string[]) =>
  fc.array(fc.record({ name: fc.constantFrom(...names), choices }), { minLength: 1, maxLength: 4, size: 'small' });

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
const moments = fc.array(moment([...Object.keys(randomCommands), ...often]), {
  minLength: 120,
  maxLength: 120,
  size: 'max',
});

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

describe('[P11-10f] random commands of people and the clock, in any order and concurrently', () => {
  test('leave documents, approvals and training as the rules require', async () => {
    const done = new Map<string, number>();
    const missing = (): string[] => reached.filter((name) => !done.get(name));
    await runRandomCommands(done);
    // About one run in eighty misses one of them.
    for (let again = 0; again < 2 && missing().length > 0; again++) await runRandomCommands(done);
    expect(missing()).toEqual([]);
  });
});

/** The commands that a run must reach. */
const reached = ['approval.approve', 'document.publish', 'training.sign', 'clock', 'document.revise', 'user.edit'];

const isActive = ({ people }: ReadModels, uid: string): boolean =>
  people.some((person) => person.uid === uid && person.status === 'ACTIVE');

const isActiveAdmin = ({ people }: ReadModels, uid: string): boolean =>
  people.some((person) => person.uid === uid && person.status === 'ACTIVE' && person.role === 'ADMIN');

async function runRandomCommands(done: Map<string, number>): Promise<void> {
  await fc.assert(
    fc.asyncProperty(moments, async (steps) => {
      const scene = { ...(await stage()), done };
      const { organisation: org } = scene;
      const seen: Remembered[] = [];
      for (const [index, step] of steps.entries()) {
        const models = await readReadModels(scene.organisation);
        await Promise.all(
          step.map(({ name, choices }) => randomCommands[name]!(scene, choices as RandomChoices, models)),
        );
        const after = await readReadModels(org);
        expect(brokenRules(after), step.map(({ name }) => name).join()).toEqual([]);
        // Every place that shows a training rate shows the same.
        const [admin] = scene.people.filter(({ uid }) => isActiveAdmin(after, uid));
        if (index % 15 === 14 && admin) expect(await differingRates(org, admin)).toEqual([]);
        // The admin and the author take turns to look.
        if (index % 4 !== 3 || !admin) continue;
        const looks = [org.author, admin].filter(({ uid }) => isActive(after, uid));
        const viewer = await asViewer(org.services, looks[seen.length % looks.length]!);
        seen.push(await remember(org, viewer, after));
      }
      // As of each of these thirty moments every screen says what it said then.
      expect(seen.length).toBeGreaterThan(25);
      const today = await readReadModels(org);
      for (const then of seen) expect(await changedSince(then, today)).toEqual([]);
      expect(await check({ pool: scene.organisation.db.owner, org: scene.organisation.world.org })).toMatchObject([
        { count: 0 },
      ]);
    }),
    { numRuns: 1, endOnFailure: true },
  );
}
