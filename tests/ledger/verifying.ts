import { randomUUID } from 'node:crypto';
import { Frontier } from '#events/ledger/tree.ts';
import { type Verification, type VerifyOptions, verify } from '#events/ledger/verify/verify.ts';
import { type LedgerWorld, keyName, one } from './world.ts';

/** What the tests of the verification do again and again. */
export const verifying = (world: () => LedgerWorld) => {
  const check = async (org: string, more: Partial<VerifyOptions> = {}): Promise<Verification> => {
    for await (const found of verify({ pool: world().owner, org, keys: [world().key.publicKey], keyName, ...more }))
      return found;
    throw new Error('nothing was verified');
  };
  /** Position, range and kind of each damage. */
  const damagesOf = async (org: string, more: Partial<VerifyOptions> = {}) =>
    (await check(org, more)).damages.map(({ position, to, what }) =>
      [what, to && to !== position ? `${position}–${to}` : position].join(' '),
    );

  /** Ten events in streams of two, a checkpoint after six. */
  const small = async (): Promise<string> => {
    const org = randomUUID();
    for (let i = 0; i < 10; i++) {
      await world().ledger.append(one(org, `s-${i >> 1}`, { version: i % 2, commandId: `c-${i + 1}`, data: { n: i } }));
      if (i === 5) await world().checkpoints.sign(org);
    }
    return org;
  };

  /** Writes leaf hashes, subtrees and head again, as an owner who hides a change would. */
  const rehash = async (org: string): Promise<void> => {
    await world().tamper(
      `update ledger.event set leaf = sha256('\\x00'::bytea || convert_to(canonical, 'UTF8')) where org_id = $1`,
      [org],
    );
    const { rows } = await world().owner.query<{ leaf: Buffer }>(
      'select leaf from ledger.event where org_id = $1 order by position',
      [org],
    );
    const frontier = new Frontier();
    for (const { leaf } of rows) frontier.add(leaf);
    await world().tamper(
      `update ledger.head h set size = $2, frontier = $3, recorded_at = t.last, clock_at = least(h.clock_at, t.last)
       from (select coalesce((select recorded_at from ledger.event where org_id = $1 and position = $2),
                             (select recorded_at from ledger.head where org_id = $1)) as last) t
       where h.org_id = $1`,
      [org, frontier.size, Buffer.concat(frontier.hashes)],
    );
  };
  return { check, damagesOf, small, rehash };
};
