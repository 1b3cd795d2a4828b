import { readdir, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createDeflate, deflateSync } from 'node:zlib';
import { startServer } from '#tests/support/server.ts';
import { setUp } from '#tests/support/set-up.ts';
import { atMost, parseOptions, print, report, table, timed } from './measure.ts';
import { memoryOf } from './process-memory.ts';
import { uploadDraft } from './upload-draft.ts';

const megabyte = 1024 * 1024;

/** A PDF of one page whose content, or whose index, unpacks to so many megabytes. */
async function unpacking(what: 'content' | 'index', megabytes: number): Promise<Buffer> {
  // In pieces, since what this process holds is measured.
  const piece = Buffer.alloc(megabyte, what === 'content' ? ' ' : 0);
  const data = await buffer(Readable.from(Array<Buffer>(megabytes).fill(piece)).pipe(createDeflate({ level: 9 })));
  const small = deflateSync(Buffer.from('0 0 m 99 99 l S'));
  const content = what === 'content' ? data : small;
  const parts = [
    Buffer.from(
      '%PDF-1.5\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n' +
        '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n' +
        '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R >>\nendobj\n' +
        `4 0 obj\n<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n`,
    ),
    content,
    Buffer.from('\nendstream\nendobj\n'),
  ];
  const body = Buffer.concat(parts);
  const offsets = [1, 2, 3, 4].map((number) => body.indexOf(`${number} 0 obj`));
  const entries =
    what === 'index'
      ? data
      : deflateSync(Buffer.concat([0, ...offsets].map((at) => Buffer.from([at ? 1 : 0, at >> 16, at >> 8, at, 0]))));
  const size = what === 'index' ? (megabytes * megabyte) / 5 : 5;
  const index = Buffer.from(
    `5 0 obj\n<< /Type /XRef /Size ${Math.floor(size)} /W [1 3 1] /Root 1 0 R /Length ${entries.length} ` +
      '/Filter /FlateDecode >>\nstream\n',
  );
  const end = Buffer.from(`\nendstream\nendobj\nstartxref\n${body.length}\n%%EOF\n`);
  return Buffer.concat([body, index, entries, end]);
}

/** The process and all that it started, each with its name. */
async function processesUnder(pid: number): Promise<{ pid: number; name: string }[]> {
  const all = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map(async (one) => {
        const status = await readFile(`/proc/${one}/status`, 'utf8').catch(() => '');
        const field = (name: string) => new RegExp(`^${name}:\\s+(.+)$`, 'm').exec(status)?.[1] ?? '';
        return { pid: Number(one), parent: Number(field('PPid')), name: field('Name') };
      }),
  );
  const below = (parent: number): typeof all =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)]);
  return all.filter((one) => one.pid === pid).concat(below(pid));
}

const admin = { email: 'ines@northmere.example', password: 'corridor-battery-9-lamp' };

/**
 * `npm run bench -- intake`: PDFs that unpack to far more than they are, sent to the product all at once, and the most
 * that each of its processes ever held.
 */
export async function run(words: string[]): Promise<void> {
  const values = parseOptions(words);
  const server = await startServer({ environment: { WEB_PROCESSES: '2' } });
  try {
    const visitor = await setUp(server, admin);
    const d1 = new URL('../tests/fixtures/files/D1-web-process-ends-index-of-10M.pdf', import.meta.url);
    const files: { name: string; bytes: Buffer }[] = [{ name: 'D1', bytes: await readFile(d1) }];
    for (let n = 0; n < 20; n++) {
      const [what, megabytes] = [n % 2 === 0 ? 'index' : 'content', 25 * (n + 1)] as const;
      files.push({ name: `${what} of ${megabytes} MB`, bytes: await unpacking(what, megabytes) });
    }
    const outcomes: string[][] = [];
    const seconds = await timed(() =>
      Promise.all(
        files.map(async ({ name, bytes }, n) => {
          const answer = await uploadDraft(visitor, n, bytes);
          const refusal = /<p class="error"[^>]*>(.*?)<\/p>/.exec(await answer.text())?.[1] ?? '';
          const outcome = answer.status < 400 ? 'taken' : `${answer.status} ${refusal.replaceAll(/<[^>]+>/g, '')}`;
          outcomes.push([name, `${Math.ceil(bytes.length / 1024)} kB`, outcome]);
        }),
      ),
    );
    table([['file', 'length', 'outcome'], ...outcomes]);
    print();
    print(`${files.length} at once in ${seconds.toFixed(1)} s`);
    const held = await Promise.all(
      (await processesUnder(server.child.pid!)).map(async ({ pid, name }) => ({ name, ...(await memoryOf(pid)) })),
    );
    held.sort((a, b) => b.peak - a.peak);
    table([['process', 'most MB'], ...held.slice(0, 5).map(({ name, peak }) => [name, String(Math.round(peak))])]);
    await report([atMost(600, 'the largest process, MB', held[0]!.peak)], values.json, { seconds, held });
  } finally {
    await server.remove();
  }
}
