import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import { keepComparison } from '#app/comparison/commands/record-comparison.ts';
import { comparisonMethod } from '#events/document/comparison-method.ts';
import { parseComparison, type Comparison } from '#app/comparison/engine/comparison.ts';
import type { MadeComparison } from '#app/comparison/engine/comparisons.ts';
import type { Ports } from '#app/kit/ports.ts';
import type { FoundFile } from '#app/documents/queries/file.ts';
import {
  readComparison,
  type ComparisonRow,
  type SentVersion,
  type VersionPair,
} from '#app/comparison/queries/since-signed.ts';
import { objectKey } from '#app/adapters/storage/key.ts';
import { NoRoom } from '#app/adapters/storage/room.ts';
import { trackedWrite } from '#app/adapters/storage/tracked-write.ts';
import { openVerified } from '#app/adapters/storage/verified.ts';
import { isUnfinished } from '#app/adapters/workers/pool.ts';

export interface OpenedComparison {
  comparison: Comparison;
  sha256: string;
}

/**
 * `running`: it takes longer than the caller waits. `busy`: it was not finished, and is tried again when it is
 * asked for again. `unreadable`: one of the PDFs cannot be compared.
 */
export type AskedComparison =
  | { state: 'made'; opened: OpenedComparison }
  | { state: 'running' | 'busy' | 'unreadable' };

/** Reads a recorded comparison, checked against its fingerprint. Null where its file is damaged or missing. */
export async function openComparison(
  { storage }: Pick<Ports, 'storage'>,
  org: string,
  { file, sha256 }: Pick<ComparisonRow, 'file' | 'sha256'>,
): Promise<OpenedComparison | null> {
  const opened = await openVerified(storage.within(org), file.objectKey, sha256);
  if (!opened.ok) return null;
  const json = (await buffer(opened.value.body)).toString('utf8');
  return { comparison: parseComparison(json), sha256 };
}

export const sentVersion = ({ document, file }: Pick<FoundFile, 'document' | 'file'>): SentVersion => ({
  version: document.version,
  file,
});

/** The comparisons that this process is making, so that each is stored once. */
const making = new Map<string, Promise<MadeComparison | null>>();

/** Compares two versions that were sent for review, and records what differs. Null where they cannot be compared. */
export function makeComparison(ports: Ports, org: string, pair: VersionPair): Promise<MadeComparison | null> {
  const key = [org, pair.document, pair.from.version, pair.to.version].join(' ');
  const running = making.get(key) ?? compareAndKeep(ports, org, pair).finally(() => making.delete(key));
  making.set(key, running);
  return running;
}

async function compareAndKeep(ports: Ports, org: string, pair: VersionPair): Promise<MadeComparison | null> {
  const { document, from, to } = pair;
  const made = await ports.comparisons.compare(org, from.file, to.file);
  const known = made && (await findRow(ports, org, pair));
  if (!made || known?.sha256 === made.sha256) return made;
  const { counts } = parseComparison(made.json);
  const storage = ports.storage.within(org);
  const uid = ports.newId();
  const key = objectKey(org, document, uid, 'comparison');
  const bytes = Buffer.from(made.json, 'utf8');
  const name = `${from.version} to ${to.version}.json`;
  const written = { org, document, uid, key, name, maxBytes: bytes.length };
  await trackedWrite(ports, written, async () => {
    const stored = await storage.put(key, Readable.from([bytes]), {
      maxBytes: bytes.length,
      contentType: 'application/json',
    });
    if (!stored.ok) {
      if (stored.failure.code === 'storage_full') throw new NoRoom('There is no room for a comparison.');
      throw new Error(`The comparison could not be stored: ${stored.failure.code}`);
    }
    const recorded = await keepComparison(ports, org, {
      document,
      made: {
        from: { version: from.version, sha256: from.file.sha256 },
        to: { version: to.version, sha256: to.file.sha256 },
        method: comparisonMethod,
        file: { objectKey: key, name, mediaType: 'application/json', ...stored.value, pages: null },
        sha256: made.sha256,
        wordsAdded: counts.wordsAdded,
        wordsRemoved: counts.wordsRemoved,
        pagesChanged: counts.pagesChanged,
        elementsChanged: counts.elementsChanged,
      },
    });
    // Another process was faster, or the event was refused: no event names this file.
    if (!recorded.ok || !recorded.value.recorded) await storage.remove(key);
    if (!recorded.ok) throw new Error(`The comparison was not recorded: ${recorded.failure.code}`);
  });
  return made;
}

const findRow = ({ database }: Pick<Ports, 'database'>, org: string, { document, from, to }: VersionPair) =>
  database.read(org, (db) => readComparison(db, { document, from: from.version, to: to.version }));

/**
 * What differs between two versions, for somebody who waits at most so many milliseconds; it is made on meanwhile. What
 * was recorded by this method is read; of a draft (`isDraft`) nothing is recorded.
 */
export async function askComparison(
  ports: Ports,
  org: string,
  pair: VersionPair,
  { isDraft = false, patience }: { isDraft?: boolean; patience: number },
): Promise<AskedComparison> {
  const row = isDraft ? null : await findRow(ports, org, pair);
  const stored = row && (await openComparison(ports, org, row));
  if (stored) return { state: 'made', opened: stored };
  const made = isDraft
    ? ports.comparisons.compare(org, pair.from.file, pair.to.file)
    : makeComparison(ports, org, pair);
  made.catch((error: unknown) => ports.log.error({ err: error, org, document: pair.document }, 'comparison.failed'));
  const over = new AbortController();
  const waited = setTimeout(patience, 'running' as const, { signal: over.signal });
  const first = await Promise.race([made.catch(busyOrThrow), waited]).finally(() => over.abort());
  if (first === 'running' || first === 'busy') return { state: first };
  if (!first) return { state: 'unreadable' };
  return { state: 'made', opened: { comparison: parseComparison(first.json), sha256: first.sha256 } };
}

/** For a comparison that was not finished; throws every other fault. */
export function busyOrThrow(error: unknown): 'busy' {
  if (isUnfinished(error)) return 'busy';
  throw error;
}
