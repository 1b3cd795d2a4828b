import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFile } from '#app/commands/reading/open-file.ts';
import { openDesk, type Desk } from '#tests/audit/desk.ts';
import { makePack, prepareVerifier } from './order.ts';

let desk: Desk;
let folder: string;
const program = () => path.join(folder, 'verify');
const pack = () => path.join(folder, 'pack');

beforeAll(async () => {
  [desk, folder] = await Promise.all([
    openDesk(),
    mkdtemp(path.join(os.tmpdir(), 'imprimatur-go-')),
    prepareVerifier(),
  ]);
  const { admin, documents, world } = desk.ours;
  await desk.services.checkpoints.sign(world.org);
  const file = { document: documents.draft, version: '1.0', kind: 'final', purpose: 'manage' } as const;
  await world.act(admin, openFile, file);
  const files = unzipSync(await makePack(desk, admin, { kind: 'document', uid: documents.draft }));
  for (const [name, bytes] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(pack(), name)), { recursive: true });
    await writeFile(path.join(pack(), name), bytes);
  }
  // Debian's golang.org/x/mod, without a network.
  const environment = {
    ...process.env,
    GO111MODULE: 'off',
    GOPATH: '/usr/share/gocode',
    GOCACHE: path.join(folder, 'cache'),
  };
  const { status, stderr } = spawnSync('go', ['build', '-o', program(), 'verify.go'], {
    cwd: pack(),
    encoding: 'utf8',
    env: environment,
  });
  if (status !== 0) throw new Error(stderr);
}, 300_000);
afterAll(async () => {
  await desk.close();
  await rm(folder, { recursive: true, force: true });
});

/** The last character of a signature in base64 holds bits that are not part of it: such a change changes nothing that was signed. */
const saysTheSame = (one: Buffer, other: Buffer): boolean => {
  const parts = (note: Buffer) => {
    const text = note.toString('utf8').trimEnd();
    const at = text.lastIndexOf(' ') + 1;
    return [text.slice(0, at), Buffer.from(text.slice(at), 'base64').toString('hex')].join('');
  };
  return one.length === other.length && parts(one) === parts(other);
};

const verify = () => spawnSync(program(), [pack()], { encoding: 'utf8' });

describe('[P11-10b] [P11-10c] Go’s own sumdb/note and sumdb/tlog', () => {
  it('accept the checkpoint, each event’s place and the earlier checkpoint', () => {
    const { status, stdout, stderr } = verify();
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/ \d+ events of the log of \d+, and 1 earlier checkpoints, all hold\n$/);
  });

  it('refuse each of them after any byte was changed', { timeout: 300_000 }, async () => {
    const events = (await readdir(path.join(pack(), 'events'))).slice(0, 2).map((name) => `events/${name}`);
    const checkpoints = (await readdir(path.join(pack(), 'checkpoints'))).map((name) => `checkpoints/${name}`);
    const accepted: string[] = [];
    for (const name of ['checkpoint', 'keys/log.vkey', ...events, ...checkpoints]) {
      const file = path.join(pack(), name);
      const bytes = await readFile(file);
      for (let at = 0; at < bytes.length; at++) {
        const changed = Buffer.from(bytes);
        changed.writeUInt8(changed.readUInt8(at) ^ (1 << (at % 8)), at);
        await writeFile(file, changed);
        if (verify().status === 0 && !saysTheSame(bytes, changed)) accepted.push(`${name} ${at}`);
      }
      await writeFile(file, bytes);
    }
    // A line break at the end of the key's file says nothing.
    expect(accepted.filter((place) => !place.startsWith('keys/log.vkey'))).toEqual([]);
    expect(accepted.length).toBeLessThan(2);
  });
});
