import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeControlledCopy } from '#app/adapters/pdf/controlled-copy.ts';
import { makeSignedPdf } from '#app/adapters/pdf/signed-pdf.ts';
import { createSignedUrls } from '#app/adapters/secrets/signed-url.ts';
import { objectKey } from '#app/adapters/storage/key.ts';
import { createLocalStorage } from '#app/adapters/storage/local.ts';
import type { OrganisationStorage } from '#app/adapters/storage/port.ts';
import { bytesAccess } from '#app/adapters/storage/random-access.ts';
import { facts, ownCertificate } from '#tests/support/files/signed-pdf-facts.ts';
import { mutationsOf, type Mutation } from '#tests/adapters/pdf/mutations.ts';
import { pdfWithStreams, pdfWithTable } from '#tests/support/files/samples.ts';
import { pdfs } from '#tests/support/files/pdfs.ts';
import { sealedLast, signaturesOf, withPdf } from '#tests/support/files/pdfsig.ts';

const run = promisify(execFile);
/** All of them: MUTATIONS=300. */
const count = Number(process.env.MUTATIONS ?? 40);
const seed = Number(process.env.MUTATION_SEED ?? 31);

const marks = {
  name: 'SOP - QA - 017, version 2.1',
  status: 'Effective 04 Mar 2026',
  taken: 'Taken by Hana Kobayashi, 21 Nov 2026 15:04:05 UTC.',
  warning: null,
};

const org = randomUUID();
const document = randomUUID();
let folder: string;
let files: OrganisationStorage;
let certification: Awaited<ReturnType<typeof ownCertificate>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imprimatur-mutations-'));
  files = createLocalStorage(folder, createSignedUrls('http://localhost', 'a secret')).within(org);
  certification = await ownCertificate();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function originals(): Promise<Record<string, Buffer>> {
  // They hold the time of their making, and equal seeds must change equal bytes.
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  const form = await PDFDocument.create();
  const page = form.addPage([300, 200]);
  const field = form.getForm().createTextField('lot');
  field.addToPage(page, { x: 50, y: 80, width: 200, height: 30 });
  field.setText('Lot 4711');
  const made = {
    table: await pdfWithTable(2),
    streams: await pdfWithStreams(2),
    form: Buffer.from(await form.save({ useObjectStreams: false })),
    revisions: await readFile(join(import.meta.dirname, '../../fixtures/files/A4-control-newest-revision-whole.pdf')),
  };
  vi.useRealTimers();
  return made;
}

/** The pages of a PDF as poppler draws them, as one text a page. */
async function pictures(bytes: Buffer): Promise<string[]> {
  const place = join(folder, randomUUID());
  await mkdir(place);
  await writeFile(join(place, 'in.pdf'), bytes);
  await run('pdftoppm', ['-r', '20', '-gray', join(place, 'in.pdf'), join(place, 'page')]);
  const names = (await readdir(place)).filter((name) => name.endsWith('.pgm')).sort();
  return Promise.all(names.map((name) => readFile(join(place, name), 'latin1')));
}

/** Whole to qpdf, and sealed last to poppler. */
async function checked(bytes: Buffer, name: string): Promise<void> {
  await withPdf(bytes, 'qpdf', ['--check']);
  expect((await signaturesOf(bytes)).at(-1), name).toEqual(sealedLast[0]);
}

/** Refused, or whole at each later step. */
async function outcome({ name, bytes }: Mutation): Promise<'refused' | 'taken'> {
  const inspected = await pdfs.inspect(bytesAccess(bytes));
  if (!inspected.ok) {
    expect(inspected.failure.detail, name).toMatch(/\.$/);
    return 'refused';
  }
  const { pages } = inspected.value;
  const key = objectKey(org, document, randomUUID(), 'original');
  const stored = await files.put(key, Readable.from([bytes]), { maxBytes: bytes.length });
  if (!stored.ok) throw new Error(stored.failure.code);
  const original = { objectKey: key, name: 'a.pdf', mediaType: 'application/pdf', pages, ...stored.value };
  const request = { org, document, uid: randomUUID(), original, facts: facts(), certification };
  const signed = await makeSignedPdf({ storage: files, pdfs }, request);
  if (!signed.ok) throw new Error(`${name}: no signed PDF: ${signed.failure.detail}`);
  const opened = await files.open(signed.value.objectKey);
  if (!opened.ok) throw new Error(opened.failure.code);
  const signedBytes = await buffer(opened.value);
  const copy = await makeControlledCopy({ storage: files, pdfs }, original, {
    isOwn: false,
    organisation: 'Northmere Diagnostics',
    marks,
    certification,
  });
  if (!copy.ok) throw new Error(`${name}: no copy: ${copy.failure.detail}`);
  const copyBytes = await buffer(copy.value.body);

  for (const made of [signedBytes, copyBytes]) await checked(made, name);
  const before = await pictures(bytes);
  expect(before.length, name).toBe(pages);
  expect((await pictures(signedBytes)).slice(0, pages), name).toEqual(before);
  expect((await pictures(copyBytes)).length, name).toBeGreaterThanOrEqual(pages);
  return 'taken';
}

test(
  `each of ${count} damaged PDFs is refused at upload or whole at every later step`,
  { timeout: 60_000 + count * 10_000 },
  async () => {
    const waiting = mutationsOf(await originals(), count, seed);
    const outcomes: string[] = [];
    const faults: string[] = [];
    const one = async (): Promise<void> => {
      for (let next = waiting.next(); !next.done; next = waiting.next()) {
        const { value: mutation } = next;
        await outcome(mutation).then(
          (result) => outcomes.push(result),
          (fault: Error) => {
            faults.push(`${mutation.name}: ${fault.message.slice(0, 400)}`);
            process.stderr.write(`${faults.at(-1)}\n`);
          },
        );
      }
    };
    await Promise.all([one(), one(), one()]);
    expect(faults).toEqual([]);
    expect(new Set(outcomes)).toEqual(new Set(['refused', 'taken']));
  },
);
