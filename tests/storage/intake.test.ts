import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#app/database/database.ts';
import { receiveForm } from '#app/storage/intake.ts';
import { docx, pdfWithTable } from '#tests/storage/samples.ts';
import { uploadWorld } from '#tests/storage/world.ts';
import type { UploadWorld } from '#tests/storage/world.ts';
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
  afterAll(() => world.close());

  const post = (form: FormData, maxBytes = 1_000_000) =>
    receiveForm(new Request('http://localhost/dashboard/docs/create', { method: 'POST', body: form }), {
      uploads: world.uploads,
      org: world.org,
      document: null,
      owner: world.author,
      fields: { workingFile: 'working', finalFile: 'final' },
      maxBytes,
    });

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
});
