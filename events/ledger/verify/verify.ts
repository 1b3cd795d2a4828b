import type { KeyObject } from 'node:crypto';
import type pg from 'pg';
import { BinaryRows, copyOut, quotedOrg, readByKey } from '#events/ledger/copy.ts';
import { checkCopies, checkUnsigned, readCheckpoints, type Unsigned } from './checkpoints.ts';
import { checkNamed } from './commands.ts';
import { type Damage, type Report, maxReported } from './damage.ts';
import { EventCheck, checkedColumns, checkedFields } from './event-check.ts';
import { type FileCheck, type RecordedFile, checkFiles } from './files.ts';
import { checkHead, checkNothingOutside, lastPosition, readHead, readNodes } from './head.ts';
import { TreeCheck } from './tree-check.ts';
import type { EventEnvelope, RecordedEvent } from '#events/ledger/types.ts';
import { ActingPeople } from '#events/user/acting-people.ts';

export interface VerifyOptions {
  /** As the owner: row-level security would hide what to check. */
  pool: pg.Pool;
  /** The keys that checkpoints may be signed with: today's, and former ones. */
  keys: readonly KeyObject[];
  /** As in `SigningKey`. */
  keyName: string;
  /** Only this organisation. Default: all. */
  org?: string;
  files?: FileCheck;
  /** A fresh one for each organisation's events. */
  signatures?: () => SignatureCheck;
  /** Checkpoints from outside the database: the ledger must still contain what they signed. */
  witnessed?: readonly string[];
}

/** Takes an organisation's events in order, and says what is wrong with a signature; null where the event has none. */
export interface SignatureCheck {
  next(event: EventEnvelope): Promise<'holds' | 'unchecked' | { fault: string }> | null;
}

export interface Verification {
  org: string;
  /** How many events were read. */
  positions: number;
  root: Buffer;
  checkpoints: number;
  files: number;
  seconds: number;
  damages: Damage[];
  /** What is not signed yet, which is no damage. */
  unsigned: Unsigned | null;
}

/** Positions of one COPY: a statement holds its snapshot open, and a long one slows every append down. */
const pageSize = 65_536;

/**
 * Recomputes an organisation's ledger from its stored bytes and compares everything that was recorded with it: hashes,
 * columns, gaplessness, stream versions, commands, actors' roles, the stored tree, signed checkpoints, files
 * (21 CFR 11.10(a), (c)). Appends may go on meanwhile. Yields one verification an organisation.
 *
 * @example
 *   for await (const { org, damages } of verify({ pool, keys, keyName: 'imprimatur' })) print(org, damages);
 */
export async function* verify(options: VerifyOptions): AsyncGenerator<Verification> {
  const client = await options.pool.connect();
  let failed = true;
  try {
    await readByKey(client);
    for (const org of options.org ? [options.org] : await organisations(client))
      yield await verifyOne(client, org, options);
    await client.query('reset enable_sort');
    failed = false;
  } finally {
    client.release(failed);
  }
}

/** Also those whose head is gone. */
const organisations = async (client: pg.ClientBase): Promise<string[]> => {
  const { rows } = await client.query<{ org_id: string }>(
    `with recursive found as (
       (select org_id from ledger.event order by org_id limit 1)
       union all
       select (select e.org_id from ledger.event e where e.org_id > f.org_id order by e.org_id limit 1)
       from found f where f.org_id is not null)
     select org_id from (
       select org_id from found
       union select org_id from ledger.head union select org_id from ledger.checkpoint
       union select org_id from ledger.signed
       union select org_id from ledger.node) o
     where org_id is not null order by 1`,
  );
  return rows.map((row) => row.org_id);
};

const verifyOne = async (client: pg.ClientBase, org: string, options: VerifyOptions): Promise<Verification> => {
  const began = performance.now();
  const damages: Damage[] = [];
  const report: Report = (damage) => {
    if (damages.length < maxReported) damages.push(damage);
    else if (damages.length === maxReported)
      damages.push({ position: damage.position, what: damage.what, reason: 'and more' });
  };

  // Checkpoints before the head: what is signed meanwhile is not missed.
  const checkpoints = await readCheckpoints(client, org, options, report);
  const head = await readHead(client, org);
  if (!head)
    report({
      position: null,
      what: 'head',
      reason: 'the organisation has no head: it never was in this database, or how many events there were is lost',
    });
  const end = Math.min(head?.size ?? Infinity, await lastPosition(client, org));
  const tree = new TreeCheck(await readNodes(client, org, head ? end : 0), checkpoints, report);
  const people = new ActingPeople();
  const files = new Map<string, { position: string; file: RecordedFile }>();
  const signatures = options.signatures?.();
  const signed: Promise<void>[] = [];
  const events = new EventCheck({
    org,
    tree,
    report,
    onEvent(position, event) {
      checkActor(people, { ...event, position }, report);
      const outcome = signatures?.next(event)?.then((found) => {
        if (typeof found === 'object') report({ position, what: 'signature', reason: `it ${found.fault}` });
      });
      if (outcome) signed.push(outcome);
      for (const file of options.files?.list(event) ?? []) {
        const id = `${file.storageKey} ${file.sha256}`;
        if (!files.has(id)) files.set(id, { position, file });
      }
    },
  });
  for (let from = 1; from <= end; from += pageSize) {
    const query = `select ${checkedColumns} from ledger.event where org_id = ${quotedOrg(org)}
      and position between ${from} and ${Math.min(from + pageSize - 1, end)} order by position`;
    const rows = new BinaryRows(checkedFields);
    for await (const chunk of copyOut(client, query)) rows.add(chunk, events.row);
  }
  const counted = head?.size ?? end;
  if (events.position < counted) {
    events.broken = true;
    report({
      position: String(events.position + 1),
      to: String(counted),
      what: 'missing',
      reason: 'no event is there, though the head counts it: the end was cut off',
    });
  }
  events.finish();
  if (head) checkHead(head, events, report);
  await checkNothingOutside(client, org, report);
  tree.finish(events.position, events.broken);
  await checkNamed(client, org, events.named, report);
  const { position: size, lastClockAt } = events;
  checkCopies(checkpoints, size, report);
  const signedSize = checkpoints.at(-1)?.size ?? 0;
  const unsigned = await checkUnsigned(client, org, { signedSize, size, lastClockAt }, report);
  await Promise.all(signed);
  if (options.files) await checkFiles(org, options.files, files.values(), report);
  return {
    org,
    positions: size,
    root: events.frontier.root(),
    checkpoints: checkpoints.length,
    files: files.size,
    seconds: (performance.now() - began) / 1000,
    damages,
    unsigned,
  };
};

/** An event whose payload cannot be folded was changed, which its bytes tell. */
const checkActor = (people: ActingPeople, event: RecordedEvent, report: Report): void => {
  try {
    const reason = people.check(event);
    if (reason) report({ position: event.position, what: 'actor', reason });
  } catch {
    report({ position: event.position, what: 'event', reason: 'what it says of a person cannot be read' });
  }
};
