import { randomBytes } from 'node:crypto';
import * as argon2 from '@node-rs/argon2';
import { expect, it } from 'vitest';
import { signIn } from '#app/sign-in/commands/sign-in.ts';
import { organisation } from '#tests/support/organisation.ts';
import { shown, visit } from '#tests/support/visiting.ts';
import type { TestServices } from '#tests/support/services.ts';
import type { Result } from '#events/failures.ts';
import { nobodysAddress } from '#tests/support/anonymous.ts';

/**
 * How much the answers about two addresses may differ, in milliseconds. Both are asked at the same moment, so that
 * whatever else the machine does falls on both; what is judged is the median of the differences, with an interval that
 * holds it in 99 of 100 runs (order statistics: it assumes nothing about how times are spread). Two pairs are one
 * difference, once with each asked first, for who is asked first is ahead on a busy machine. Their number is doubled
 * until the interval lies within the bound (even) or wholly outside of it (a difference): judged after every pair, one
 * in many looks would err. Where ten minutes do not decide, nothing is shown, and the test fails for that.
 */
const bound = 5;
const fewestDifferences = 30;
const longest = 600_000;
const z = 2.576;

function medianInterval(differences: readonly number[]): [number, number] {
  const sorted = [...differences].sort((a, b) => a - b);
  const n = sorted.length;
  const reach = Math.ceil((z * Math.sqrt(n)) / 2);
  return [sorted[Math.floor(n / 2) - reach] ?? -Infinity, sorted[Math.ceil(n / 2) + reach - 1] ?? Infinity];
}

type Verdict = 'even' | 'the first is answered sooner' | 'the first is answered later' | 'undecided';

function judge(differences: readonly number[]): Verdict {
  if (differences.length < fewestDifferences) return 'undecided';
  const [low, high] = medianInterval(differences);
  if (low > -bound && high < bound) return 'even';
  if (high <= -bound) return 'the first is answered sooner';
  return low >= bound ? 'the first is answered later' : 'undecided';
}

type Ask = (round: number) => Promise<Result<unknown>>;

/** Asks about both until it is shown whether their times differ. Each pair must read the same. */
async function expectEven(known: Ask, unknown: Ask, words: number): Promise<void> {
  const timed = async (ask: Ask, round: number) => {
    const begun = performance.now();
    const answer = await ask(round);
    return { ms: performance.now() - begun, answer };
  };
  const read = (answer: Result<unknown>) => (answer.ok ? 200 : shown(answer).status);
  let round = 0;
  /** How much longer the known one takes. */
  const difference = async (knownFirst: boolean): Promise<number> => {
    round += 1;
    const [first, second] = knownFirst ? [known, unknown] : [unknown, known];
    const [a, b] = await Promise.all([timed(first, round), timed(second, round)]);
    expect([read(a.answer), read(b.answer)]).toEqual([words, words]);
    if (!a.answer.ok && !b.answer.ok) expect(shown(a.answer).title).toBe(shown(b.answer).title);
    return knownFirst ? a.ms - b.ms : b.ms - a.ms;
  };
  const differences: number[] = [];
  const begun = performance.now();
  for (let wanted = fewestDifferences; judge(differences) === 'undecided'; wanted *= 2) {
    while (differences.length < wanted && performance.now() - begun < longest)
      differences.push(((await difference(true)) + (await difference(false))) / 2);
    if (differences.length < wanted) break;
  }
  const interval = medianInterval(differences).map((ms) => ms.toFixed(1));
  expect(judge(differences), `${differences.length} differences, ${interval.join(' to ')} ms`).toBe('even');
}

it('is judged by what the differences show, and by nothing else', () => {
  const spread = (around: number, by: number) =>
    Array.from({ length: 200 }, (_, index) => around + (by * (index - 99.5)) / 100);
  expect(judge(spread(0, 20))).toBe('even');
  expect(judge(spread(9, 20))).toBe('the first is answered later');
  expect(judge(spread(-9, 20))).toBe('the first is answered sooner');
  expect(judge(spread(4, 20))).toBe('undecided');
  expect(judge(spread(0, 80))).toBe('undecided');
  expect(judge([0, 0, 0])).toBe('undecided');
});

const door = signIn('screen', 'vitest');

/**
 * A network address: what fails at one is counted for all who are there, and this asks more often than an office may.
 */
const newAddress = (): string => `10.${randomBytes(3).join('.')}`;
const minute = 60_000;

/** Puts the clock on, so that what was counted before counts no more. */
const letPass = (services: TestServices, minutes: number) => {
  services.clock.now = new Date(Date.parse(services.now()) + minutes * minute).toISOString();
};

it('takes as long for an unknown address as for a wrong password [P11-300d1]', async () => {
  const { services, author } = await organisation({ argon2 });
  const ask =
    (email: (round: number) => string): Ask =>
    (round) =>
      visit(services, door, { email: email(round), password: 'not-it' }, { address: newAddress() });
  const known = ask(() => author.email);
  const unknown = ask(nobodysAddress);
  const once: Ask = (round) => {
    letPass(services, 16);
    return known(round);
  };
  await expectEven(once, unknown, 401);
});

it('takes as long for a locked account as for a locked address that nobody has', async () => {
  const { services, author } = await organisation({ argon2 });
  const [locked, nobody] = [author.email, nobodysAddress()].map(
    (email): Ask =>
      () =>
        visit(services, door, { email, password: 'not-it' }, { address: newAddress() }),
  ) as [Ask, Ask];
  for (let count = 0; count < 5; count++) await Promise.all([locked(count), nobody(count)]);
  await expectEven(locked, nobody, 429);
});
