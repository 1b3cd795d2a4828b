import type { Extension } from '#app/adapters/storage/content/formats.ts';
import type { Finding } from '#app/adapters/storage/content/finding.ts';
import { openZip, type Zip } from '#app/adapters/storage/content/zip.ts';
import { watchFaults, type RandomAccess } from '#app/adapters/storage/random-access.ts';

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

/**
 * What a ZIP package holds: Office Open XML by the content type of its main part (ECMA-376 part 2), OpenDocument by its
 * `mimetype` part, iWork by the names of its parts. A directory that can't be read makes it damaged. Throws what the
 * storage throws: a file that nobody could look at is none that is damaged.
 */
export async function inspectPackage(file: RandomAccess): Promise<Finding> {
  const watched = watchFaults(file);
  try {
    const zip = await openZip(watched.file);
    const types = await zip.text('[Content_Types].xml');
    if (types !== undefined) return zip.has('_rels/.rels') ? officeFinding(zip, types) : { is: 'damaged' };
    const mimetype = await zip.text('mimetype');
    if (mimetype !== undefined) return await openDocumentFinding(zip, mimetype.trim());
    return iWorkFinding(zip.names) ?? { is: 'other', label: 'a ZIP archive' };
  } catch {
    watched.rethrow();
    return { is: 'damaged' };
  }
}

/** A main part that the package names must be there. */
function officeFinding(zip: Zip, contentTypes: string): Finding {
  let missing = false;
  for (const [element] of contentTypes.matchAll(/<(?:[\w-]+:)?(?:Override|Default)\b[^>]*>/g)) {
    const extension = mainParts[attribute(element, 'ContentType') ?? ''];
    if (!extension) continue;
    const [part, ending] = [attribute(element, 'PartName'), attribute(element, 'Extension')?.toLowerCase()];
    const isThere =
      part === undefined
        ? zip.names.some((name) => name.toLowerCase().endsWith(`.${ending}`))
        : zip.has(decodeURI(part).replace(/^\//, ''));
    if (isThere) return { is: 'known', extensions: [extension] };
    missing = true;
  }
  return missing ? { is: 'damaged' } : { is: 'other', label: 'an Office file of a kind that is not accepted' };
}

const attribute = (element: string, name: string): string | undefined =>
  new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
    .exec(element)
    ?.slice(1)
    .find((value) => value !== undefined);

async function openDocumentFinding(zip: Zip, type: string): Promise<Finding> {
  const extension = openDocuments[type];
  if (!extension) return { is: 'other', label: 'an OpenDocument file of a kind that is not accepted' };
  const manifest = await zip.text('META-INF/manifest.xml');
  if (manifest !== undefined && /<(?:[\w-]+:)?encryption-data\b/.test(manifest)) return { is: 'encrypted' };
  return zip.has('content.xml') ? { is: 'known', extensions: [extension] } : { is: 'damaged' };
}

/** Keynote has slides. Pages and Numbers have the same part names, so either is taken at its word. */
function iWorkFinding(all: string[]): Finding | null {
  const { names, folder } = withoutFolder(all);
  if (names.some((name) => /^\.iwp(h|v2)$/.test(name))) return { is: 'encrypted' };
  if (names.some((name) => /^Index\/(Master|Template)?Slide(-|\.)/.test(name) || name.startsWith('index.apxl'))) {
    return { is: 'known', extensions: ['key'] };
  }
  const isIWork = names.some((name) => /^(Index\/Document\.iwa|Index\.zip|index\.xml(\.gz)?)$/.test(name));
  return isIWork ? { is: 'known', extensions: folder ? [folder] : ['pages', 'numbers', 'key'] } : null;
}

/**
 * The names of the parts of a package that the Finder compressed: it puts them into a folder, which is named as the
 * document was, with its own notes beside.
 */
function withoutFolder(all: string[]): { names: string[]; folder: Extension | null } {
  const names = all.filter((name) => !name.startsWith('__MACOSX/') && !name.endsWith('.DS_Store'));
  const [path = '', ending = ''] = /^[^/]+\.(pages|numbers|key)\//i.exec(names[0] ?? '') ?? [];
  return path && names.every((name) => name.startsWith(path))
    ? { names: names.map((name) => name.slice(path.length)), folder: ending.toLowerCase() as Extension }
    : { names, folder: null };
}
