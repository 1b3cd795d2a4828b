import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import type { Extension } from '#app/storage/content/formats.ts';
import type { Finding } from '#app/storage/content/finding.ts';
import { watchFaults, type RandomAccess } from '#app/storage/random-access.ts';

/** More names than any office file has; a directory beyond it is not read to its end. */
const mostEntries = 50_000;
/** The parts that we open are small; a larger one is not unpacked (a packed bomb would be). */
const largestPart = 4 * 1024 * 1024;

const office = 'application/vnd.openxmlformats-officedocument';
const mainParts: Record<string, Extension> = {
  [`${office}.wordprocessingml.document.main+xml`]: 'docx',
  'application/vnd.ms-word.document.macroEnabled.main+xml': 'docm',
  [`${office}.wordprocessingml.template.main+xml`]: 'dotx',
  [`${office}.presentationml.presentation.main+xml`]: 'pptx',
  'application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml': 'pptm',
  [`${office}.presentationml.slideshow.main+xml`]: 'ppsx',
  [`${office}.presentationml.template.main+xml`]: 'potx',
  [`${office}.spreadsheetml.sheet.main+xml`]: 'xlsx',
  [`${office}.spreadsheetml.template.main+xml`]: 'xltx',
  [`${office}.themeManager+xml`]: 'thmx',
};
const openDocuments: Record<string, Extension> = {
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
};

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

const openZip = (file: RandomAccess): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true };
    yauzl.fromRandomAccessReader(new AccessReader(file), file.size, options, (error, zip) => {
      if (error) reject(error);
      else resolve(zip);
    });
  });

const entriesOf = (zip: ZipFile): Promise<Map<string, Entry>> =>
  new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>();
    zip.once('error', reject);
    zip.once('end', () => resolve(entries));
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName, entry);
      if (entries.size === mostEntries) resolve(entries);
      else zip.readEntry();
    });
    zip.readEntry();
  });

function textOf(zip: ZipFile, entry: Entry): Promise<string> {
  if (entry.uncompressedSize > largestPart) return Promise.resolve('');
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) reject(error);
      else buffer(stream).then((bytes) => resolve(bytes.toString('utf8')), reject);
    });
  });
}

/**
 * What a ZIP package holds: Office Open XML by the content type of its main part (ECMA-376 part 2), OpenDocument by its
 * `mimetype` part, iWork by the names of its parts. A directory that can't be read makes it damaged. Throws what the
 * storage throws: a file that nobody could look at is none that is damaged.
 */
export async function inspectPackage(file: RandomAccess): Promise<Finding> {
  const watched = watchFaults(file);
  try {
    const zip = await openZip(watched.file);
    const entries = await entriesOf(zip);
    const types = entries.get('[Content_Types].xml');
    if (types) return officeFinding(await textOf(zip, types));
    const mimetype = entries.get('mimetype');
    if (mimetype) return openDocumentFinding((await textOf(zip, mimetype)).trim());
    return iWorkFinding([...entries.keys()]) ?? { is: 'other', label: 'a ZIP archive' };
  } catch {
    watched.rethrow();
    return { is: 'damaged' };
  }
}

function officeFinding(contentTypes: string): Finding {
  for (const [type, extension] of Object.entries(mainParts)) {
    if (contentTypes.includes(`"${type}"`)) return { is: 'known', extensions: [extension] };
  }
  return { is: 'other', label: 'an Office file of a kind that is not accepted' };
}

function openDocumentFinding(type: string): Finding {
  const extension = openDocuments[type];
  return extension
    ? { is: 'known', extensions: [extension] }
    : { is: 'other', label: 'an OpenDocument file of a kind that is not accepted' };
}

/** Keynote has slides. Pages and Numbers have the same part names, so either is taken at its word. */
function iWorkFinding(names: string[]): Finding | null {
  if (names.some((name) => /^Index\/(Master|Template)?Slide(-|\.)/.test(name) || name.startsWith('index.apxl'))) {
    return { is: 'known', extensions: ['key'] };
  }
  const isIWork = names.some((name) => /^(Index\/Document\.iwa|Index\.zip|index\.xml(\.gz)?)$/.test(name));
  return isIWork ? { is: 'known', extensions: ['pages', 'numbers', 'key'] } : null;
}
