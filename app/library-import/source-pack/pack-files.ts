import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import type { StoredFile } from '#events/document/events.ts';
import { isDiskFull } from '#events/error-code.ts';
import { ok, type Result } from '#events/failures.ts';
import { packTables, type PackProblem, type PackTable } from '#app/library-import/source-pack/columns.ts';
import { baseName } from '#app/library-import/source-pack/pack-cells.ts';
import type { CheckedFiles, PackFile } from '#app/library-import/source-pack/plan.ts';
import { readStored, storeFile } from '#app/library-import/source-pack/stored.ts';
import type { Pdfs } from '#app/adapters/pdf/pdfs.ts';
import type { Ports } from '#app/kit/ports.ts';
import type { Sheet } from '#app/adapters/spreadsheet/sheet.ts';
import { checkContent, type CheckedContent } from '#app/adapters/storage/content/check.ts';
import { extensionOf } from '#app/adapters/storage/content/formats.ts';
import { openZip } from '#app/adapters/storage/content/zip.ts';
import { isStorageUnavailable } from '#app/adapters/storage/is-unavailable.ts';
import { randomAccess } from '#app/adapters/storage/random-access.ts';

/** Rows of the largest table. */
const mostRows = 200_000;

interface ReadTables {
  sheets: Map<PackTable, Sheet>;
  problems: PackProblem[];
  /** The files that are no tables. */
  others: StoredFile[];
}

/** The tables of a pack: files that are called as a table is, and the sheets of a workbook that has the documents. */
export async function readTables(ports: Ports, org: string, files: readonly StoredFile[]): Promise<ReadTables> {
  const sheets = new Map<PackTable, Sheet>();
  const problems: PackProblem[] = [];
  const others: StoredFile[] = [];
  const add = (table: PackTable, sheet: Sheet) => {
    const says = `Two files of the pack have the table ${table}. Send one.`;
    if (sheets.has(table)) problems.push({ kind: 'file_refused', table, row: null, column: null, says });
    else sheets.set(table, sheet);
  };
  for (const file of files) {
    const base = baseName(file.name);
    const own = packTables.find((table) => new RegExp(`^${table}\\.(csv|tsv|txt|xlsx)$`).test(base));
    if (!own && !base.endsWith('.xlsx')) {
      others.push(file);
      continue;
    }
    const bytes = await readStored(ports, org, file);
    if (own) {
      add(own, await ports.spreadsheets.read(bytes, mostRows));
      continue;
    }
    const documents = await ports.spreadsheets.read(bytes, mostRows, 'documents');
    // Workbooks are working files too.
    if (!documents.ok) others.push(file);
    else
      for (const table of packTables) {
        const sheet = table === 'documents' ? documents : await ports.spreadsheets.read(bytes, mostRows, table);
        if (sheet.ok || sheet.reason !== 'empty') add(table, sheet);
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
  /** By base name. */
  files: Map<string, PackFile>;
  /** Of every file, and of what is in archives instead of the archives. */
  fingerprints: string[];
  checked: CheckedFiles;
}

/**
 * The files of the pack, those of archives unpacked into storage, each checked as an upload is. `known`: what an
 * earlier preview checked and found usable, which is not read again. Aborting `stopping` rejects.
 */
export async function readFiles(
  ports: Ports,
  org: string,
  uid: string,
  files: readonly StoredFile[],
  { known = {}, stopping }: { known?: CheckedFiles; stopping?: AbortSignal | undefined } = {},
): Promise<ReadFiles> {
  const found = new Map<string, PackFile>();
  const unchecked = new Map<string, StoredFile>();
  const fingerprints: string[] = [];
  const add = (name: string, file: StoredFile | null) => {
    const base = baseName(name);
    const isTwice = found.has(base);
    if (file) fingerprints.push(file.sha256);
    const refusal = isTwice ? 'Two files of the pack have this name. Rename one.' : 'The file cannot be unpacked.';
    found.set(base, { name, refusal });
    if (file && !isTwice) unchecked.set(base, file);
    else unchecked.delete(base);
  };
  for (const file of files) {
    if (!/\.zip$/i.test(file.name)) {
      add(file.name, file);
      continue;
    }
    const access = randomAccess(ports.storage.within(org), file.objectKey, file.size);
    const zip = await openZip(access).catch(() => null);
    if (!zip) {
      found.set(baseName(file.name), { name: file.name, refusal: 'The archive cannot be read.' });
      continue;
    }
    const names = zip.names.filter((one) => !one.endsWith('/'));
    const unpacked = async (name: string): Promise<StoredFile> =>
      storeFile(ports, org, uid, `${file.sha256} ${name}`, {
        name: baseName(name),
        mediaType: 'application/pdf',
        body: await zip.open(name),
      });
    const unpack = async (name: string): Promise<StoredFile | null> => {
      stopping?.throwIfAborted();
      return unpacked(name).catch((error: unknown) => {
        // Neither is a fault of the archive: the job tries again.
        if (isDiskFull(error) || isStorageUnavailable(error)) throw error;
        return null;
      });
    };
    const inTurn = pLimit(unpackedAtOnce);
    const parts = await Promise.all(names.map((name) => inTurn(() => unpack(name))));
    for (const [at, name] of names.entries()) {
      const part = parts[at];
      add(name, part ? { ...part, name: name.split('/').at(-1)! } : null);
    }
  }
  // Equal bytes are checked once.
  const contents = new Map([...unchecked.values()].map((file) => [contentKey(file), file]));
  const results = new Map<string, Result<CheckedContent>>();
  const check = async ([key, file]: [string, StoredFile]): Promise<void> => {
    stopping?.throwIfAborted();
    const checked = known[key];
    results.set(key, checked ? ok(checked) : await contentOf(ports, org, file));
  };
  const isLarge = ([, { size }]: [string, StoredFile]) => size > largestBeside;
  const inTurn = pLimit(checkedAtOnce);
  const beside = [...contents].filter((one) => !isLarge(one));
  await Promise.all(beside.map((one) => inTurn(() => check(one))));
  for (const one of [...contents].filter(isLarge)) await check(one);
  for (const [base, file] of unchecked) found.set(base, packFileOf(file, results.get(contentKey(file))!));
  const usable = [...results].flatMap(([key, result]) => (result.ok ? [[key, result.value] as const] : []));
  return { files: found, fingerprints, checked: Object.fromEntries(usable) };
}

const contentKey = ({ sha256, name }: StoredFile): string => `${sha256} ${extensionOf(name)}`;

function contentOf(ports: Ports, org: string, file: StoredFile): Promise<Result<CheckedContent>> {
  const access = randomAccess(ports.storage.within(org), file.objectKey, file.size);
  const pdfs: Pick<Pdfs, 'inspect'> = { inspect: (pdf) => ports.pdfs.inspectForJob(pdf) };
  return checkContent(extensionOf(file.name) === 'pdf' ? 'final' : 'working', file.name, access, pdfs);
}

function packFileOf(file: StoredFile, content: Result<CheckedContent>): PackFile {
  if (!content.ok) return { name: file.name, refusal: content.failure.detail ?? 'It cannot be used.' };
  const { rendition, ...facts } = content.value;
  return { name: file.name, file: { ...file, ...facts, ...(rendition && { rendition }) } };
}
