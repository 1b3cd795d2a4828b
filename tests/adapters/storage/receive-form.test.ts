import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#app/adapters/database/database.ts';
import { receiveForm } from '#app/adapters/storage/receive-form.ts';
import { docx, pdfWithTable } from '#tests/support/files/samples.ts';
import { uploadWorld } from '#tests/adapters/storage/world.ts';
import type { UploadWorld } from '#tests/adapters/storage/world.ts';
import { testDatabase } from '#tests/support/database.ts';

describe('a multipart form posted without JavaScript', () => {
  let database: Database;
  let world: UploadWorld;
  let pdf: Buffer;

  beforeAll(async () => {
    ({ database } = await testDatabase());
    pdf = await pdfWithTable(2);
  });
  beforeEach(async () => {
    world = await uploadWorld(database);
  });
  afterEach(() => world.close());

  const send = (body: FormData | Blob, maxBytes = 1_000_000) =>
    receiveForm(new Request('http://localhost/dashboard/docs/create', { method: 'POST', body }), {
      uploads: world.uploads,
      org: world.org,
      document: null,
      owner: world.author,
      fields: { workingFile: 'working', finalFile: 'final' },
      maxBytes,
    });
  const post = async (form: FormData, maxBytes?: number) => {
    const received = await send(form, maxBytes);
    if (!received.ok) throw new Error(received.failure.code);
    return received.value;
  };

  test('its files are stored and checked, its other fields are read', async () => {
    const form = new FormData();
    form.set('name', 'Badania – 手順書 ');
    form.set('workingFile', new File([new Uint8Array(docx)], 'Instrukcja ułożenia 手順.docx'));
    form.set(
      'finalFile',
      new File([new Uint8Array(pdf)], 'Instrukcja "ułożenia" 手順.pdf', { type: 'application/pdf' }),
    );
    form.append('approvers', 'one');
    form.append('approvers', 'two');
    const intake = await post(form);
    expect(intake.form.get('name')).toBe('Badania – 手順書 ');
    expect(intake.form.getAll('approvers')).toEqual(['one', 'two']);
    const final = intake.files.get('finalFile');
    expect(final).toMatchObject({ ok: true, value: { file: { size: pdf.length, pages: 2 } } });
    expect(intake.files.get('workingFile')).toMatchObject({
      ok: true,
      value: { file: { name: 'Instrukcja ułożenia 手順.docx' } },
    });
    if (final?.ok) expect(intake.form.get('finalFile')).toBe(final.value.file.objectKey);
  });

  test('a file field that was left empty is not there', async () => {
    const form = new FormData();
    form.set('workingFile', new File([], ''));
    form.set('name', 'Title');
    const intake = await post(form);
    expect(intake.files.size).toBe(0);
    expect(intake.form.get('name')).toBe('Title');
    expect(await world.filesOnDisk()).toEqual([]);
  });

  test('a file over the limit is refused while the fields after it are still read', async () => {
    const form = new FormData();
    form.set('workingFile', new File(['x'.repeat(5_000_000)], 'a.docx'));
    form.set('finalFile', new File([new Uint8Array(pdf)], 'a.pdf'));
    form.set('name', 'Title');
    const intake = await post(form, 100_000);
    expect(intake.files.get('workingFile')).toMatchObject({ failure: { code: 'file_too_large' } });
    expect(intake.files.get('finalFile')).toMatchObject({ ok: true });
    expect(intake.form.get('name')).toBe('Title');
    expect(await world.filesOnDisk()).toHaveLength(1);
  });

  test('a file in a field that takes none is dropped', async () => {
    const form = new FormData();
    form.set('avatar', new File([new Uint8Array(pdf)], 'a.pdf'));
    form.set('name', new File([new Uint8Array(pdf)], 'a.pdf'));
    const intake = await post(form);
    expect([...intake.form.keys()]).toEqual([]);
    expect(await world.filesOnDisk()).toEqual([]);
  });

  test.each(['1; 2.pdf', 'a=b.pdf', 'The "final" one.pdf', '100% of it; "so" = so.pdf', "it's.pdf"])(
    'a file may be called %s',
    async (name) => {
      const form = new FormData();
      form.set('finalFile', new File([new Uint8Array(pdf)], name));
      const { files } = await post(form);
      expect(files.get('finalFile')).toMatchObject({ ok: true, value: { file: { name } } });
    },
  );

  test('stores the last of two files in one field and removes the first', async () => {
    const form = new FormData();
    for (const name of ['a.pdf', 'b.pdf']) form.append('finalFile', new File([new Uint8Array(pdf)], name));
    const { files } = await post(form);
    expect(files.get('finalFile')).toMatchObject({ value: { file: { name: 'b.pdf' } } });
    expect(await world.filesOnDisk()).toHaveLength(1);
  });

  const part = (head: string, body: string | Buffer) => [`--x\r\nContent-Disposition: ${head}\r\n\r\n`, body, '\r\n'];
  const text = (name: string, value: string) => part(`form-data; name="${name}"`, value);
  const file = () => part('form-data; name="finalFile"; filename="a.pdf"', pdf);

  test.each([
    ['is empty', () => [], 'malformed'],
    ['has another boundary than it says', () => [...file(), '--x--\r\n'], 'malformed', 'boundary=y'],
    ['has no boundary', () => [...file(), '--x--\r\n'], 'malformed', 'boundary='],
    ['breaks off within the head of a part', () => [...file(), '--x\r\nContent-Disp'], 'malformed'],
    ['breaks off within a field', () => [...file(), ...text('name', 'Tit').slice(0, -1)], 'malformed'],
    ['breaks off within a file', () => [...file(), ...file().slice(0, -1)], 'malformed'],
    ['does not end', () => [...file(), ...text('name', 'Title')], 'malformed'],
    ['has a part without a name', () => [...file(), ...part('form-data', 'x'), '--x--\r\n'], 'malformed'],
    ['has a file without a name', () => [...file(), ...part('form-data; filename="a.pdf"', pdf), '--x--'], 'malformed'],
    ['has a part with an endless head', () => [...file(), ...text('a'.repeat(100_000), 'x'), '--x--\r\n'], 'malformed'],
    [
      'has too many fields',
      () => [...file(), Array.from({ length: 10_001 }, () => text('a', 'b').join('')).join(''), '--x--\r\n'],
      'body_too_large',
    ],
    [
      'has too much text',
      () => [...file(), Array.from({ length: 20 }, () => text('a', 'b'.repeat(60_000)).join('')).join(''), '--x--\r\n'],
      'body_too_large',
    ],
    ['has too many files', () => [...Array.from({ length: 21 }, file).flat(), '--x--\r\n'], 'body_too_large'],
  ])('what %s is refused, and no file of it stays', async (_, body, code, boundary = 'boundary=x') => {
    const pieces = body().map((piece) => (typeof piece === 'string' ? piece : new Uint8Array(piece)));
    const received = await send(new Blob(pieces, { type: `multipart/form-data; ${boundary}` }));
    expect(received).toMatchObject({ ok: false, failure: { code } });
    expect(await world.filesOnDisk()).toEqual([]);
  });

  test('reports a fault of the storage and does not blame the sender, however much comes after', async () => {
    const form = new FormData();
    form.set('workingFile', new File([new Uint8Array(docx)], 'a.docx'));
    form.set('finalFile', new File([new Uint8Array(500_000)], 'a.pdf'));
    const fault = new Error('The disk is gone.');
    const { receive } = world.uploads;
    world.uploads.receive = () => Promise.reject(fault);
    await expect(send(form)).rejects.toBe(fault);
    world.uploads.receive = receive;
  });
});
