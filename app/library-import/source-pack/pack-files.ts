import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import type { StoredFile } from '#events/document/events.ts';
import { isDiskFull } from '#events/error-code.ts';
import { ok, type Result } from '#events/failures.ts';
import { packTables, type PackProblem, type PackTable } from '#app/library-import/source-pack/columns.ts';
import { baseKey, pathKey, systemPart } from '#app/library-import/source-pack/pack-paths.ts';
import type { CheckedFiles, PackFile } from '#app/library-import/source-pack/plan.ts';
import { largestPack, readStored, removeFiles, storeFile } from '#app/library-import/source-pack/stored.ts';
import type { Pdfs } from '#app/adapters/pdf/pdfs.ts';
import type { Ports } from '#app/kit/ports.ts';
import type { Sheet } from '#app/adapters/spreadsheet/sheet.ts';
import { checkContent, type CheckedContent } from '#app/adapters/storage/content/check.ts';
import { extensionOf } from '#app/adapters/storage/content/formats.ts';
import { openZip, UnsafeArchive, type Zip } from '#app/adapters/storage/content/zip.ts';
import { isStorageUnavailable } from '#app/adapters/storage/is-unavailable.ts';
import { inDigits } from '#app/ui/text/count.ts';
import { randomAccess } from '#app/adapters/storage/random-access.ts';

/** Rows of the largest table. */
const mostRows = 200_000;

interface ReadTables {
  sheets: Map<PackTable, Sheet>;
  problems: PackProblem[];
  /** The files that are no tables. */
  others: StoredFile[];
}

export const isArchive = ({ name }: StoredFile): boolean => /\.zip$/i.test(name);

/** Bytes that every archive may unpack to, and how many times its own size a larger one. Scans and PDFs are packed. */
const [alwaysUnpacked, mostTimes] = [100 * 1024 * 1024, 100];
const mostInArchive = 50_000;

const inMegabytes = (bytes: number): string => `${inDigits(Math.ceil(bytes / 1024 ** 2))} MB`;

interface Refused {
  refusal: string;
  /** Else it cannot be read. */
  isUnsafe: boolean;
}
const refused = (because: string): Refused => ({ refusal: `The archive is refused: ${because}.`, isUnsafe: true });

/** The directory of an archive, or why it is refused. Nothing is unpacked. */
async function openArchive(ports: Ports, org: string, file: StoredFile): Promise<Zip | Refused> {
  const access = randomAccess(ports.storage.within(org), file.objectKey, file.size);
  try {
    const zip = await openZip(access);
    if (zip.names.length >= mostInArchive) return refused(`it has ${inDigits(mostInArchive)} files or more`);
    if (zip.unpacked > Math.max(alwaysUnpacked, file.size * mostTimes))
      return refused(`it would unpack to ${inMegabytes(zip.unpacked)}, more than ${mostTimes} times its size`);
    return zip;
  } catch (error) {
    if (isStorageUnavailable(error)) throw error;
    const unread: Refused = { refusal: 'The archive cannot be read.', isUnsafe: false };
    return error instanceof UnsafeArchive ? refused(error.says) : unread;
  }
}

/** Why a pack is refused before anything of it is unpacked: an archive that is unsafe, or too much in all of them. */
export async function packRefusal(ports: Ports, org: string, files: readonly StoredFile[]): Promise<string | null> {
  let unpacked = 0;
  for (const file of files) {
    const zip = isArchive(file) ? await openArchive(ports, org, file) : null;
    if (zip && 'refusal' in zip) {
      // One that cannot be read is named by the preview, beside what else is wrong.
      if (zip.isUnsafe) return `${file.name}: ${zip.refusal}`;
      continue;
    }
    unpacked += zip?.unpacked ?? file.size;
  }
  return unpacked > largestPack ? `The files unpack to more than ${inMegabytes(largestPack)}.` : null;
}

/** When files of a pack were sent: 0 with the import, 1 and more later, by their key in storage. */
export type SentAt = ReadonlyMap<string, number>;

/**
 * The tables of a pack: files that are called as a table is, and the sheets of a workbook that has the documents. One
 * that was sent later takes the place of the one before.
 */
