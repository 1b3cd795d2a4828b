import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { openZip, UnsafeArchive } from '#app/adapters/storage/content/zip.ts';
import { bytesAccess } from '#app/adapters/storage/random-access.ts';

const one = new Uint8Array([1, 2, 3]);

const openingOf = (bytes: Uint8Array) =>
  openZip(bytesAccess(Buffer.from(bytes))).then(
    ({ names }) => names,
    (error: unknown) => (error instanceof UnsafeArchive ? error.says : 'another error'),
  );

/** The directory entry of a file begins so. */
const entry = Buffer.from('504b0102', 'hex');

/** An archive in which every entry points to the bytes of the first one. */
function overlapping(): Buffer {
  const bytes = Buffer.from(zipSync({ 'a.pdf': one, 'b.pdf': one }, { level: 0 }));
  const second = bytes.lastIndexOf(entry);
  bytes.writeUInt32LE(0, second + 42);
  return bytes;
}

describe('an archive', () => {
  it.each([
    ['above its folder', { '../a.pdf': one }, 'it names a file outside of itself, ../a.pdf'],
    ['above a folder in it', { 'x/../../a.pdf': one }, 'it names a file outside of itself, x/../../a.pdf'],
    ['above with backslashes', { '..\\a.pdf': one }, 'it names a file outside of itself, ../a.pdf'],
    ['at the root', { '/etc/a.pdf': one }, 'it names a file outside of itself, /etc/a.pdf'],
    ['on a disk', { 'C:\\a.pdf': one }, 'it names a file outside of itself, C:/a.pdf'],
  ])('is unsafe with a name %s', async (_, files, says) => {
    expect(await openingOf(zipSync(files))).toBe(says);
  });

  it('is unsafe with a symbolic link', async () => {
    const link = zipSync({ 'a.pdf': [one, { os: 3, attrs: 0o120777 << 16 }] });
    expect(await openingOf(link)).toBe('a.pdf is a link to another file');
    expect(await openingOf(zipSync({ 'a.pdf': [one, { os: 3, attrs: 0o100644 << 16 }] }))).toEqual(['a.pdf']);
  });

  it('is unsafe where files in it overlap', async () => {
    expect(await openingOf(overlapping())).toBe('files in it overlap');
  });

  it('has names in UTF-8 also where it does not say so, else in the letters of DOS', async () => {
    const name = Buffer.from('Öl.pdf'.normalize('NFD'));
    const bytes = Buffer.from(zipSync({ [name.toString()]: one }));
    for (let at = bytes.indexOf('PK'); at >= 0; at = bytes.indexOf('PK', at + 2)) {
      const flags = { '504b0304': 6, '504b0102': 8 }[bytes.toString('hex', at, at + 4)];
      if (flags) bytes.writeUInt16LE(bytes.readUInt16LE(at + flags) & ~0x800, at + flags);
    }
    expect(await openingOf(bytes)).toEqual(['Öl.pdf'.normalize('NFD')]);
    const western = Buffer.from(bytes);
    for (let at = western.indexOf(name); at >= 0; at = western.indexOf(name, at + 1)) western.fill(0x99, at, at + 3);
    expect(await openingOf(western)).toEqual(['ÖÖÖl.pdf']);
  });
});
