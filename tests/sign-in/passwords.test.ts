import * as argon2 from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { createPasswords, type StoredPassword } from '#app/adapters/secrets/passwords.ts';
import { estimateStrength, hintsOf } from '#app/sign-in/adapters/strength.ts';

const secretKey = 'k'.repeat(32);
const owner = { org: 'org', user: 'user', setAt: '2026-11-02T08:00:00.000Z' };

describe('a password', () => {
  test('is hashed by argon2id with 19 MiB, two passes, parallelism 1 and a salt of its own', async () => {
    const passwords = createPasswords({ secretKey });
    const [first, second] = await Promise.all([
      passwords.hash('correct horse', owner),
      passwords.hash('correct horse', owner),
    ]);
    expect(first.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first.hash).not.toBe(second.hash);
    expect(await passwords.verify(first, 'correct horse')).toBe(true);
    expect(await passwords.verify(first, 'correct horsf')).toBe(false);
  });

  test('matches in any Unicode composition', async () => {
    const passwords = createPasswords({ secretKey });
    const stored = await passwords.hash('zażółć gęślą', owner);
    expect(await passwords.verify(stored, 'zażółć gęślą'.normalize('NFD'))).toBe(true);
  });

  test('fails with the same work without a hash or with a far too long password', async () => {
    const seen: string[] = [];
    const passwords = createPasswords({
      secretKey,
      argon2: {
        hash: argon2.hash,
        verify: (hash, ...rest) => {
          seen.push(String(hash).split('$').slice(1, 4).join('$'));
          return argon2.verify(hash, ...rest);
        },
      },
    });
    const stored = await passwords.hash('', owner);
    expect(await passwords.verify(null, 'anything')).toBe(false);
    expect(await passwords.verify(stored, 'x'.repeat(100_000))).toBe(false);
    expect(seen).toEqual(Array(2).fill('argon2id$v=19$m=19456,t=2,p=1'));
  });
});

describe('a stored password', () => {
  const changes: [string, Partial<StoredPassword>][] = [
    ['of another person', { user: 'another' }],
    ['of another organisation', { org: 'another' }],
    ['set at another time', { setAt: '2026-11-03T08:00:00.000Z' }],
  ];

  test.each(changes)('is refused and reported where its hash is that %s', async (_, change) => {
    const exchanged: string[] = [];
    const passwords = createPasswords({ secretKey, onExchanged: ({ user }) => exchanged.push(user) });
    const stored = await passwords.hash('correct horse', owner);
    expect(await passwords.verify({ ...stored, ...change }, 'correct horse')).toBe(false);
    expect(exchanged).toEqual([change.user ?? 'user']);
    expect(await passwords.verify(stored, 'correct horse')).toBe(true);
  });

  test('is refused where the hash was made with another secret', async () => {
    const stored = await createPasswords({ secretKey: 'z'.repeat(32) }).hash('correct horse', owner);
    expect(await createPasswords({ secretKey }).verify(stored, 'correct horse')).toBe(false);
  });
});

describe('the strength of a password', () => {
  test.each([
    ['', 0, 'Very Weak', false],
    ['password', 0, 'Very Weak', false],
    ['Xk9#vQ2!z', 2, 'Okay', false],
    ['Xk9#vQ2!zT', 3, 'Good', true],
    ['grey heron on the weir', 4, 'Excellent', true],
  ])('%j scores %i, %s', async (password, score, label, acceptable) => {
    expect(await estimateStrength(password)).toMatchObject({
      score,
      label,
      acceptable,
      hint: 'Minimum of 10 characters',
    });
  });

  test('is at most 2 under 10 characters, counted as people count them', async () => {
    expect((await estimateStrength('🦉🜁🝰☿♃')).score).toBeLessThanOrEqual(2);
    expect((await estimateStrength('🦉🜁🝰☿♃')).acceptable).toBe(false);
  });

  test('names what is wrong', async () => {
    const { warning, suggestions } = await estimateStrength('qwertyuiop');
    expect(warning).not.toBeNull();
    expect(suggestions.length).toBeGreaterThan(0);
  });

  test('shows the general hint until the password is accepted', async () => {
    expect(hintsOf(await estimateStrength('qwertyuiop'))).toEqual([
      'Minimum of 10 characters',
      'This is a top-100 common password',
      'Add another word or two. Uncommon words are better.',
    ]);
    expect(hintsOf(await estimateStrength('grey heron on the weir'))).toEqual([]);
  });

  test('counts the person’s own names and address as known', async () => {
    const alone = await estimateStrength('nakamura.haruki');
    const known = await estimateStrength('nakamura.haruki', ['Haruki Nakamura', 'nakamura.haruki@northmere.example']);
    expect(known.score).toBeLessThan(alone.score);
    expect(known.acceptable).toBe(false);
  });

  test('rates the normalised password', async () => {
    const inFullWidth = [...'password12'].map((sign) => String.fromCodePoint(sign.codePointAt(0)! + 0xfee0)).join('');
    expect(await estimateStrength(inFullWidth)).toEqual(await estimateStrength('password12'));
    // Five letters, each with its dots apart.
    const five = await estimateStrength('äöüëï'.normalize('NFD'));
    expect(five).toMatchObject({ acceptable: false });
    expect(five.score).toBeLessThanOrEqual(2);
    const name = 'Żółkiewska'.normalize('NFD');
    expect((await estimateStrength('żółkiewska', [name])).score).toBeLessThanOrEqual(1);
  });

  test('rates at most 128 characters', async () => {
    // What follows would make a strong password of it.
    const result = await estimateStrength(`${'a'.repeat(128)}9vK#quarry!lattice~77(moss)Zp`);
    expect(result).toEqual(await estimateStrength('a'.repeat(128)));
    expect(result.score).toBeLessThan(2);
  });
});
