import { fileTypeFromBuffer } from 'file-type';
import { compoundMagic, inspectCompound } from '#app/adapters/storage/content/compound.ts';
import type { Finding } from '#app/adapters/storage/content/finding.ts';
import type { Extension } from '#app/adapters/storage/content/formats.ts';
import { inspectPackage } from '#app/adapters/storage/content/package.ts';
import type { RandomAccess } from '#app/adapters/storage/random-access.ts';

const flatDocuments: Record<string, Extension> = {
  'application/vnd.oasis.opendocument.text': 'fodt',
  'application/vnd.oasis.opendocument.spreadsheet': 'fods',
  'application/vnd.oasis.opendocument.presentation': 'fodp',
};

/** A first entry, an archive without entries, an archive in parts. */
const zipSignatures = ['504b0304', '504b0506', '504b0708'];

/** PDF readers look for the header within the first 1024 bytes (ISO 32000-1, implementation note 13). */
export const pdfHeaderWithin = 1024;

/** Says what a file is by its bytes alone; its name plays no part. Reads a few blocks, never the whole. */
export async function detect(file: RandomAccess): Promise<Finding> {
  const head = await file.read(0, 64 * 1024);
  if (head.subarray(0, pdfHeaderWithin).includes('%PDF-')) return { is: 'known', extensions: ['pdf'] };
  if (head.subarray(0, 8).equals(compoundMagic)) return inspectCompound(file);
  if (zipSignatures.includes(head.toString('hex', 0, 4))) return inspectPackage(file);
  const text = textOf(head);
  const flat = text === null ? undefined : /\boffice:mimetype\s*=\s*["']([^"']+)["']/.exec(text)?.[1];
  if (flat && flatDocuments[flat]) {
    const tail = (await file.read(file.size - 256, 256)).toString('latin1').trimEnd();
    return tail.endsWith('</office:document>') ? { is: 'known', extensions: [flatDocuments[flat]] } : { is: 'damaged' };
  }
  return { is: 'other', label: await labelOf(head, text) };
}

/** The head as text in UTF-8 or UTF-16, or null where it is not text. */
function textOf(head: Buffer): string | null {
  const encoding =
    head[0] === 0xff && head[1] === 0xfe ? 'utf-16le' : head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

async function labelOf(head: Buffer, text: string | null): Promise<string> {
  // A head cut off in the middle of a structure makes the library throw; we then know no more than before.
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  if (found) {
    const name = found.ext.toUpperCase();
    const [family] = found.mime.split('/');
    if (family === 'image') return `${article(name)} ${name} image`;
    if (family === 'audio') return `${article(name)} ${name} sound`;
    if (family === 'video') return `${article(name)} ${name} video`;
    if (['exe', 'elf', 'macho'].includes(found.ext)) return 'a program';
    return `${article(name)} ${name} file`;
  }
  if (text === null) return 'data of an unknown kind';
  return /^\s*(<!doctype html|<html)/i.test(text) ? 'a web page' : 'plain text';
}

/** Extensions are spelled out when read aloud: an MP3, a PNG. */
const article = (name: string): string => (/^[AEFHILMNORSX]/.test(name) ? 'an' : 'a');
