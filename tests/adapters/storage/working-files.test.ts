import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strToU8, unzipSync, zipSync, type Zippable } from 'fflate';
import { describe, expect, test } from 'vitest';
import { checkContent } from '#app/adapters/storage/content/check.ts';
import { bytesAccess } from '#app/adapters/storage/random-access.ts';
import * as samples from '#tests/support/files/samples.ts';
import { pdfs } from '#tests/support/files/pdfs.ts';

const check = (name: string, bytes: Buffer) => checkContent('working', name, bytesAccess(bytes), pdfs);
const zipped = (parts: Zippable): Buffer => Buffer.from(zipSync(parts));

/** A compound file whose first stream begins with these bytes. */
function compoundWith(stream: string, start: Buffer, ...others: string[]): Buffer {
  const file = samples.compoundFile(stream, ...others);
  const entry = 1024 + 128;
  file.writeUInt32LE(2, entry + 116);
  file.writeUInt32LE(4096, entry + 120);
  start.copy(file, 3 * 512);
  return file;
}

describe('a working file is judged by its main part', () => {
  test.each([
    'W1-xls-with-embedded-word.xls',
    'W3-upper-case-stream.xls',
    'W5-lower-case-content-types.docx',
    'W7-in-a-folder-by-finder.key',
  ])('%s is taken', async (name) => {
    const bytes = await readFile(join(import.meta.dirname, '../../fixtures/files', name));
    expect(await check(name, bytes)).toMatchObject({ ok: true });
  });

  test('streams of an embedded document do not count', async () => {
    const file = samples.compoundFile('MBD0001', 'WordDocument', 'Workbook');
    const entry = (index: number): number => 1024 + 128 * index;
    file.writeUInt8(1, entry(1) + 66);
    file.writeUInt32LE(1, entry(0) + 76);
    file.writeUInt32LE(2, entry(1) + 76);
    file.writeUInt32LE(3, entry(1) + 72);
    expect(await check('a.xls', file)).toMatchObject({ ok: true });
    expect(await check('a.doc', file)).toMatchObject({
      failure: { detail: 'The file is named .doc but holds an Excel 97-2003 workbook.' },
    });
  });

  test.each([
    ['bytes after its end', Buffer.concat([samples.docx, Buffer.alloc(5000)])],
    ['text after its end', Buffer.concat([samples.docx, Buffer.from('Sent by email')])],
    [
      'attributes in single quotes',
      zipped({
        ...unzipSync(samples.docx),
        '[Content_Types].xml': strToU8(
          `<Types><Override PartName='/main.xml' ContentType='${samples.mainParts.docx}'/></Types>`,
        ),
      }),
    ],
    [
      'its type given by the ending of its parts',
      zipped({
        ...unzipSync(samples.docx),
        '[Content_Types].xml': strToU8(
          `<ct:Types><ct:Default Extension="XML" ContentType="${samples.mainParts.docx}"/></ct:Types>`,
        ),
      }),
    ],
  ])('a package with %s is taken', async (_name, bytes) => {
    expect(await check('a.docx', bytes)).toMatchObject({ ok: true });
  });

  test('a package without its main part, or without what leads to it, is refused', async () => {
    const name = 'W9-main-part-missing-accepted.docx';
    const bytes = await readFile(join(import.meta.dirname, '../../fixtures/files', name));
    expect(await check(name, bytes)).toMatchObject({ failure: { code: 'file_truncated' } });
    const { '_rels/.rels': _, ...unrelated } = unzipSync(samples.docx);
    expect(await check('a.docx', zipped(unrelated))).toMatchObject({ failure: { code: 'file_truncated' } });
    const odt = zipped({ mimetype: strToU8('application/vnd.oasis.opendocument.text') });
    expect(await check('a.odt', odt)).toMatchObject({ failure: { code: 'file_truncated' } });
  });

  test('a file whose main stream was cut short is refused, and one that the Finder named otherwise', async () => {
    const [first, last] = [2, 9];
    const xls = Buffer.concat([compoundWith('Workbook', Buffer.from('09081000', 'hex')), Buffer.alloc(8 * 512)]);
    for (let at = first; at <= last; at++) xls.writeUInt32LE(at === last ? 0xffff_fffe : at + 1, 512 + 4 * at);
    expect(await check('a.xls', xls)).toMatchObject({ ok: true });
    expect(await check('a.xls', xls.subarray(0, (last + 1) * 512))).toMatchObject({
      failure: { code: 'file_truncated' },
    });
    expect(await check('a.pages', samples.iWork('Talk.key/Index.zip'))).toMatchObject({
      failure: { code: 'file_content' },
    });
  });

  test('no sentence names a format that the file may not be', async () => {
    expect(await check('a.docx', samples.iWork('Index/Document.iwa'))).toMatchObject({
      failure: { detail: 'The file is named .docx but holds an iWork document.' },
    });
    expect(await check('a.doc', samples.compoundFile('FileHeader'))).toMatchObject({
      failure: { detail: 'The file is named .doc but holds data of a kind that is not accepted.' },
    });
  });
});

describe('a working file behind a password is refused with a sentence', () => {
  const word = Buffer.alloc(512);
  word.writeUInt16LE(0x0100, 10);
  const workbook = Buffer.from('0908' + '1000' + '00'.repeat(16) + '2f00' + '0600', 'hex');
  const user = Buffer.alloc(32);
  user.writeUInt32LE(0xf3d1_c4df, 12);
  const manifest = '<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>';

  test.each([
    ['a.doc', compoundWith('WordDocument', word)],
    ['a.xls', compoundWith('Workbook', workbook)],
    ['a.ppt', compoundWith('Current User', user, 'PowerPoint Document')],
    ['a.docx', samples.compoundFile('EncryptionInfo', 'EncryptedPackage')],
    ['a.odt', zipped({ ...unzipSync(samples.openDocument('text')), 'META-INF/manifest.xml': strToU8(manifest) })],
    ['a.pages', samples.iWork('Index/Document.iwa', '.iwpv2')],
    ['a.key', samples.iWork('Talk.key/Index.zip', 'Talk.key/.iwph')],
  ])('%s', async (name, bytes) => {
    expect(await check(name, bytes)).toEqual({
      ok: false,
      failure: {
        code: 'file_encrypted',
        detail: 'The file is protected with a password. Save it without one, then upload it again.',
      },
    });
  });
});
