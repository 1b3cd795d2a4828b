import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { createLog, createLogTo } from '#app/server/log.ts';

const secret = 'correct horse battery staple';

function logged(write: (log: ReturnType<typeof createLogTo>) => void): Record<string, unknown> {
  const lines: string[] = [];
  write(createLogTo({ write: (line) => void lines.push(line) }));
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? '') as Record<string, unknown>;
}

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

  it('tells the time in UTC, the level by name', () => {
    expect(logged((log) => log.info('begun'))).toMatchObject({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      msg: 'begun',
    });
  });

  // /dev/full answers every write as a full disk does.
  it.skipIf(process.platform !== 'linux')('ends nothing where it cannot be written', () => {
    const log = createLog({ logFile: '/dev/full', logLevel: 'info' });
    expect(() => log.info('begun')).not.toThrow();
  });

  it('is moved aside when it has grown large, while the server runs too', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'imprimatur-log-'));
    const file = path.join(folder, 'server.log');
    vi.useFakeTimers();
    try {
      const log = createLog({ logFile: file, logLevel: 'info' });
      log.info('before');
      vi.advanceTimersByTime(60_000);
      expect(readFileSync(file, 'utf8')).toContain('before');
      truncateSync(file, 64 * 1024 * 1024 + 1);
      vi.advanceTimersByTime(60_000);
      log.info('after');
      expect(statSync(`${file}.1`).size).toBe(64 * 1024 * 1024 + 1);
      expect(readFileSync(file, 'utf8')).toMatch(/^{[^\n]*"after"}\n$/);
    } finally {
      vi.useRealTimers();
      process.removeAllListeners('SIGHUP');
      rmSync(folder, { recursive: true });
    }
  });
});
