import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it, vi } from 'vitest';
import { World } from '#app/set-up/demonstration/world.ts';
import { installation, keyOf, temporaryFile, type Installation } from '#tests/set-up/archive/installations.ts';

vi.setConfig({ testTimeout: 240_000 });

const program = fileURLToPath(new URL('child-move.ts', import.meta.url));

/** Runs the child on an installation. Answers the signal that ended it, and what it printed. */
const move = (
  { db, services: { config } }: Installation,
  words: readonly string[],
  more: Record<string, string> = {},
) =>
  new Promise<{ signal: string | null; output: string; errors: string }>((resolve) => {
    const [mode, ...others] = words;
    execFile(
      process.execPath,
      ['--import', 'tsx', program, mode!, db.url, ...others],
      { env: { ...process.env, DATA_DIR: config.dataDir, SECRET_KEY: 'k'.repeat(40), ...more } },
      (error, output, errors) => resolve({ signal: error?.signal ?? null, output, errors }),
    );
  });

it('moves a large file with flat memory, and shows nothing of an import that was killed', async () => {
  const home = await installation();
  const { org } = await World.found(home.services, {
    name: 'Northmere Diagnostics',
    domain: 'northmere.example',
    admin: {
      firstName: 'Ines',
      lastName: 'Okafor',
      email: 'ines.okafor@northmere.example',
      password: 'corridor-battery-9-lamp',
    },
  });
  const archive = await temporaryFile('organisation.zip');
  const exported = await move(home, ['export', org, archive]);
  expect(exported).toMatchObject({ signal: null, errors: '' });
  // In kB: a body that was held would take 150,000 and more.
  expect(Number(exported.output)).toBeLessThan(80_000);

  const away = await installation();
  const key = { FORMER_KEYS: keyOf(home.services, org) };
  for (const stage of ['files', 'events']) {
    expect([stage, (await move(away, ['import', '-', archive, stage], key)).signal]).toEqual([stage, 'SIGKILL']);
    for (const table of ['ledger.head', 'ledger.event', 'ledger.node', 'read.organisation', 'read.user_account'])
      expect([stage, table, (await away.db.owner.query(`select from ${table}`)).rowCount]).toEqual([stage, table, 0]);
    expect((await away.db.owner.query(`select from graphile_worker.jobs`)).rowCount).toBe(0);
  }
  const imported = await move(away, ['import', '-', archive], key);
  expect(imported).toMatchObject({ signal: null, errors: '' });
  expect(Number(imported.output)).toBeLessThan(80_000);
  const [there, here] = [await home.services.ledger.readHead(org), await away.services.ledger.readHead(org)];
  expect(here).toEqual(there);
  expect((await away.db.owner.query(`select from graphile_worker.jobs`)).rowCount).toBe(1);
});
