import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '#app/adapters/environment/config.ts';
import { openLog } from '#app/adapters/log/log.ts';
import { settings } from '#app/adapters/environment/settings.ts';

let dataDir = '';
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'imprimatur-config-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

const load = (environment: Record<string, string> = {}) => loadConfig({ DATA_DIR: dataDir, ...environment });
const mistakes = async (environment: Record<string, string>): Promise<string[]> => {
  const answer = await load(environment).catch((error: Error) => error);
  return answer instanceof Error ? answer.message.split('\n') : [];
};

describe('settings', () => {
  it('need not be set at all', async () => {
    const config = await load();
    expect(config).toMatchObject({
      publicUrl: 'http://localhost:3000',
      host: '127.0.0.1',
      databaseUrl: null,
      s3: null,
      smtpUrl: null,
      trustProxy: false,
      uploadLimit: 250 * 1024 * 1024,
    });
  });

  it.each([
    ['PORT', '0'],
    ['PORT', 'three thousand'],
    ['PORT', '65536'],
    ['DATABASE_URL', 'mysql://root:hunter2@db/x'],
    ['DATABASE_URL', 'postgres://'],
    ['DATABASE_URL', 'postgresql://db/x?port=hunter2'],
    ['DATABASE_URL', 'postgresql://db/x?sslmode=hunter2'],
    ['DATABASE_URL', 'postgresql://db/x?sslrootcert=/nowhere/hunter2.pem'],
    ['DATABASE_APP_URL', 'mysql://root:hunter2@db/x'],
    ['PUBLIC_URL', 'northmere.example'],
    ['PUBLIC_URL', 'https://quality.example.com/imprimatur'],
    ['PUBLIC_URL', 'ftp://quality.example.com'],
    ['PUBLIC_URL', 'https://:hunter2@quality.example.com'],
    ['SMTP_URL', 'https://user:hunter2@mail.northmere.example'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'Quality\n<quality@northmere.example>'],
    ['SUPPORT_URL', 'javascript:alert(1)'],
    ['SECRET_KEY', 'hunter2'],
    ['SIGNING_KEY', 'hunter2'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '0'],
    ['WEB_PROCESSES', '0'],
    ['WEB_PROCESSES', 'many'],
    ['TRUST_PROXY', '10.0.0.0/99'],
    ['S3_FORCE_PATH_STYLE', 'perhaps'],
    ['S3_REGION', 'not a region'],
    ['LOG_LEVEL', 'loud'],
    ['UPLOAD_LIMIT_MB', '0'],
    ['SEAL_PKCS12', '/nowhere/hunter2.p12'],
  ])('%s=%s is refused in one sentence that does not repeat the value', async (name, value) => {
    const environment = name.startsWith('S3_')
      ? { S3_BUCKET: 'b', S3_REGION: 'r', S3_ACCESS_KEY_ID: 'i', S3_SECRET_ACCESS_KEY: 's', [name]: value }
      : { MAIL_FROM: 'quality@northmere.example', DATABASE_URL: 'postgresql://db/x', [name]: value };
    const found = await mistakes(environment);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(new RegExp(`^${name} must .*\\.$`));
    if (value.length > 4) expect(found[0]).not.toContain(value);
    expect(found[0]).not.toContain('hunter2');
  });

  it('name every mistake at once', async () => {
    expect(await mistakes({ PORT: 'x', SECRET_KEY: 'x', S3_BUCKET: 'x', SMTP_URL: 'smtp://mail.example.com' })).toEqual(
      [
        expect.stringContaining('PORT'),
        expect.stringContaining('SECRET_KEY'),
        expect.stringContaining('S3_ACCESS_KEY_ID'),
        expect.stringContaining('S3_SECRET_ACCESS_KEY'),
        expect.stringContaining('S3_REGION'),
        expect.stringContaining('MAIL_FROM'),
      ],
    );
  });

  it('accept a PostgreSQL behind a unix socket', async () => {
    const url = 'postgresql://quality:secret@/quality?host=/var/run/postgresql';
    expect((await load({ DATABASE_URL: url })).databaseUrl).toBe(url);
  });

  it('check the certificate of a PostgreSQL in every TLS mode, without a warning of pg', async () => {
    const warned: Error[] = [];
    const note = (warning: Error) => void warned.push(warning);
    process.on('warning', note);
    for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full']) {
      const { databaseUrl } = await load({ DATABASE_URL: `postgresql://db/x?sslmode=${mode}&port=5433` });
      expect(databaseUrl).toBe('postgresql://db/x?sslmode=verify-full&port=5433');
    }
    const itself = 'postgresql://db/x?uselibpqcompat=true&sslmode=require';
    expect((await load({ DATABASE_URL: itself })).databaseUrl).toBe(itself);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', note);
    expect(warned).toEqual([]);
  });

  it('accept a signing key as PEM, as PEM on one line, and as a seed', async () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    const seed = privateKey.export({ format: 'jwk' }).d ?? '';
    for (const value of [pem, pem.replaceAll('\n', '\\n'), seed, Buffer.from(seed, 'base64url').toString('base64')]) {
      expect((await load({ SIGNING_KEY: value })).signingKey.equals(privateKey)).toBe(true);
    }
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const found = await mistakes({ SIGNING_KEY: rsa.export({ type: 'pkcs8', format: 'pem' }) as string });
    expect(found[0]).toMatch(/^SIGNING_KEY must be an Ed25519/);
  });

  it('make a key that is not set in DATA_DIR, readable by its owner alone', async () => {
    const [first, second] = [await load(), await load()];
    expect(first.secretKey).toEqual(second.secretKey);
    expect(first.secretKey.length).toBeGreaterThanOrEqual(32);
    expect(first.signingKey.equals(second.signingKey)).toBe(true);
    for (const name of ['secret.key', 'signing.key']) {
      expect((await stat(path.join(dataDir, name))).mode & 0o777).toBe(0o600);
    }
  });

  it('refuse a key of DATA_DIR that is cut short or cannot be read', async () => {
    const own = await mkdtemp(path.join(os.tmpdir(), 'imprimatur-config-'));
    const file = path.join(own, 'secret.key');
    await writeFile(file, 'abc\n');
    expect(await mistakes({ DATA_DIR: own })).toEqual([`The key in ${file} is damaged: put it back from a backup.`]);
    await rm(file);
    await mkdir(file);
    expect(await mistakes({ DATA_DIR: own })).toEqual([expect.stringMatching(/secret\.key must be a file .+\.$/)]);
    // Where no folder can be made, not even by root, and Node's own recursion comes to no end.
    if (process.platform === 'linux') {
      expect(await mistakes({ DATA_DIR: '/proc/imprimatur/data' })).toEqual([
        'DATA_DIR must be a folder that can be written to.',
      ]);
      await expect(openLog({ logFile: '/proc/imprimatur/log', logLevel: 'info' })).rejects.toThrow(/^LOG_FILE must be/);
    }
    await mkdir(path.join(own, 'server.1.log'));
    const unwritable = openLog({ logFile: path.join(own, 'server.log'), logLevel: 'info' });
    await expect(unwritable).rejects.toThrow(/^LOG_FILE must be a file that can be written/);
    await rm(own, { recursive: true });
  });

  it('accept a secret key of 32 bytes in hexadecimal, base64 or text', async () => {
    const bytes = randomBytes(32);
    expect((await load({ SECRET_KEY: bytes.toString('hex') })).secretKey).toEqual(bytes);
    expect((await load({ SECRET_KEY: bytes.toString('base64') })).secretKey).toEqual(bytes);
    expect((await load({ SECRET_KEY: 'correct horse battery staple, thrice' })).secretKey.length).toBe(36);
  });

  it('are all in .env.example, which names no other', async () => {
    const text = await readFile(new URL('../../.env.example', import.meta.url), 'utf8');
    const named = [...text.matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1]);
    expect(named.sort()).toEqual(Object.keys(settings.shape).sort());
  });
});
