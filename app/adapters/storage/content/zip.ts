import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { dangerIn } from '#app/adapters/storage/content/zip-danger.ts';
import type { RandomAccess } from '#app/adapters/storage/random-access.ts';

/** More names than any office file has; a directory beyond it is not read to its end. */
const mostEntries = 50_000;
/** The parts that we open are small; a larger one is not unpacked (a packed bomb would be). */
const largestPart = 4 * 1024 * 1024;
/** How far before the end of the file the archive's own end is looked for. */
const endWithin = 1024 * 1024;

export interface Zip {
  names: string[];
  /** Bytes of all parts together, as the directory says. */
  unpacked: number;
  /** Whether there is a part of this name, in any case (ECMA-376 part 2, 6.2.2.3). */
  has(name: string): boolean;
  /** A part's text, empty where it is too large; undefined where there is none of this name. */
  text(name: string): Promise<string | undefined>;
  /** A part's bytes; throws where there is none of this name. Reading ends with an error at a part that is damaged. */
  open(name: string): Promise<Readable>;
}

/** An archive that could write where it may not, or unpack to far more than it has. */
export class UnsafeArchive extends Error {
  /** `says`: why, as the end of a sentence about the archive. */
  constructor(readonly says: string) {
    super(`An unsafe archive: ${says}`);
  }
}

/**
 * Reads an archive's directory. Throws where it is damaged, and `UnsafeArchive` where it is that. `largest`: bytes of
 * the largest part that is opened.
 */
export async function openZip(file: RandomAccess, largest = largestPart): Promise<Zip> {
  const size = await endOf(file);
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true, decodeStrings: false };
    yauzl.fromRandomAccessReader(new AccessReader(file), size, options, (error, opened) =>
      error ? reject(error) : resolve(opened),
    );
  });
  const entries = await entriesOf(zip);
  const danger = dangerIn(entries);
  if (danger) throw new UnsafeArchive(danger);
  const byName = new Map(entries.map((entry) => [entry.fileName.toLowerCase(), entry]));
  return {
    names: entries.map(({ fileName }) => fileName),
    unpacked: entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0),
    has: (name) => byName.has(name.toLowerCase()),
    async text(name) {
      const entry = byName.get(name.toLowerCase());
      return entry && textOf(zip, entry, largest);
    },
    open: (name) =>
      new Promise((resolve, reject) => {
        zip.openReadStream(byName.get(name.toLowerCase())!, (error, stream) => {
          if (error) return reject(error);
          // Its reader gets the first error; a later one, which has no reader any more, would end the process.
          stream.on('error', () => undefined);
          resolve(stream);
        });
      }),
  };
}

class AccessReader extends yauzl.RandomAccessReader {
  constructor(private readonly file: RandomAccess) {
    super();
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const { file } = this;
    async function* bytes(): AsyncGenerator<Buffer> {
      for (let at = start; at < end; at += 65_536) yield await file.read(at, Math.min(65_536, end - at));
    }
    return Readable.from(bytes(), { objectMode: false });
  }
}

const endRecord = Buffer.from('504b0506', 'hex');
const directoryEntry = '504b0102';
const inZip64 = 0xffff_ffff;

/** Where the archive ends: some programs and disks add bytes after it. */
async function endOf(file: RandomAccess): Promise<number> {
  const from = Math.max(0, file.size - endWithin);
  const tail = await file.read(from, file.size - from);
  for (let at = tail.lastIndexOf(endRecord); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf(endRecord, at - 1)) {
    if (at + 22 > tail.length) continue;
    const [directory, comment] = [tail.readUInt32LE(at + 16), tail.readUInt16LE(at + 20)];
    const isEmpty = tail.readUInt16LE(at + 10) === 0;
    const leads = (await file.read(directory, 4)).toString('hex') === directoryEntry;
    if (isEmpty || directory === inZip64 || leads) return Math.min(file.size, from + at + 22 + comment);
  }
  throw new Error('The archive has no end');
}

const entriesOf = (zip: ZipFile): Promise<Entry[]> =>
  new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    zip.once('error', reject);
    zip.once('end', () => resolve(entries));
    zip.on('entry', (entry: Entry) => {
      entry.fileName = nameOf(entry as unknown as RawEntry);
      if (entries.push(entry) === mostEntries) resolve(entries);
      else zip.readEntry();
    });
    zip.readEntry();
  });

/** What the types of the library do not name. */
const { getFileNameLowLevel } = yauzl as unknown as {
  getFileNameLowLevel(flags: number, name: Buffer, extraFields: RawEntry['extraFields'], strict: boolean): string;
};

interface RawEntry {
  fileName: Buffer;
  generalPurposeBitFlag: number;
  extraFields: { id: number; data: Buffer }[];
}

const saysUtf8 = 0x800;

/** The name of an entry. Macs write UTF-8 without saying so. */
function nameOf({ fileName: raw, generalPurposeBitFlag, extraFields }: RawEntry): string {
  const flag = isUtf8(raw) ? generalPurposeBitFlag | saysUtf8 : generalPurposeBitFlag;
  return getFileNameLowLevel(flag, raw, extraFields, false);
}

function textOf(zip: ZipFile, entry: Entry, largest: number): Promise<string> {
  if (entry.uncompressedSize > largest) return Promise.resolve('');
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) reject(error);
      else buffer(stream).then((bytes) => resolve(bytes.toString('utf8')), reject);
    });
  });
}
