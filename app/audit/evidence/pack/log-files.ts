import { sql } from 'kysely';
import { openNote } from '#events/ledger/note.ts';
import { formatTlogProof } from '#events/ledger/proof.ts';
import type { CheckedCheckpoint } from '#app/audit/queries/proof.ts';
import type { Ports } from '#app/kit/ports.ts';
import { readEvent, type ReadEvent } from '#app/audit/evidence/pack/event-descriptions.ts';
import { refuseUnsound } from '#app/audit/evidence/pack/unsound.ts';
import type { NewFile } from '#app/audit/evidence/pack/zip.ts';
import { parts } from '#app/audit/evidence/verify/contents.ts';
import { ownRows } from '#app/kit/query/own-rows.ts';

type LogPorts = Pick<Ports, 'config' | 'database' | 'ledger' | 'proofs'>;

/** Events read and proven at a time. */
const batch = 250;
/** The most earlier checkpoints in a pack, spread evenly. */
const mostCheckpoints = 24;

/** The decoded events in batches, with the files of their exact bytes and their proofs under this checkpoint. */
export async function* eventBatches(
  ports: LogPorts,
  org: string,
  positions: readonly string[],
  checkpoint: CheckedCheckpoint,
): AsyncGenerator<{ events: ReadEvent[]; files: NewFile[] }> {
  for (let start = 0; start < positions.length; start += batch) {
    const some = positions.slice(start, start + batch);
    await refuseUnsound(ports, org, some, checkpoint);
    const [bytes, proofs] = await Promise.all([
      ports.ledger.readBytes(org, some),
      ports.proofs.inclusions(org, some, checkpoint.frontier),
    ]);
    const events = bytes.map(readEvent);
    const files = events.flatMap(({ position, canonical }, i): NewFile[] => [
      { path: parts.event(position), bytes: Buffer.from(canonical, 'utf8') },
      { path: parts.proof(position), bytes: Buffer.from(formatTlogProof(proofs[i]!, checkpoint.note), 'utf8') },
    ]);
    yield { events, files };
  }
}

/** The files of the checkpoint, of earlier ones signed soon after the events, and of their consistency proofs. */
export async function checkpointFiles(
  ports: LogPorts,
  org: string,
  positions: readonly string[],
  checkpoint: CheckedCheckpoint,
): Promise<{ sizes: number[]; files: NewFile[] }> {
  const all = await earlierCheckpoints(ports, org, positions, checkpoint.size);
  // A pack has one key, so checkpoints signed with a former key are left out.
  const [origin = ''] = checkpoint.note.split('\n', 1);
  const earlier = inSteps(all.filter(({ note }) => openNote(note, origin, [ports.config.verifyingKey]).ok));
  const files: NewFile[] = [{ path: parts.checkpoint, bytes: Buffer.from(checkpoint.note, 'utf8') }];
  for (const { size, note } of earlier) {
    const { hashes } = await ports.proofs.consistency(org, Number(size), Number(checkpoint.size));
    const lines = [`old ${size}`, ...hashes.map((hash) => hash.toString('base64')), '', checkpoint.note];
    files.push({ path: parts.earlier(Number(size)), bytes: Buffer.from(note, 'utf8') });
    files.push({ path: parts.consistency(Number(size)), bytes: Buffer.from(lines.join('\n'), 'utf8') });
  }
  return { sizes: earlier.map(({ size }) => Number(size)), files };
}

/** The first checkpoint that covered each event, ascending, without the latest one. */
async function earlierCheckpoints(ports: LogPorts, org: string, positions: readonly string[], latest: string) {
  const { rows } = await ports.database.read(org, (db) =>
    sql<{ size: string; note: string }>`
      select c.size, coalesce(c.note, '') as note from ${ownRows('ledger.checkpoint')} c
      where c.size < ${latest} and exists (
        select from unnest(${positions}::bigint[]) p(position)
        where p.position <= c.size and p.position > coalesce(
          (select max(b.size) from ${ownRows('ledger.checkpoint')} b where b.size < c.size), 0))
      order by c.size`.execute(db),
  );
  return rows;
}

const inSteps = <T>(list: readonly T[]): T[] =>
  list.length <= mostCheckpoints
    ? [...list]
    : Array.from(
        { length: mostCheckpoints },
        (_, i) => list[Math.floor((i * (list.length - 1)) / (mostCheckpoints - 1))]!,
      );
