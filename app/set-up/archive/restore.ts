import type { ClientBase, Pool } from 'pg';
import { decodeEvent } from '#events/ledger/read.ts';
import { leafHash } from '#events/ledger/tree.ts';
import { constraints } from '#projections/constraints.ts';
import { writtenColumns } from '#projections/rebuild/load.ts';
import { Refold, type EventSource } from '#projections/rebuild/refold.ts';
import { readCheckpointLines, readCommandLines, readEventLines, readRowLines } from '#app/set-up/archive/check.ts';
import { chunkSize } from '#app/set-up/archive/format.ts';
import type { ArchiveFile, OpenedArchive } from '#app/set-up/archive/opened.ts';
import { Fault } from '#app/adapters/environment/fault.ts';

export interface Restoring {
  /** The owner's: the application may not write the ledger but by appending. */
  pool: Pool;
  archive: OpenedArchive;
  onEvents(events: number): void;
}

/** Refuses an organisation that is here already. */
export async function refuseTaken({ pool, archive: { manifest } }: Pick<Restoring, 'pool' | 'archive'>): Promise<void> {
  const { uid, name } = manifest.organisation;
  const { rows } = await pool.query(
    `select from ledger.head where org_id = $1 union all select from read.organisation where org_id = $1`,
    [uid],
  );
  if (rows.length > 0)
    throw new Fault(`The organisation ${name} (${uid}) is in this installation already: nothing was imported.`);
}

/**
 * Writes the ledger, the read models that follow from it, and the job that asks people to confirm anew, all in one
 * transaction: until it is committed nothing of the organisation is there.
 */
export async function restore({ pool, archive, onEvents }: Restoring): Promise<void> {
  const { uid: org } = archive.manifest.organisation;
  const client = await pool.connect();
  let failed = true;
  try {
    await client.query('begin');
    await client.query('insert into ledger.head (org_id) values ($1)', [org]);
    await writeEvents(client, org, archive.files, onEvents);
    await writeCheckpoints(client, org, archive.files);
    await new Refold(pagesOf(client, org), client, 'read', org, await writtenColumns(client)).run(
      BigInt(archive.manifest.ledger.size),
    );
    for (const file of archive.files) if (file.kind === 'rows') await writeRows(client, org, file);
    await finish(client, archive);
    await client.query('commit');
    failed = false;
  } catch (error) {
    throw takenAddress(error) ?? error;
  } finally {
    // After an error a COPY may still be open: such a connection is closed, which rolls back.
    client.release(failed);
  }
}

async function writeEvents(
  client: ClientBase,
  org: string,
  files: readonly ArchiveFile[],
  onEvents: (events: number) => void,
): Promise<void> {
  let size = 0;
  let frontier: Buffer = Buffer.alloc(0);
  let last = { recordedAt: '', clockAt: '' };
  const commands = files.filter(({ kind }) => kind === 'commands');
  for (const [n, file] of files.filter(({ kind }) => kind === 'events').entries()) {
    const lines = await readEventLines(file, size);
    const answers = new Map((await readCommandLines(commands[n]!)).map((line) => [String(line.position), line]));
    const leaves = lines.map(({ canonical }) => leafHash(Buffer.from(canonical, 'utf8')));
    const column = <T>(value: (line: (typeof lines)[number], at: number) => T): T[] => lines.map(value);
    await client.query(
      `insert into ledger.event (org_id, position, version, recorded_at, stream, type, command_id, command_last,
                                 command_answer, leaf, canonical)
       select $1, e.* from unnest($2::bigint[], $3::integer[], $4::timestamptz[], $5::text[], $6::text[], $7::text[],
                                  $8::bigint[], $9::text[], $10::bytea[], $11::text[]) e`,
      [
        org,
        column(({ event }) => event.position),
        column(({ event }) => event.version),
        column(({ event }) => event.recordedAt),
        column(({ event }) => event.stream),
        column(({ event }) => event.type),
        column(({ event }) => event.commandId),
        column(({ event }) => answers.get(event.position)?.last ?? null),
        column(({ event }) => answers.get(event.position)?.answer ?? null),
        leaves,
        column(({ canonical }) => canonical),
      ],
    );
    const { rows } = await client.query<{ frontier: Buffer }>(
      'select ledger.extend_tree($1, $2, $3, $4::bytea[]) as frontier',
      [org, size, frontier, leaves],
    );
    frontier = rows[0]!.frontier;
    size += lines.length;
    const event = lines.at(-1)?.event;
    if (event) last = { recordedAt: event.recordedAt, clockAt: event.recordedAtClock ?? event.recordedAt };
    onEvents(size);
  }
  await client.query(
    `update ledger.head set size = $2, frontier = $3, recorded_at = $4::timestamptz,
            clock_at = least($5::timestamptz, $4::timestamptz) where org_id = $1`,
    [org, size, frontier, last.recordedAt, last.clockAt],
  );
}

