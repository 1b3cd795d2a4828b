import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogTo, openLog } from '#app/adapters/log/log.ts';

const secret = 'correct horse battery staple';

function logged(write: (log: ReturnType<typeof createLogTo>) => void): Record<string, unknown> {
  const lines: string[] = [];
  write(createLogTo({ write: (line) => void lines.push(line) }));
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? '') as Record<string, unknown>;
}

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'imprimatur-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the log', () => {
  it.each([
    'password',
    'newPassword',
    'authorization',
    'Authorization',
    'cookie',
    'Cookie',
    'set-cookie',
    'code',
    'token',
    'sessionToken',
    'clientSecret',
    'secretKey',
    'hash',
  ])('leaves out the value of %s at the top, inside and in a list', (name) => {
    const line = JSON.stringify(
      logged((log) =>
        log.info({ [name]: secret, request: { headers: { [name]: secret } }, list: [{ [name]: secret }] }, 'x'),
      ),
    );
    expect(line).not.toContain(secret);
    expect(line.match(/\[not logged\]/g)).toHaveLength(3);
  });

  it('leaves out what a form, headers and a query hold', () => {
    const form = new FormData();
    form.set('password', secret);
    form.set('email', 'noor@northmere.example');
    const query = new URLSearchParams({ code: secret });
    const headers = new Headers({ Cookie: secret });
    const line = JSON.stringify(logged((log) => log.warn({ form, query, headers })));
    expect(line).not.toContain(secret);
    expect(line).toContain('noor@northmere.example');
  });

  it('leaves out the values of a row that PostgreSQL quotes', () => {
    const error = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: `Key (email)=(${secret})`,
      password: secret,
    });
    const line = logged((log) => log.error({ err: error }, 'failed'));
    expect(JSON.stringify(line)).not.toContain(secret);
    expect(line.err).toMatchObject({ type: 'Error', message: 'duplicate key', reason: '23505' });
  });

  it('writes the time in UTC and the level by name', () => {
    expect(logged((log) => log.info('begun'))).toMatchObject({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      msg: 'begun',
    });
  });

  // /dev/full answers every write as a full disk does.
  it.skipIf(process.platform !== 'linux')('keeps the product running where the disk is full', async () => {
    symlinkSync('/dev/full', path.join(folder, 'server.1.log'));
    const { log } = await openLog({ logFile: path.join(folder, 'server.log'), logLevel: 'info' });
    expect(() => log.info('begun')).not.toThrow();
  });

  it('starts another file when one has grown large, and removes the file before the last', async () => {
    for (const number of [1, 2]) writeFileSync(path.join(folder, `server.${number}.log`), 'before\n');
    truncateSync(path.join(folder, 'server.2.log'), 64 * 1024 * 1024);
    const { log } = await openLog({ logFile: path.join(folder, 'server.log'), logLevel: 'info' });
    log.info('last');
    await expect.poll(() => readdirSync(folder).sort()).toEqual(['server.2.log', 'server.3.log']);
    log.info('after');
    expect(readFileSync(path.join(folder, 'server.3.log'), 'utf8')).toMatch(/^{[^\n]*"after"}\n$/);
  });
});
