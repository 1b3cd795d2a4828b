import type { KeyObject } from 'node:crypto';
import type pg from 'pg';
import { clockOf, parseEvent } from './event-check.ts';
import type { Report } from './damage.ts';
import { openNote, originOf, parseCheckpoint } from '#events/ledger/note.ts';
import { msBetween, type Instant } from '#events/time.ts';
import type { StoredCheckpoint } from './tree-check.ts';

/** An hour: the clock signs each minute, and at a start. */
const unsignedForMs = 3_600_000;

export interface CheckpointKeys {
  keys: readonly KeyObject[];
  keyName: string;
  /** Checkpoints from outside the database. */
  witnessed?: readonly string[];
}

/** The checkpoints whose signature and text are valid, by size. Reports invalid and missing ones. */
export const readCheckpoints = async (
  client: pg.ClientBase,
  org: string,
  { keys, keyName, witnessed = [] }: CheckpointKeys,
  report: Report,
): Promise<StoredCheckpoint[]> => {
  const origin = originOf(keyName, org);
  const found: StoredCheckpoint[] = [];
  const open = (note: string, position: string | null, name: string, stored?: { size: string; root: Buffer }): void => {
    const damage = (reason: string) => report({ position, what: 'checkpoint', reason: `${name} ${reason}` });
    const opened = openNote(note, origin, keys);
    if (!opened.ok) {
      damage(
        {
          unreadable: 'is not a signed note',
          unsigned: 'is not signed with a known key: the key was swapped, or it was signed by another installation',
          forged: 'has a signature that does not fit its text',
        }[opened.reason],
      );
      return;
    }
    const body = parseCheckpoint(opened.text);
    if (!body || body.origin !== origin) damage('is for another ledger');
    else if (stored && (body.size !== Number(stored.size) || !body.root.equals(stored.root)))
      damage('differs from the columns beside it');
    else found.push({ size: body.size, root: body.root, note, name, isStored: !!stored });
  };
  // One statement, one snapshot: what is signed meanwhile is counted and numbered at once.
  const { rows } = await client.query<StoredRow>(
    `select s.number as signed, s.size::text as "signedSize", c.size::text,
            coalesce(c.root, '') as root, coalesce(c.note, '') as note, c.number,
            c.signed_at is null or c.signed_at < greatest(e.recorded_at, lag(c.signed_at) over (order by c.size))
              - interval '1 minute'
              or c.signed_at > greatest(e.recorded_at, clock_timestamp()) + interval '1 minute' as "oddTime"
     from (select $1::uuid as org_id) o
     left join ledger.signed s on s.org_id = o.org_id
     left join ledger.checkpoint c on c.org_id = o.org_id
     left join ledger.event e on e.org_id = c.org_id and e.position = c.size order by c.size`,
    [org],
  );
  const stored = rows.filter((row) => row.size !== null);
  for (const row of stored) open(row.note, row.size, `the checkpoint of ${row.size} events`, row);
  const { signed, signedSize } = rows[0]!;
  compareNumbers(stored, { number: signed ?? 0, size: signedSize ?? '0' }, report);
  await checkTimes(client, org, stored, report);
  for (const note of witnessed)
    if (note.startsWith(`${origin}\n`)) open(note, null, 'the checkpoint from outside the database');
  return found.sort((a, b) => a.size - b.size);
};

interface Numbered {
  size: string;
  number: number;
}

/** The first row has the count even where there is no checkpoint; then the rest of it is null. */
interface StoredRow extends Numbered {
  root: Buffer;
  note: string;
  /** By more than a minute its time is before that of its events or of the checkpoint before it, or in the future. */
  oddTime: boolean | null;
  signed: number | null;
  signedSize: string | null;
}