async function writeCheckpoints(client: ClientBase, org: string, files: readonly ArchiveFile[]): Promise<void> {
  for (const file of files) {
    if (file.kind !== 'checkpoints') continue;
    const lines = await readCheckpointLines(file);
    await client.query(
      `insert into ledger.checkpoint (org_id, size, number, root, signed_at, note)
       select $1, c.* from unnest($2::bigint[], $3::integer[], $4::bytea[], $5::timestamptz[], $6::text[]) c`,
      [
        org,
        lines.map(({ size }) => size),
        lines.map(({ number }) => number),
        lines.map(({ root }) => Buffer.from(root, 'base64')),
        lines.map(({ signedAt }) => signedAt),
        lines.map(({ note }) => note),
      ],
    );
  }
  await client.query(
    `insert into ledger.signed (org_id, number, size)
     select org_id, number, size from ledger.checkpoint where org_id = $1 order by size desc limit 1`,
    [org],
  );
}

/** In pages, since the connection writes rows between them. */
const pagesOf = (client: ClientBase, org: string): EventSource =>
  async function* ({ after, upTo }) {
    for (let at = after; at < upTo; at += BigInt(chunkSize)) {
      const { rows } = await client.query<{ position: string; canonical: string }>(
        `select position, canonical from ledger.event
         where org_id = $1 and position > $2 and position <= $3 order by position`,
        [org, at, at + BigInt(chunkSize) < upTo ? at + BigInt(chunkSize) : upTo],
      );
      yield rows.map(({ position, canonical }) => decodeEvent(position, canonical));
    }
  };

async function writeRows(client: ClientBase, org: string, file: ArchiveFile): Promise<void> {
  const rows = (await readRowLines(file)).map((row) => ({ ...row, org_id: org }));
  await client.query(
    `insert into app.${file.name} overriding system value
     select * from jsonb_populate_recordset(null::app.${file.name}, $1)`,
    [JSON.stringify(rows)],
  );
}

async function finish(client: ClientBase, { manifest, sha256 }: OpenedArchive): Promise<void> {
  const { uid: org } = manifest.organisation;
  const { size, root } = manifest.ledger;
  // New notifications count on after those that were carried over.
  await client.query(
    `select setval('app.notification_number_seq', greatest(
       (select last_value from app.notification_number_seq),
       (select max(number) from app.notification where org_id = $1)))`,
    [org],
  );
  // Webhooks tell of nothing that happened before.
  await client.query(
    `insert into app.webhook_progress (org_id, webhook_uid, position)
     select org_id, uid, $2 from read.webhook where org_id = $1`,
    [org, size],
  );
  await client.query(`select graphile_worker.add_job('admit-imported', payload := $1::json)`, [
    JSON.stringify({ org, archive: sha256, size, root: Buffer.from(root, 'base64').toString('hex') }),
  ]);
}

/** An email address is one person's in the whole installation. */
function takenAddress(error: unknown): Fault | null {
  const { constraint, detail = '' } = error as { constraint?: string; detail?: string };
  if (constraint === 'head_pk')
    return new Fault('The organisation is in this installation already: nothing was imported.');
  if (constraint !== constraints.userEmail) return null;
  const [, email = 'An email address'] = /=\((.+)\)/.exec(detail) ?? [];
  return new Fault(
    `${email} belongs to somebody of another organisation of this installation, and an address is one person's: ` +
      'nothing was imported. Change the address there or here first.',
  );
}
