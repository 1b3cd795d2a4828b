import type { KeyObject } from 'node:crypto';
import { createHash } from 'node:crypto';
import { openNote, originOf, verifierKey } from '#events/ledger/note.ts';
import { checkpointKeyName } from '#app/audit/checkpoints/key-name.ts';
import { manifest, partOf, parts, statementOf, type Manifest } from '#app/set-up/archive/format.ts';
import { sha256 } from '#app/set-up/archive/made-file.ts';
import { withFiles } from '#app/audit/evidence/program/bytes.ts';
import { isRefusal } from '#app/audit/evidence/verify/refusal.ts';
import { openZip, type PackFile } from '#app/audit/evidence/verify/zip.ts';
import { Fault } from '#app/adapters/environment/fault.ts';

/** A listed file of an opened archive. */
export interface ArchiveFile {
  path: string;
  size: number;
  sha256: string;
  kind: string;
  name: string;
  /** Its bytes, to be read to the end; throws a `Fault` where they are not those that the manifest lists. */
  open(): AsyncIterable<Uint8Array>;
}

export interface OpenedArchive {
  manifest: Manifest;
  /** SHA-256 of the manifest: it identifies the archive, by whatever key it is signed. */
  sha256: string;
  origin: string;
  files: readonly ArchiveFile[];
}

/** Manifests of a million files. */
const largestManifest = 512 * 1024 * 1024;

/**
 * Opens an archive for as long as `work` takes. Its manifest must be signed with one of `keys`. Throws a `Fault` that
 * names what is wrong: the file cannot be read, it is no archive, it was changed or cut, or its key is not known.
 */
export function withArchive<T>(
  path: string,
  keys: readonly KeyObject[],
  work: (archive: OpenedArchive) => Promise<T>,
): Promise<T> {
  return withFiles([{ name: path, path }], async ([given]) => {
    const files = await openZip(given!.bytes);
    return work(await openArchive(files, keys));
  }).catch((error: unknown) => {
    if (isRefusal(error)) throw new Fault(`The archive was refused: ${error.file} ${error.reason}.`);
    if (['ENOENT', 'EACCES', 'EISDIR'].includes(String((error as NodeJS.ErrnoException).code)))
      throw new Fault(`The archive ${path} cannot be read.`);
    throw error;
  });
}

async function openArchive(files: readonly PackFile[], keys: readonly KeyObject[]): Promise<OpenedArchive> {
  const end = [parts.manifest, parts.madeWith, parts.signature];
  const listed = files.slice(0, -end.length);
  for (const [n, path] of end.entries())
    if (files.at(n - end.length)?.path !== path) throw new Fault(`The archive was refused: it has no ${path}.`);
  const [text, madeWith, signature] = await Promise.all(files.slice(-end.length).map(readText));
  const read = readManifest(text!);
  const origin = originOf(checkpointKeyName, read.organisation.uid);
  const digest = sha256(Buffer.from(text!, 'utf8'));
  const opened = openNote(signature!, origin, keys);
  if (!opened.ok && opened.reason === 'unsigned') throw unknownKey(madeWith!.trim(), keys, origin);
  if (!opened.ok || opened.text !== statementOf(digest))
    throw new Fault(
      'The archive was refused: manifest.sig does not sign this manifest.json, so one of them was changed.',
    );
  return { manifest: read, sha256: digest, origin, files: matched(read, listed) };
}

const unknownKey = (madeWith: string, keys: readonly KeyObject[], origin: string): Fault =>
  new Fault(
    `The archive was made with a key that this installation does not know: ${madeWith}\n` +
      'Ask the sender for the fingerprint of the key through a separate channel. If it is the same, add the key to ' +
      `FORMER_KEYS and import again. Known here: ${keys.map((key) => verifierKey(origin, key)).join(', ')}`,
  );

function readManifest(text: string): Manifest {
  try {
    return manifest.parse(JSON.parse(text));
  } catch {
    throw new Fault('The archive was refused: manifest.json is not the manifest of an archive of an organisation.');
  }
}

/** The files of the zip beside those of the manifest: the same, in the same order. */
function matched({ files: wanted }: Manifest, found: readonly PackFile[]): ArchiveFile[] {
  const present = new Set(found.map(({ path }) => path));
  const known = new Set(wanted.map(({ path }) => path));
  const absent = wanted.find(({ path }) => !present.has(path));
  if (absent) throw new Fault(`The archive was refused: ${absent.path} is missing.`);
  const foreign = found.find(({ path }) => !known.has(path));
  if (foreign) throw new Fault(`The archive was refused: ${foreign.path} is not in its manifest.`);
  return wanted.map(({ path, size, sha256: digest }, n) => {
    const file = found[n]!;
    const part = partOf(path);
    if (file.path !== path || file.size !== size || !part)
      throw new Fault(`The archive was refused: ${path} is not as its manifest says.`);
    return { path, size, sha256: digest, ...part, open: () => checked(file, digest) };
  });
}

async function* checked(file: PackFile, digest: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const piece of file.open()) {
    hash.update(piece);
    yield piece;
  }
  if (hash.digest('hex') !== digest) throw new Fault(`The archive was refused: ${file.path} was changed.`);
}

async function readText(file: PackFile): Promise<string> {
  if (file.size > largestManifest) throw new Fault(`The archive was refused: ${file.path} is too large.`);
  return textOf(file.open());
}

async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const piece of pieces) chunks.push(piece);
  return Buffer.concat(chunks).toString('utf8');
}

/** The lines of a listed file. */
export async function linesOf(file: ArchiveFile): Promise<string[]> {
  const lines = (await textOf(file.open())).split('\n');
  lines.pop();
  return lines;
}
