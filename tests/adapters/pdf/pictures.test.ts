import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#events/limits.ts';
import { createPdfs, type Pdfs } from '#app/adapters/pdf/pdfs.ts';
import { WorkerError, type WorkerPool } from '#app/adapters/workers/pool.ts';
import { objectKey } from '#app/adapters/storage/key.ts';
import { createSignedUrls } from '#app/adapters/secrets/signed-url.ts';
import { createLocalStorage } from '#app/adapters/storage/local.ts';
import type { Storage } from '#app/adapters/storage/port.ts';
import { pdfWithTable } from '#tests/support/files/samples.ts';
import { pdfsOf } from '#tests/support/files/pdfs.ts';

describe('the pages of a PDF, read within the product', () => {
  const org = randomUUID();
  let folder: string;
  let storage: Storage;
  let pdfs: Pdfs;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'imprimatur-pages-'));
    storage = createLocalStorage(folder, createSignedUrls('http://localhost', 'a secret'));
    pdfs = pdfsOf(storage);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function stored(pdf: Buffer) {
    const key = objectKey(org, randomUUID(), randomUUID(), 'original');
    const put = await storage.within(org).put(key, Readable.from([pdf]), { maxBytes: pdf.length });
    if (!put.ok) throw new Error(put.failure.code);
    return { objectKey: key, ...put.value };
  }

  it('are each a picture and a text, and a page that is not there is neither', async () => {
    const file = await stored(await pdfWithTable(3));
    const [first, second] = [await pdfs.picture(org, file, 1), await pdfs.picture(org, file, 2)];
    expect([first, second].map((png) => png?.subarray(1, 4).toString())).toEqual(['PNG', 'PNG']);
    expect(first?.equals(second!)).toBe(false);
    expect(await pdfs.picture(org, file, 2)).toEqual(second);
    expect(await pdfs.text(org, file, 3)).toContain('Procedure, page 3');
    expect([await pdfs.picture(org, file, 4), await pdfs.text(org, file, 4)]).toEqual([null, null]);
    // The document stays readable after a question that had no answer.
    expect(await pdfs.text(org, file, 1)).toContain('Procedure, page 1');
  });

  it('are searched for words in any case and across line ends, and pages without text are counted', async () => {
    const scanned = await PDFDocument.load(await pdfWithTable(3));
    scanned.addPage();
    const file = await stored(Buffer.from(await scanned.save()));
    const found = await pdfs.find(org, file, 'procedure,  PAGE 2');
    expect(found).toMatchObject({ hits: [{ page: 2, match: 'Procedure, page 2' }], more: false, silent: 1 });
    expect((await pdfs.find(org, file, 'p.ge 2'))?.hits).toEqual([]);
    const small = await pdfs.picture(org, file, 1, 'thumbnail');
    expect(small!.length).toBeLessThan((await pdfs.picture(org, file, 1))!.length / 4);
    await writeFile(join(folder, 'objects', ...file.objectKey.split('/')), 'changed');
    expect(await pdfs.find(org, file, 'Procedure')).toBeNull();
  });

  it('show what was filled into the fields of a form, as other readers do', async () => {
    const form = await PDFDocument.create();
    const page = form.addPage([300, 200]);
    const field = form.getForm().createTextField('lot');
    field.addToPage(page, { x: 50, y: 80, width: 200, height: 30, borderWidth: 0 });
    const empty = await pdfs.picture(org, await stored(Buffer.from(await form.save())), 1);
    field.setText('Lot 4711');
    const filled = await pdfs.picture(org, await stored(Buffer.from(await form.save())), 1);
    expect(filled?.equals(empty!)).toBe(false);
  });

  it('are tried again at the next request where they were not finished, and hold up no other document', async () => {
    const asked: number[] = [];
    const workers = {
      run: (_task: unknown, input: { page: number; sha256: string }) => {
        asked.push(input.page);
        if (input.page === 9) return Promise.resolve({ text: 'Another document' });
        if (asked.length > 1) return Promise.resolve({ png: new Uint8Array([1, 2, 3]) });
        return Promise.reject(new WorkerError('worker_timeout', 'read-page'));
      },
    };
    const reader = createPdfs(workers as unknown as WorkerPool, storage);
    const file = await stored(await pdfWithTable(1));
    await expect(reader.picture(org, file, 1)).rejects.toMatchObject({ code: 'worker_timeout' });
    expect(await reader.picture(org, file, 1)).toEqual(Buffer.from([1, 2, 3]));
    expect(asked).toEqual([1, 1]);
    expect(await reader.text(org, { ...file, sha256: 'b'.repeat(64) }, 9)).toBe('Another document');
  });

  it('are drawn of several documents at once', async () => {
    const files = await Promise.all([1, 2, 3, 4, 5].map(async (pages) => stored(await pdfWithTable(pages))));
    const texts = await Promise.all(files.map((file, index) => pdfs.text(org, file, index + 1)));
    texts.forEach((text, index) => expect(text).toContain(`Procedure, page ${index + 1}`));
  });

  it('[P11-10a5] are not shown of a file that was changed in storage, nor of one that is too large', async () => {
    const file = await stored(await pdfWithTable(1));
    await writeFile(join(folder, 'objects', ...file.objectKey.split('/')), await pdfWithTable(2));
    expect([await pdfs.picture(org, file, 1), await pdfs.text(org, file, 1)]).toEqual([null, null]);
    const large = { ...(await stored(await pdfWithTable(1))), size: limits.pdfShown + 1 };
    expect([await pdfs.picture(org, large, 1), await pdfs.text(org, large, 1)]).toEqual([null, null]);
  });
});