export async function readTables(
  ports: Ports,
  org: string,
  files: readonly StoredFile[],
  sentAt: SentAt = new Map(),
): Promise<ReadTables> {
  const sheets = new Map<PackTable, Sheet>();
  const from = new Map<PackTable, number>();
  const problems: PackProblem[] = [];
  const others: StoredFile[] = [];
  const add = (table: PackTable, sheet: Sheet, { objectKey }: StoredFile) => {
    const sent = sentAt.get(objectKey) ?? 0;
    const says = `Two files of the pack have the table ${table}. Send one.`;
    if (from.get(table) === sent) problems.push({ kind: 'file_refused', table, row: null, column: null, says });
    else sheets.set(table, sheet);
    from.set(table, sent);
  };
  for (const file of files) {
    const base = baseKey(file.name);
    const own = packTables.find((table) => new RegExp(`^${table}\\.(csv|tsv|txt|xlsx)$`).test(base));
    if ((!own && !base.endsWith('.xlsx')) || systemPart(file.name)) {
      others.push(file);
      continue;
    }
    const bytes = await readStored(ports, org, file);
    if (own) {
      add(own, await ports.spreadsheets.read(bytes, mostRows), file);
      continue;
    }
    const documents = await ports.spreadsheets.read(bytes, mostRows, 'documents');
    // Workbooks are working files too.
    if (!documents.ok) others.push(file);
    else
      for (const table of packTables) {
        const sheet = table === 'documents' ? documents : await ports.spreadsheets.read(bytes, mostRows, table);
        if (sheet.ok || sheet.reason !== 'empty') add(table, sheet, file);
      }
  }
  return { sheets, problems, others };
}

/** Files that are checked at once. Each may take several hundred MB, which the pool of workers bounds. */
const checkedAtOnce = Math.min(availableParallelism(), 2);
/** Bytes. Larger files are checked after the others, one at a time. */
const largestBeside = 20 * 1024 * 1024;

/** Parts of an archive that are unpacked at once. */
const unpackedAtOnce = 4;

interface ReadFiles {
  /** By name as `pathKey` has it. */
  files: Map<string, PackFile>;
  /** Of every file, and of what is in archives instead of the archives. */
  fingerprints: string[];
  checked: CheckedFiles;
  /** What operating systems added, and how often. */
  passedOver: Map<string, number>;
}

/** A file, or why there is none, as it is found in a pack. */
type Found = { file: StoredFile } | { refusal: string };

/** The files of a pack by their names. One that was sent later takes the place of the one before. */
class FoundFiles {
  readonly passedOver = new Map<string, number>();
  readonly #found = new Map<string, { name: string; sent: number; of: Found[]; isOptional: boolean }>();

  /** Whether the file is one that an operating system adds: it is counted and passed over. */
  isPassedOver(name: string): boolean {
    const part = systemPart(name);
    if (part) this.passedOver.set(part, (this.passedOver.get(part) ?? 0) + 1);
    return part !== null;
  }

  add(name: string, sent: number, of: Found, isOptional = false): void {
    const key = this.#placeOf(pathKey(name), sent);
    const before = this.#found.get(key);
    if (before?.sent === sent) before.of.push(of);
    else this.#found.set(key, { name, sent, of: [of], isOptional });
  }

