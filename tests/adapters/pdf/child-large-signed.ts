import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import PDFKit from 'pdfkit';
import { makeControlledCopy } from '#app/adapters/pdf/controlled-copy.ts';
import { makeSignedPdf } from '#app/adapters/pdf/signed-pdf.ts';
import { objectKey } from '#app/adapters/storage/key.ts';
import { createSignedUrls } from '#app/adapters/secrets/signed-url.ts';
import { createLocalStorage } from '#app/adapters/storage/local.ts';
import { facts, ownCertificate } from '#tests/support/files/signed-pdf-facts.ts';
import { pdfs } from '#tests/support/files/pdfs.ts';

/**
 * Signs a PDF of 200 MB, or makes a controlled copy of it, in a process of its own, after a small one, so that the
 * fonts' memory is not counted. Arguments: a folder, and `sign` or `copy`. Prints one line of JSON.
 */
const org = randomUUID();
const document = randomUUID();
const files = createLocalStorage(process.argv[2] ?? '', createSignedUrls('http://localhost', 'a secret')).within(org);

const marks = {
  name: 'SOP - QA - 017, version 2.1',
  status: 'Effective 04 Mar 2026',
  taken: 'Taken by Hana Kobayashi, 21 Nov 2026 15:04:05 UTC.',
  warning: null,
};

const certification = await ownCertificate();

async function make(filler: number): Promise<number> {
  const small = new PDFKit();
  const written = buffer(small);
  small.text('A page').end();
  const pdf = await written;
  const startxref = pdf.lastIndexOf('startxref');
  const indexAt = pdf.lastIndexOf('xref', startxref - 1);
  const megabyte = Buffer.alloc(1024 * 1024, `${'%'.padEnd(63, '.')}\n`);
  async function* body(): AsyncGenerator<Buffer> {
    yield pdf.subarray(0, indexAt);
    for (let sent = 0; sent < filler; sent++) yield megabyte;
    yield pdf.subarray(indexAt, startxref);
    yield Buffer.from(`startxref\n${indexAt + filler * megabyte.length}\n%%EOF\n`);
  }
  const key = objectKey(org, document, randomUUID(), 'original');
  const stored = await files.put(key, body(), { maxBytes: 300 * 1024 * 1024 });
  if (!stored.ok) throw new Error(stored.failure.code);
  const original = { objectKey: key, name: 'a.pdf', mediaType: 'application/pdf', pages: 1, ...stored.value };
  if (process.argv[3] === 'copy') {
    const copy = await makeControlledCopy({ storage: files, pdfs }, original, {
      isOwn: false,
      organisation: 'Northmere',
      marks,
      certification,
    });
    if (!copy.ok) throw new Error(copy.failure.code);
    let size = 0;
    for await (const chunk of copy.value.body) size += chunk.length;
    return size;
  }
  const made = await makeSignedPdf(
    { storage: files, pdfs },
    { org, document, uid: randomUUID(), original, facts: facts(), certification },
  );
  if (!made.ok) throw new Error(made.failure.detail);
  return made.value.size;
}

await make(0);
await make(0);
const before = process.resourceUsage().maxRSS;
const size = await make(200);
process.stdout.write(JSON.stringify({ size, grownBy: (process.resourceUsage().maxRSS - before) / 1024 }));
