import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { open } from 'node:fs/promises';
import type pg from 'pg';
import { median } from './measure.ts';

export interface Got {
  status: number;
  headers: IncomingHttpHeaders;
  /** As it came over the wire. */
  body: Buffer;
}

/** Somebody at the site, with connections that stay open and answers that stay compressed. */
export class Caller {
  readonly #agent = new Agent({ keepAlive: true });
  #cookie = '';

  constructor(
    readonly url: string,
    readonly encoding: 'br' | 'identity' = 'br',
  ) {}

  async signIn({ email, password }: { email: string; password: string }): Promise<void> {
    const body = new URLSearchParams({ email, password }).toString();
    const { status, headers } = await this.#send('/?index', 'POST', body);
    if (status !== 303) throw new Error(`${email} could not sign in: ${status}`);
    this.#cookie = (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
  }

  /** GETs a page that must be there. */
  async get(path: string): Promise<Got> {
    const got = await this.#send(path, 'GET');
    if (got.status !== 200) throw new Error(`${path} answered ${got.status}`);
    return got;
  }

  close(): void {
    this.#agent.destroy();
  }

  #send(path: string, method: string, body?: string): Promise<Got> {
    const headers: Record<string, string> = { 'accept-encoding': this.encoding, accept: 'text/html' };
    if (this.#cookie) headers.cookie = this.#cookie;
    if (body !== undefined) {
      headers.origin = this.url;
      headers['content-type'] = 'application/x-www-form-urlencoded';
    }
    return new Promise((resolve, reject) => {
      const sent = request(this.url + path, { method, agent: this.#agent, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
        );
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }
}

export interface SlowQuery {
  /** Milliseconds in PostgreSQL, the median of what was asked for several times. */
  ms: number;
  text: string;
}

/**
 * What PostgreSQL says of the statements that `work` causes, done so many times with `before` in front of each: the slowest that `before`
 * does not cause. The owner must be a superuser.
 */
export async function slowestQuery(
  owner: pg.Pool,
  times: number,
  before: () => Promise<unknown>,
  work: (n: number) => Promise<unknown>,
): Promise<SlowQuery> {
  const others = await statementsOf(owner, async () => {
    for (let n = 0; n < 3; n++) await before();
  });
  const all = await statementsOf(owner, async () => {
    for (let n = 0; n < times; n++) {
      await before();
      await work(n);
    }
  });
  const own = [...all].filter(([text]) => !others.has(text)).map(([text, ms]) => ({ text, ms }));
  return own.sort((a, b) => b.ms - a.ms)[0] ?? { ms: Number.NaN, text: '' };
}

/** The statements that `work` causes, with the milliseconds that each takes, its median. */
async function statementsOf(owner: pg.Pool, work: () => Promise<void>): Promise<Map<string, number>> {
  const set = async (change: string) => {
    await owner.query(`alter system ${change}`);
    await owner.query('select pg_reload_conf()');
    await new Promise((resolve) => setTimeout(resolve, 300));
  };
  const { rows } = await owner.query<{ file: string }>(
    "select case when f like '/%' then f else current_setting('data_directory') || '/' || f end as file from pg_current_logfile() f",
  );
  const log = await open(rows[0]!.file);
  try {
    const { size } = await log.stat();
    await set('set log_min_duration_statement = 0');
    await work();
    await set('reset log_min_duration_statement');
    const { size: end } = await log.stat();
    const { buffer } = await log.read(Buffer.alloc(end - size), 0, end - size, size);
    return timesOf(buffer.toString('utf8'));
  } finally {
    await log.close();
  }
}

function timesOf(log: string): Map<string, number> {
  const statements = new Map<string, Map<string, number[]>>();
  // A statement may run over several lines, each but the first begun with a tab.
  const entries = log
    .replace(/\n\t/g, ' ')
    .matchAll(/duration: ([\d.]+) ms +(statement|parse|bind|execute)[^:]*: (.*)/g);
  for (const [, ms, step = '', text = ''] of entries) {
    if (/alter system|pg_reload_conf|set_config|^(begin|commit|rollback)/i.test(text)) continue;
    const steps = statements.get(text) ?? new Map<string, number[]>();
    statements.set(text, steps);
    steps.set(step, [...(steps.get(step) ?? []), Number(ms)]);
  }
  return new Map(
    [...statements].map(([text, steps]) => [text, [...steps.values()].reduce((sum, times) => sum + median(times), 0)]),
  );
}

/**
 * Kilobytes that a browser loads before a page works: the page, its styles and its scripts, compressed; fonts and pictures come after. What
 * the page only names, as where another route's scripts would be found, is not loaded.
 */
export async function firstLoad(caller: Caller, path: string): Promise<number> {
  const page = await new CallerAsPlain(caller).html(path);
  const named = page.text.matchAll(/(?:href=|from |import\()"(\/assets\/[\w.~-]+\.(?:js|css))"/g);
  const assets = [...new Set(Array.from(named, ([, asset = '']) => asset))];
  const sizes = await Promise.all(assets.map(async (asset) => (await caller.get(asset)).body.length));
  return (page.bytes + sizes.reduce((sum, size) => sum + size, 0)) / 1000;
}

/** Reads a page as text, and says how long it was over the wire. */
class CallerAsPlain {
  constructor(private readonly caller: Caller) {}

  async html(path: string): Promise<{ text: string; bytes: number }> {
    const { brotliDecompressSync } = await import('node:zlib');
    const { body, headers } = await this.caller.get(path);
    const text = headers['content-encoding'] === 'br' ? brotliDecompressSync(body) : body;
    return { text: text.toString('utf8'), bytes: body.length };
  }
}