  /** A file that is sent later without its folder takes the place of the one that has its name. */
  #placeOf(key: string, sent: number): string {
    if (sent === 0 || key.includes('/') || this.#found.has(key)) return key;
    const earlier = [...this.#found].filter(([one, { sent: at }]) => at < sent && one.endsWith(`/${key}`));
    return earlier.length === 1 ? earlier[0]![0] : key;
  }

  *entries(): Generator<[string, PackFile]> {
    for (const [key, { name, of, isOptional }] of this.#found) {
      const only = of.length === 1 ? of[0]! : { refusal: 'Two files of the pack have this name. Rename one.' };
      yield [key, { name, ...(isOptional && { isOptional }), ...only }];
    }
  }

  get fingerprints(): string[] {
    return [...this.#found.values()].flatMap(({ of }) => of.flatMap((one) => ('file' in one ? one.file.sha256 : [])));
  }
}

interface Reading {
  sentAt?: SentAt;
  /** What an earlier preview checked and found usable, which is not read again. */
  known?: CheckedFiles;
  stopping?: AbortSignal | undefined;
}

/**
 * The files of the pack, those of archives unpacked into storage, each checked as an upload is. Aborting `stopping`
 * rejects.
 */
export async function readFiles(
  ports: Ports,
  org: string,
  uid: string,
  files: readonly StoredFile[],
  { sentAt = new Map(), known = {}, stopping }: Reading = {},
): Promise<ReadFiles> {
  const found = new FoundFiles();
  for (const file of files) {
    const sent = sentAt.get(file.objectKey) ?? 0;
    if (found.isPassedOver(file.name)) continue;
    if (!isArchive(file)) {
      found.add(file.name, sent, { file: { ...file, name: file.name.split('/').at(-1)! } });
      continue;
    }
    const parts = await unpack(ports, org, uid, file, { stopping, isPassedOver: (name) => found.isPassedOver(name) });
    const isOptional = files.some(
      (other) => pathKey(other.name) === pathKey(file.name) && (sentAt.get(other.objectKey) ?? 0) > sent,
    );
    if ('refusal' in parts) found.add(file.name, sent, parts);
    else for (const [name, part] of parts) found.add(name, sent, part, isOptional);
  }
  const results = new Map<string, PackFile>(found.entries());
  // Equal bytes are checked once.
  const contents = new Map(
    [...results.values()].flatMap((one) => ('file' in one ? [[contentKey(one.file), one.file] as const] : [])),
  );
  const usable: CheckedFiles = {};
  const refusals = new Map<string, string>();
  const check = async ([key, file]: readonly [string, StoredFile]): Promise<void> => {
    stopping?.throwIfAborted();
    const content = known[key] ? ok(known[key]) : await contentOf(ports, org, file);
    if (content.ok) usable[key] = content.value;
    else refusals.set(key, content.failure.detail ?? 'It cannot be used.');
  };
  const isLarge = ([, { size }]: readonly [string, StoredFile]) => size > largestBeside;
  const inTurn = pLimit(checkedAtOnce);
  const beside = [...contents].filter((one) => !isLarge(one));
  await Promise.all(beside.map((one) => inTurn(() => check(one))));
  for (const one of [...contents].filter(isLarge)) await check(one);
  for (const [key, one] of results) {
    if (!('file' in one)) continue;
    const { name, isOptional } = one;
    const refusal = refusals.get(contentKey(one.file));
    const content = refusal === undefined ? withContent(one.file, usable[contentKey(one.file)]!) : { refusal };
    results.set(key, { name, ...(isOptional && { isOptional }), ...content });
  }
  return { files: results, fingerprints: found.fingerprints, checked: usable, passedOver: found.passedOver };
}

/** Unpacks an archive into storage. Of one that is refused nothing stays. */
async function unpack(
  ports: Ports,
  org: string,
  uid: string,
  file: StoredFile,
  { stopping, isPassedOver }: { stopping: AbortSignal | undefined; isPassedOver: (name: string) => boolean },
): Promise<[string, Found][] | Refused> {
  const zip = await openArchive(ports, org, file);
  if ('refusal' in zip) return zip;
  const names = zip.names.filter((one) => !one.endsWith('/') && !isPassedOver(one));
  let larger: string | null = null;
  const unpackOne = async (name: string): Promise<Found> => {
    stopping?.throwIfAborted();
    try {
      const body = await zip.open(name);
      const given = { name: name.split('/').at(-1)!, mediaType: 'application/pdf', body };
      return { file: await storeFile(ports, org, uid, `${file.sha256} ${name}`, given) };
    } catch (error) {
      // Neither is a fault of the archive: the job tries again.
      if (isDiskFull(error) || isStorageUnavailable(error)) throw error;
      if (error instanceof Error && error.message.startsWith('too many bytes')) larger ??= name;
      return { refusal: 'The file cannot be unpacked.' };
    }
  };
  const inTurn = pLimit(unpackedAtOnce);
  const parts = await Promise.all(names.map((name) => inTurn(() => unpackOne(name))));
  if (larger === null) return parts.map((part, at) => [names[at]!, part]);
  await removeFiles(
    ports,
    org,
    parts.flatMap((part) => ('file' in part ? part.file : [])),
  );
  return refused(`${larger as string} is larger than it says`);
}

const contentKey = ({ sha256, name }: StoredFile): string => `${sha256} ${extensionOf(name)}`;

function contentOf(ports: Ports, org: string, file: StoredFile): Promise<Result<CheckedContent>> {
  const access = randomAccess(ports.storage.within(org), file.objectKey, file.size);
  const pdfs: Pick<Pdfs, 'inspect'> = { inspect: (pdf) => ports.pdfs.inspectForJob(pdf) };
  return checkContent(extensionOf(file.name) === 'pdf' ? 'final' : 'working', file.name, access, pdfs);
}

function withContent(file: StoredFile, { rendition, ...facts }: CheckedContent): { file: StoredFile } {
  return { file: { ...file, ...facts, ...(rendition && { rendition }) } };
}
