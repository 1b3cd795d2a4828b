import type { PoolClient } from 'pg';
import { copyOut, BinaryRows, int8, quotedOrg } from '#events/ledger/copy.ts';
import { Frontier, leafHash } from '#events/ledger/tree.ts';
import { firstToCover } from '#app/audit/queries/proof.ts';
import type { Ports } from '#app/kit/ports.ts';

/** Positions that a sentence names. */
const mostNamed = 20;

/** What does not match the signed ledger. Positions in decimal text; `tree`: the events together, not one of them. */
export interface LedgerDamage {
  broken: readonly string[];
  missing: readonly string[];
  tree: boolean;
}

const named = (positions: readonly string[]): string => {
  const some = positions.slice(0, mostNamed).join(', ');
  const more = positions.length - mostNamed;
  return `event${positions.length === 1 ? '' : 's'} No. ${some}${more > 0 ? ` and ${more} more` : ''}`;
};

/** The sentence that an export of these events carries on its face; null where all match. */
export function describeDamage({ broken, missing, tree }: LedgerDamage): string | null {
  const facts = [
    ...(broken.length > 0 ? [`Not matching: ${named(broken)}.`] : []),
    ...(missing.length > 0 ? [`Missing: ${named(missing)}.`] : []),
    ...(tree && broken.length + missing.length === 0 ? ['Events or the signed checkpoint were changed.'] : []),
  ];
  if (facts.length === 0) return null;
  return ['This does not match the signed ledger.', ...facts, 'Do not rely on it. Tell your administrator.'].join(' ');
}

/** Beyond so many events the check takes longer than a person waits for. */
export const quickCheck = 200_000n;

/**
 * Recomputes every event up to a position (decimal text) from its bytes to the root of the first checkpoint that covers
 * it: reports of rows rest on all of them. Answers the sentence for their face; null where all match.
 */
export async function findLedgerDamage(ports: Ports, org: string, position: string): Promise<string | null> {
  const checkpoint = await firstToCover(ports, org, position);
  if (!checkpoint) return null;
  const client = await ports.database.pool.connect();
  try {
    await client.query('begin read only');
    await client.query(`select set_config('imprimatur.org', $1, true)`, [org]);
    const read = await readLeaves(client, org, checkpoint.size);
    await client.query('commit');
    client.release();
    const fits = checkpoint.sound && read.missing.length === 0 && read.root.equals(checkpoint.root);
    return describeDamage({ ...read, tree: !fits });
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function readLeaves(client: PoolClient, org: string, size: string) {
  const tree = new Frontier();
  const broken: string[] = [];
  const missing: string[] = [];
  let last = 0;
  const skipTo = (next: number): void => {
    while (++last < next && missing.length <= mostNamed) missing.push(String(last));
    last = next;
  };
  const rows = new BinaryRows(3);
  const query = `select position, leaf, canonical from ledger.event
    where org_id = ${quotedOrg(org)} and position between 1 and ${BigInt(size)} order by position`;
  for await (const chunk of copyOut(client, query))
    rows.add(chunk, (buffer, starts, ends) => {
      const position = int8(buffer, starts[0]!);
      if (position !== last + 1) skipTo(position);
      else last = position;
      const field = (n: number) => (starts[n]! < 0 ? Buffer.alloc(0) : buffer.subarray(starts[n], ends[n]));
      const leaf = leafHash(field(2));
      if (!leaf.equals(field(1))) broken.push(String(position));
      tree.add(leaf);
    });
  skipTo(Number(size) + 1);
  return { broken, missing, root: tree.root() };
}
