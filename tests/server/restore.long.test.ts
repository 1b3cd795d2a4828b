import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, cp, realpath, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { openEmbedded } from '#app/adapters/embedded-postgres/embedded-postgres.ts';
import { startServer, temporaryFolder, type RunningServer } from '#tests/support/server.ts';
import { startAgain } from '#tests/support/started.ts';
import { Visitor } from '#tests/support/visitor.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const password = 'verdigris-lantern-42';
const running: RunningServer[] = [];
const folders: string[] = [];
afterAll(async () => {
  for (const server of running) await server.remove();
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

/** `npm run ledger -- …` or `npm run projections -- …` against what a folder holds. */
async function tool(
  program: string,
  dataDir: string,
  ...words: string[]
): Promise<{ code: number | null; out: string; said: string }> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, ['scripts/run.mjs', `app/server/cli/${program}.ts`, ...words], {
    cwd: root,
    env: { NODE_ENV: 'production', PATH, HOME, DATA_DIR: dataDir },
  });
  let out = '';
  let said = '';
  child.stdout.on('data', (text) => ((out += String(text)), (said += String(text))));
  child.stderr.on('data', (text) => (said += String(text)));
  return { code: await new Promise((resolve) => child.once('close', resolve)), out, said };
}

interface Version {
  document_uid: string;
  version: string;
  sha256: string;
}

async function versions(dataDir: string): Promise<Version[]> {
  const server = await openEmbedded({ dataDir, use: 'tool' });
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const { rows } = await client.query<Version>(
    `select document_uid, version, working_file->>'sha256' as sha256 from read.document_version order by 1, 2`,
  );
  await client.end();
  await server.stop();
  return rows;
}

/** Starts on the data of a folder, which it says and logs a warning about, and stops. */
async function warnsAtStart(dataDir: string, words: string, msg: string): Promise<void> {
  const server = await startServer({ dataDir });
  running.push(server);
  expect(server.said()).toContain(words);
  expect(await server.log()).toContainEqual(expect.objectContaining({ level: 'warn', msg }));
  expect(await server.stop()).toBe(0);
}

/** The drill of docs/operations.md, "Backup" and "Restore", with the embedded defaults. */
describe('[A11-7a] a backup that is restored', () => {
  it('verifies, agrees with its read models and a saved checkpoint, and opens every file of each version', async () => {
    const server = await startAgain({ flags: ['--demo'] });
    running.push(server);
    const known = await versions(server.dataDir);
    expect(known.length).toBeGreaterThan(5);
    const checkpoint = await tool('ledger', server.dataDir, 'checkpoint');
    expect(checkpoint.code, checkpoint.said).toBe(0);
    expect(await server.stop()).toBe(0);

    const place = await temporaryFolder();
    folders.push(place);
    await cp(server.dataDir, place, { recursive: true, preserveTimestamps: true });
    await rm(server.dataDir, { recursive: true, force: true });
    // As a home is: where root starts it, PostgreSQL's account cannot reach what was put back here.
    await chmod(place, 0o700);
    const saved = path.join(place, 'saved.checkpoint');
    await writeFile(saved, checkpoint.out);

    const verified = await tool('ledger', place, 'verify', '--checkpoint', saved);
    expect(verified.code, verified.said).toBe(0);
    folders.push(await realpath(path.join(place, 'postgres')));
    const agreed = await tool('projections', place, 'check');
    expect(agreed.code, agreed.said).toBe(0);

    const restored = await startServer({ dataDir: place });
    running.push(restored);
    const admin = new Visitor(restored.url);
    await admin.signIn('ines.okafor@northmere.example', password);
    for (const { document_uid, version, sha256 } of known) {
      const files = `/dashboard/docs/${document_uid}/files/${version}`;
      const working = await admin.get(`${files}/working`);
      expect(working.status, files).toBe(200);
      expect(
        createHash('sha256')
          .update(Buffer.from(await working.arrayBuffer()))
          .digest('hex'),
        files,
      ).toBe(sha256);
      const final = await admin.get(`${files}/final`);
      expect(final.status, files).toBe(200);
      expect(
        Buffer.from(await final.arrayBuffer())
          .subarray(0, 5)
          .toString(),
        files,
      ).toBe('%PDF-');
    }

    expect(await restored.stop()).toBe(0);
    expect(restored.said()).not.toContain('signing.key');
    expect(restored.said()).not.toContain('Files of');
    await rm(path.join(place, 'signing.key'));
    const words = 'Checkpoints were signed with another key than DATA_DIR/signing.key: restore';
    await warnsAtStart(place, words, 'ledger.foreign_checkpoints');

    // As where the volume with the files is not mounted.
    await rm(path.join(place, 'files'), { recursive: true });
    const missing = 'Files of the ledger are missing in DATA_DIR/files: mount the volume';
    await warnsAtStart(place, missing, 'storage.files_missing');
  });
});
