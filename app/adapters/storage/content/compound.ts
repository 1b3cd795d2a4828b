import type { Extension } from '#app/adapters/storage/content/formats.ts';
import type { Finding } from '#app/adapters/storage/content/finding.ts';
import { openCompound, type Stream } from '#app/adapters/storage/content/compound-directory.ts';
import type { RandomAccess } from '#app/adapters/storage/random-access.ts';

export const compoundMagic = Buffer.from('d0cf11e0a1b11ae1', 'hex');

const mainStreams: Record<string, Extension> = {
  worddocument: 'doc',
  'powerpoint document': 'ppt',
  workbook: 'xls',
  book: 'xls',
};

/**
 * What a compound file (MS-CFB) holds, by the streams of its root: Word, Excel, PowerPoint of 1997 to 2003, or an
 * Office Open XML file behind a password (MS-OFFCRYPTO). Names differ in case between programs.
 */
export async function inspectCompound(file: RandomAccess): Promise<Finding> {
  const compound = await openCompound(file);
  if (!compound) return { is: 'damaged' };
  const named = (name: string): Stream | undefined =>
    compound.streams.find((stream) => stream.name.toLowerCase() === name);
  if (named('encryptedpackage')) return { is: 'encrypted' };
  const main = compound.streams.find(({ name }) => Object.hasOwn(mainStreams, name.toLowerCase()));
  const extension = main && mainStreams[main.name.toLowerCase()];
  if (!extension) return { is: 'other', label: 'data of a kind that is not accepted' };
  const marked = extension === 'ppt' ? named('current user') : main;
  const start = marked ? await compound.startOf(marked) : Buffer.alloc(0);
  if (isEncrypted[extension]?.(start)) return { is: 'encrypted' };
  return (await compound.isWhole(main)) ? { is: 'known', extensions: [extension] } : { is: 'damaged' };
}

/** Bit 8 of the flags of the file information block (MS-DOC 2.5.2). */
const fileIsEncrypted = 0x0100;
/** The header token of an encrypted presentation (MS-PPT 2.3.2). */
const encryptedToken = 0xf3d1_c4df;
/**
 * Records of a workbook (MS-XLS 2.3): which may stand between its beginning and the one that says how it is encrypted.
 */
const [filePass, writeProtection, beginning] = [0x002f, 0x0086, 0x0809];

const isEncrypted: Partial<Record<Extension, (start: Buffer) => boolean>> = {
  doc: (start) => start.length >= 12 && (start.readUInt16LE(10) & fileIsEncrypted) !== 0,
  ppt: (start) => start.length >= 16 && start.readUInt32LE(12) === encryptedToken,
  xls(start) {
    for (let at = 0; at + 4 <= start.length; at += 4 + start.readUInt16LE(at + 2)) {
      const record = start.readUInt16LE(at);
      if (record === filePass) return true;
      if (record !== beginning && record !== writeProtection) return false;
    }
    return false;
  },
};
