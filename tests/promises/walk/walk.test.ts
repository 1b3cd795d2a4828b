import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { catalogue } from '#events/catalogue.ts';
import { verify } from '#events/ledger/verify/verify.ts';
import { check } from '#projections/rebuild/check.ts';
import { howMany, isLongSuite } from '#tests/support/suite.ts';
import { acts, needs } from './acts.ts';
import { eventsLeftOut } from './left-out.ts';
import { changedSince } from './past.ts';
import { differingRates } from './rates.ts';
import { admins, stage, today } from './stage.ts';
import { Step, type Walk } from './step.ts';

const minutes = howMany({ day: 30, long: 180 });
vi.setConfig({ testTimeout: minutes * 60_000 });

const choice = fc.nat({ max: 10_000 });
const choices = fc.record({ which: choice, who: choice, how: choice });
const actNames = Object.keys(acts);
/** What documents live by happens more often than the rest. */
const often = ['document.create', 'document.revise', 'document.publish', 'training.sign', 'clock: effective'];
/** Each import reads and stores a pack: by day one of them is done at random, and the others once. */
const isFrequent = (name: string): boolean =>
  isLongSuite || !name.startsWith('library_import') || name === 'library_import.approve';
const weighed = [
  ...actNames.filter(isFrequent),
  ...often,
  ...often,
  ...often,
  ...Array<string>(14).fill('approval.approve'),
];
const acting = (names: readonly string[]) =>
  fc.record({ names: fc.array(fc.constantFrom(...names), { minLength: 6, maxLength: 6 }), choices });
/** Mostly one act at a time, each eighth time two at once. */
const stepOf = (one: ReturnType<typeof acting>) =>
  fc
    .oneof({ weight: 7, arbitrary: fc.tuple(one) }, { weight: 1, arbitrary: fc.tuple(one, one) })
    .map((moment) => new Step(moment));
const step = stepOf(acting(weighed));

/** The most steps of one walk, and the fewest of all together. */
const longest = 400;
const fewest = howMany({ day: 500, long: 20_000 });
/** By day each run is the same one. */
const seed = isLongSuite ? Date.now() : 51;
/** In so many walks of so many steps everything must have been done once. */
const rounds = 40;
const round = 100;

/** What is dear is asked at the end of a walk: the ledger itself, rebuilt read models, rates, screens as of then. */
async function end({ stage: ended, seen }: Walk): Promise<void> {
  const { organisation, models } = ended;
  const { db, world, services } = organisation;
  expect(await check({ pool: db.owner, org: world.org }), 'L3').toMatchObject([{ count: 0 }]);
  const verifying = { pool: db.owner, keys: [services.config.verifyingKey], keyName: 'imprimatur', org: world.org };
  for await (const { damages } of verify(verifying)) expect(damages, 'L2').toEqual([]);
  const [admin] = admins(ended);
  if (admin) expect(await differingRates(organisation, today(ended, admin)), 'T5').toEqual([]);
  for (const then of seen) expect(await changedSince(then, models), 'L3').toEqual([]);
}

/** How one thing that is missing comes about: itself, or what it needs. Turned, so that each has its turn. */
function towards(missing: string, turn: number): string[] {
  const all = [missing, ...(needs[missing] ?? [])].filter((name) => name in acts);
  // Mostly the thing itself, else what comes before it.
  return turn % 2 ? all.slice(1 + (turn % Math.max(1, all.length - 1))).concat(all) : all;
}

test('[P11-10f] [A11-9a] every promise holds after each step of a random walk', async () => {
  const done = new Map<string, number>();
  const types = new Set<string>();
  const missing = (): string[] => [
    ...actNames.filter((name) => !done.has(name)),
    ...Object.keys(catalogue).filter((type) => !types.has(type) && !(type in eventsLeftOut)),
  ];
  let taken = 0;
  let hasFailed = false;
  const begin = async (): Promise<Walk> => ({ stage: await stage(done), steps: 0, seen: [] });
  const noteTypes = ({ stage: { events } }: Walk): void => {
    for (const { type } of events) types.add(type);
  };
  await fc.assert(
    fc.asyncProperty(fc.commands([step], { maxCommands: longest, size: 'max' }), async (steps) => {
      // A walk that fails is tried again with ever fewer steps.
      if (taken >= fewest * 0.5 && !hasFailed) return;
      const walk = await begin();
      hasFailed = true;
      await fc.asyncModelRun(() => ({ model: {}, real: walk }), steps);
      await end(walk);
      hasFailed = false;
      taken += walk.steps;
      noteTypes(walk);
    }),
    { numRuns: fewest, seed, unbiased: true, interruptAfterTimeLimit: minutes * 48_000 },
  );
  // What nobody happened to do is done now, with what it needs, by new organisations: few documents are in each.
  const chosen = fc.sample(choices, { numRuns: rounds * round, seed });
  for (let at = 0; at < rounds && (missing().length > 0 || taken < fewest); at++) {
    const walk = await begin();
    for (; walk.steps < round && (missing().length > 0 || taken + walk.steps < fewest); noteTypes(walk)) {
      const turn = walk.steps;
      const lacking = missing();
      const wanted = lacking.length > 0 ? lacking[turn % lacking.length]! : actNames[turn % actNames.length]!;
      const names = [...towards(wanted, turn), ...often];
      await new Step([{ names, choices: chosen[at * round + turn]! }]).run({}, walk);
    }
    await end(walk);
    taken += walk.steps;
  }
  if (isLongSuite) process.stdout.write(`The random walk of seed ${seed} took ${taken} steps.\n`);
  expect(missing(), `never done or caused in ${taken} steps`).toEqual([]);
});
