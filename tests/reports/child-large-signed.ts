import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import PDFKit from 'pdfkit';
import { makeSignedPdf } from '#app/pdf/signed-pdf.ts';
import { objectKey } from '#app/storage/key.ts';
import { createFileLinks } from '#app/storage/links.ts';
import { createLocalStorage } from '#app/storage/local.ts';
import { facts } from '#tests/reports/facts.ts';

/**
 * Signs a PDF of 200 MB in a process of its own, after a small one, so that the fonts' memory is not counted. Argument: a
 * folder. Prints one line of JSON.
 */
const org = randomUUID();
const document = randomUUID();
const files = createLocalStorage(process.argv[2] ?? '', createFileLinks('http://localhost', 'a secret')).within(org);

async function sign(filler: number): Promise<number> {
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
  const made = await makeSignedPdf(files, { org, document, uid: randomUUID(), original, facts: facts() });
  if (!made.ok) throw new Error(made.failure.detail);
  return made.value.size;
}

await sign(0);
await sign(0);
const before = process.resourceUsage().maxRSS;
const size = await sign(200);
process.stdout.write(JSON.stringify({ size, grownBy: (process.resourceUsage().maxRSS - before) / 1024 }));
