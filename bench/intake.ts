import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createDeflate, deflateSync } from 'node:zlib';
import pino from 'pino';
import { loadConfig } from '#app/config.ts';
import { migrate } from '#app/database/migrate.ts';
import { openEmbedded } from '#app/embedded-postgres/embedded-postgres.ts';
import { createServices } from '#app/services.ts';
import { atMost, parseOptions, print, report, table, timed } from './measure.ts';
import { memoryOf } from './process-memory.ts';

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

async function childrenOf(pid: number): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (one) => {
      const status = await readFile(`/proc/${one}/status`, 'utf8').catch(() => '');
      return Number(/PPid:\s+(\d+)/.exec(status)?.[1]) === pid ? [one] : [];
    }),
  );
  return found.flat();
}

/** `npm run bench -- intake`: PDFs that unpack to far more than they are, all at once, and what each process then held. */
export async function run(words: string[]): Promise<void> {
  const values = parseOptions(words);
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'imprimatur-bench-'));
  const postgres = await openEmbedded({ dataDir, use: 'server' });
  await migrate(postgres.url);
  const config = await loadConfig({ DATA_DIR: dataDir, SECRET_KEY: 'k'.repeat(40) });
  const services = await createServices({ config, databaseUrl: postgres.url, log: pino({ level: 'silent' }) });
  try {
    const d1 = new URL('../tests/fixtures/files/D1-web-process-ends-index-of-10M.pdf', import.meta.url);
    const files: { name: string; bytes: Buffer }[] = [{ name: 'D1', bytes: await readFile(d1) }];
    for (let n = 0; n < 20; n++) {
      const [what, megabytes] = [n % 2 === 0 ? 'index' : 'content', 25 * (n + 1)] as const;
      files.push({ name: `${what} of ${megabytes} MB`, bytes: await unpacking(what, megabytes) });
    }
    print(`before: ${Math.round((await memoryOf(process.pid)).peak)} MB`);
    const [org, owner] = [services.newId(), services.newId()];
    const outcomes: string[][] = [];
    const seconds = await timed(() =>
      Promise.all(
        files.map(async ({ name, bytes }) => {
          const body = Readable.from([bytes]);
          const request = { org, owner, document: null, kind: 'final' as const, filename: 'a.pdf', body };
          const received = await services.uploads.receive({ ...request, maxBytes: 64 * megabyte });
          const outcome = received.ok ? 'taken' : (received.failure.detail ?? received.failure.code);
          outcomes.push([name, `${Math.ceil(bytes.length / 1024)} kB`, outcome]);
        }),
      ),
    );
    table([['file', 'length', 'outcome'], ...outcomes]);
    const own = (await memoryOf(process.pid)).peak;
    const others = await Promise.all((await childrenOf(process.pid)).map(memoryOf));
    print();
    print(`${files.length} at once in ${seconds.toFixed(1)} s`);
    const figures = { seconds, server: own, database: Math.max(0, ...others.map(({ peak }) => peak)) };
    await report(
      [
        atMost(600, 'the serving process with its threads, MB', own),
        atMost(600, 'the largest process of the database, MB', figures.database),
      ],
      values.json,
      figures,
    );
  } finally {
    await services.close();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