/** The time of a checkpoint is not part of what is signed: it can only be compared with what is recorded around it. */
const checkTimes = async (
  client: pg.ClientBase,
  org: string,
  stored: readonly StoredRow[],
  report: Report,
): Promise<void> => {
  const odd = stored.filter(({ oddTime }) => oddTime);
  if (odd.length === 0) return;
  // A clock that was set back explains them; the ledger says so from its next event on.
  const { rows } = await client.query(
    `select from ledger.event where org_id = $1 and type = 'ClockMovedBack' limit 1`,
    [org],
  );
  if (rows.length > 0) return;
  for (const { size } of odd) {
    const reason =
      `the time at which the checkpoint of ${size} events was signed does not fit ` +
      `the events and the checkpoints around it: it was changed, or the clock was`;
    report({ position: size, what: 'checkpoint', reason });
  }
};

/** The numbers of an organisation's checkpoints rise by one, up to that of the last one that was signed. */
const compareNumbers = (stored: readonly Numbered[], signed: Numbered, report: Report): void => {
  let before: Numbered = { size: '0', number: 0 };
  const gone = (next: Numbered): void => {
    const [from, to] = [before.number + 1, next.number - 1];
    const which = from === to ? `checkpoint number ${from}` : `checkpoints number ${from} to ${to}`;
    const reason = `the ${which}, signed of these events, ${from === to ? 'is' : 'are'} gone`;
    const first = BigInt(before.size) + 1n;
    const last = BigInt(next.size);
    report({ position: String(first < last ? first : last), to: next.size, what: 'checkpoint', reason });
  };
  for (const row of stored) {
    if (row.number > before.number + 1) gone(row);
    else if (row.number <= before.number) {
      const reason =
        `the checkpoint of ${row.size} events has the number ` + `${row.number}, after the number ${before.number}`;
      report({ position: row.size, what: 'checkpoint', reason });
    }
    before = row;
  }
  if (signed.number > before.number) gone({ size: signed.size, number: signed.number + 1 });
  else if (signed.number !== before.number || signed.size !== before.size) {
    const reason =
      `the last checkpoint is number ${before.number} of ${before.size} events, ` +
      `but ${signed.number} of ${signed.size} are counted as signed`;
    report({ position: before.size, what: 'checkpoint', reason });
  }
};

/**
 * Reports checkpoints that are outside the database alone. What is signed is stored first, so that a copy says what was
 * removed, whatever the count beside it says.
 */
export const checkCopies = (checkpoints: readonly StoredCheckpoint[], size: number, report: Report): void => {
  const stored = new Set(checkpoints.flatMap((one) => (one.isStored ? one.size : [])));
  for (const one of checkpoints) {
    if (stored.has(one.size) || one.size > size) continue;
    const reason = `the checkpoint of ${one.size} events is gone: only its copy outside the database is there`;
    report({ position: String(one.size), what: 'checkpoint', reason });
  }
};

/** Events at the end of a ledger that no checkpoint covers yet; the next minute or the next start signs them. */
export interface Unsigned {
  from: string;
  to: string;
}

/**
 * The events that no checkpoint covers. A stop and a start sign, and the clock does each minute between: where others
 * were recorded an hour later, checkpoints and their count were taken away, or nothing is signed any more.
 */
export const checkUnsigned = async (
  client: pg.ClientBase,
  org: string,
  { signedSize, size, lastClockAt }: { signedSize: number; size: number; lastClockAt: Instant | null },
  report: Report,
): Promise<Unsigned | null> => {
  if (lastClockAt === null || signedSize >= size) return null;
  const unsigned = { from: String(signedSize + 1), to: String(size) };
  const { rows } = await client.query<{ canonical: string }>(
    'select canonical from ledger.event where org_id = $1 and position > $2 order by position limit 1',
    [org, signedSize],
  );
  const event = parseEvent(rows[0]?.canonical ?? '');
  const firstClockAt = event && clockOf(event);
  // A time that is none was reported already.
  if (!firstClockAt || !(msBetween(firstClockAt, lastClockAt) >= unsignedForMs)) return unsigned;
  report({
    position: unsigned.from,
    to: unsigned.to,
    what: 'checkpoint',
    reason:
      `no checkpoint signs these events, recorded from ${firstClockAt} to ${lastClockAt}, though one is due each ` +
      'minute: checkpoints were removed, or the clock signs no more',
  });
  return null;
};
