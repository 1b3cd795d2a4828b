import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { signIn } from '#app/sign-in/commands/sign-in.ts';
import { visit } from '#tests/support/visiting.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { testServices } from '#tests/support/services.ts';

const password = 'corridor-battery-9-lamp';
const options = {
  '--name': 'Northmere Diagnostics',
  '--domain': 'northmere.example',
  '--admin-email': 'Ines.Okafor@northmere.example',
  '--admin-name': 'Ines van der Okafor',
};

/** The command as npm runs it, with a password on its standard input. */
async function consoleOf(url: string, more: Record<string, string> = {}) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'imprimatur-org-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  // The key of the services that sign the admin in: passwords are bound to it.
  const env = { ...process.env, DATABASE_URL: url, DATA_DIR: dataDir, SECRET_KEY: 'k'.repeat(40), ...more };
  return (words: readonly string[], input: string | Buffer = `${password}\n`) =>
    new Promise<{ code: number; output: string; errors: string }>((resolve) => {
      const child = execFile(
        process.execPath,
        ['scripts/run.mjs', 'app/server/cli/org.ts', ...words],
        { env },
        (error, output, errors) => resolve({ code: error ? Number(error.code) : 0, output, errors }),
      );
      child.stdin?.end(input);
    });
}

const create = (changed: Partial<typeof options> = {}) => [
  'create',
  ...Object.entries({ ...options, ...changed }).flat(),
  '--password-stdin',
];

describe('npm run org', () => {
  it('makes an organisation whose admin can sign in, and a second one beside it', async () => {
    const db = await freshDatabase();
    const org = await consoleOf(db.url);
    const made = await org(create());
    expect(made).toMatchObject({ code: 0, errors: '' });
    expect(made.output).toMatch(/^[0-9a-f-]{36}\n$/);
    const services = await testServices({ db });
    const entered = await visit(services, signIn('screen', null), { email: options['--admin-email'], password });
    expect(entered).toMatchObject({
      ok: true,
      value: { account: { org: made.output.trim(), role: 'ADMIN', firstName: 'Ines', lastName: 'van der Okafor' } },
    });
    const second = await org(create({ '--name': 'Second', '--admin-email': 'other@second.example' }));
    expect(second.code).toBe(0);
    expect(second.output).not.toBe(made.output);
    const archive = path.join(os.tmpdir(), `imprimatur-${made.output.trim()}.zip`);
    onTestFinished(() => rm(archive, { force: true }));
    const exported = await org(['export', '--org', made.output.trim(), '--out', archive]);
    expect(exported).toMatchObject({ code: 0, errors: '' });
    const [, root = '', key = ''] = /root (\S+)\nKey (\S+), fingerprint [0-9a-f]{64}\n$/.exec(exported.output) ?? [];
    const another = await freshDatabase();
    onTestFinished(() => another.close());
    const there = await consoleOf(another.url, { FORMER_KEYS: key });
    const imported = await there(['import', archive]);
    expect(imported).toMatchObject({ code: 0, errors: '' });
    expect(imported.output).toContain(`Northmere Diagnostics (${made.output.trim()}): `);
    expect(imported.output).toContain(`root ${root}\n`);
    expect(imported.output).toContain('The first admin finds it in DATA_DIR/outbox');
    expect(await org(['import', archive])).toMatchObject({
      code: 1,
      errors: expect.stringContaining('is in this installation already: nothing was imported.'),
    });
    const taken = await org(create({ '--name': 'Third' }));
    expect(taken).toMatchObject({ code: 1, output: '' });
    expect(taken.errors).toContain('--admin-email: This email address is already in use.');
  });

  it('says what is wrong, one sentence a mistake, and makes nothing', async () => {
    const db = await freshDatabase();
    const org = await consoleOf(db.url);
    const mistaken = await org(create({ '--domain': 'nowhere', '--admin-name': 'Ines' }));
    expect(mistaken.code).toBe(1);
    expect(mistaken.errors.trim().split('\n')).toEqual([
      '--domain: Enter a domain such as example.com',
      '--admin-name (first and last name): This field is required.',
    ]);
    const several = await org(
      [...create({ '--admin-email': 'ines' }), '--time-zone', 'Mars', '--preset', 'own'],
      'ab\n',
    );
    expect(several.errors.trim().split('\n')).toEqual([
      '--time-zone: Enter a time zone such as Europe/Amsterdam',
      '--preset: Enter standard or regulated',
      '--admin-email: Invalid email address format.',
      'password: Choose a stronger password',
    ]);
    const weak = await org(create(), 'password12');
    expect(weak).toMatchObject({ code: 1, output: '' });
    expect(weak.errors).toContain('Choose a stronger password');
    // Nobody could type these again.
    for (const input of [`${password}\n${password}\n`, Buffer.from([...Buffer.from(password), 0xff])]) {
      const lines = await org(create(), input);
      expect(lines).toMatchObject({ code: 1, output: '', errors: 'The password must be one line of text in UTF-8.\n' });
    }
    expect((await org(['create', '--nonsense'])).errors).toContain(
      "Unknown option '--nonsense'.\nUsage: npm run org -- create",
    );
    const help = await org(['create', '--help']);
    expect(help).toEqual({ code: 0, output: expect.stringMatching(/^npm run org -- create .+\n/), errors: '' });
    const { rows } = await db.owner.query('select count(*)::int as count from ledger.event');
    expect(rows[0]).toEqual({ count: 0 });
  });
});
