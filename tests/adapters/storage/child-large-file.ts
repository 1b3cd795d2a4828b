import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import PDFKit from 'pdfkit';
import { checkContent } from '#app/adapters/storage/content/check.ts';
import { objectKey } from '#app/adapters/storage/key.ts';
import { createSignedUrls } from '#app/adapters/secrets/signed-url.ts';
import { createLocalStorage } from '#app/adapters/storage/local.ts';
import { bytesAccess, randomAccess } from '#app/adapters/storage/random-access.ts';
import { createS3Storage } from '#app/adapters/storage/s3.ts';
import { openVerified } from '#app/adapters/storage/verified.ts';
import { pdfs } from '#tests/support/files/pdfs.ts';

/**
 * Stores a PDF of 200 MB, checks it, opens it verified and reads it to its end, in a process of its own whose memory
 * can be measured. Arguments: `local` and a folder, or `s3` and an endpoint. Prints one line of JSON.
 */
const [kind, place] = process.argv.slice(2);
if (!place) throw new Error('Where to?');
const storage =
  kind === 's3'
    ? createS3Storage({
        bucket: 'imprimatur',
        region: 'us-east-1',
        endpoint: place,
        accessKeyId: 'S3RVER',
        secretAccessKey: 'S3RVER',
        forcePathStyle: true,
      })
    : createLocalStorage(place, createSignedUrls('http://localhost', 'a secret'));

const length = 200 * 1024 * 1024;
const small = new PDFKit();
const written = buffer(small);
small.text('A page').end();
const pdf = await written;
const startxref = pdf.lastIndexOf('startxref');

/** The small PDF with 200 MB that nothing refers to between its objects and its index. */
async function* large(): AsyncGenerator<Buffer> {
  const indexAt = pdf.lastIndexOf('xref', startxref - 1);
  yield pdf.subarray(0, indexAt);
  const filler = Buffer.alloc(1024 * 1024, '%'.padEnd(63, '.') + '\n');
  for (let sent = 0; sent < length; sent += filler.length) yield filler;
  yield pdf.subarray(indexAt, startxref);
  yield Buffer.from(`startxref\n${indexAt + length}\n%%EOF\n`);
}

const org = randomUUID();
const files = storage.within(org);
const key = objectKey(org, randomUUID(), randomUUID(), 'original');
await files.put(objectKey(org, randomUUID(), randomUUID(), 'warm-up'), Readable.from([pdf]), { maxBytes: pdf.length });
// The thread itself takes memory too, once.
await pdfs.inspect(bytesAccess(pdf));
const before = process.resourceUsage().maxRSS;

const stored = await files.put(key, large(), { maxBytes: 250 * 1024 * 1024 });
if (!stored.ok) throw new Error(stored.failure.code);
const checked = await checkContent('final', 'a.pdf', randomAccess(files, key, stored.value.size), pdfs);
if (!checked.ok) throw new Error(checked.failure.detail);
const opened = await openVerified(files, key, stored.value.sha256);
if (!opened.ok) throw new Error(opened.failure.code);
let read = 0;
for await (const chunk of opened.value.body) read += chunk.byteLength;

const grownBy = (process.resourceUsage().maxRSS - before) / 1024;
process.stdout.write(JSON.stringify({ size: stored.value.size, pages: checked.value.pages, read, grownBy }));
