import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { E } from '#events/catalogue.ts';
import { signedWords } from '#events/signed-words.ts';
import { streams } from '#events/streams.ts';
import type { JsonObject } from '#events/ledger/types.ts';
import { verify } from '#events/ledger/verify/verify.ts';
import { checkpointKeyName } from '#app/audit/checkpoints/key-name.ts';
import { PasskeyCheck } from '#app/audit/evidence/verify/passkey/passkeys.ts';
import { openFile } from '#app/documents/commands/open-file.ts';
import { getWholeTrail } from '#app/audit/queries/list-trail.ts';
import { accepted } from '#app/set-up/demonstration/accepted.ts';
import { readBundle } from '#tests/audit/read-bundle.ts';
import { openSetup, type Setup } from '#tests/support/scenario-setup.ts';
import { approveWithPasskey, enrolledPasskey } from '#tests/support/passkey/enrolled-passkey.ts';
import { judged, makePack, prepareVerifier } from '#tests/support/evidence-pack.ts';

let setup: Setup;
let folder: string;
const program = () => path.join(folder, 'verify');
const pack = () => path.join(folder, 'pack');

beforeAll(async () => {
  [setup, folder] = await Promise.all([
    openSetup(),
    mkdtemp(path.join(os.tmpdir(), 'imprimatur-go-')),
    prepareVerifier(),
  ]);
  const { admin, documents, world } = setup.ours;
  await setup.services.checkpoints.sign(world.org);
  const file = { document: documents.draft, version: '1.0', kind: 'final', purpose: 'manage' } as const;
  await world.act(admin, openFile, file);
  await unpack(pack(), documents.draft);
  // Debian's golang.org/x/mod, without a network.
  const environment = {
    ...process.env,
    GO111MODULE: 'off',
    GOPATH: '/usr/share/gocode',
    GOCACHE: path.join(folder, 'cache'),
  };
  const source = path.join(folder, 'source');
  await mkdir(source);
  for (const name of ['verify.go', 'passkeys.go']) await copyFile(path.join(pack(), name), path.join(source, name));
  await copyFile(new URL('flip.go', import.meta.url), path.join(source, 'flip.go'));
  const { status, stderr } = spawnSync('go', ['build', '-o', program(), 'verify.go', 'passkeys.go', 'flip.go'], {
    cwd: source,
    encoding: 'utf8',
    env: environment,
  });
  if (status !== 0) throw new Error(stderr);
});
/** Makes the pack of a document, unpacked in a folder. */
async function unpack(into: string, document: string): Promise<void> {
  const files = unzipSync(await makePack(setup, setup.ours.admin, { kind: 'document', uid: document }));
  for (const [name, bytes] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(into, name)), { recursive: true });
    await writeFile(path.join(into, name), bytes);
  }
}

afterAll(async () => {
  await setup.close();
  await rm(folder, { recursive: true, force: true });
});

/**
 * The last character of a signature in base64 holds bits that are not part of it: such a change changes nothing that
 * was signed.
 */
const saysTheSame = (one: Buffer, other: Buffer): boolean => {
  const parts = (note: Buffer) => {
    const text = note.toString('utf8').trimEnd();
    const at = text.lastIndexOf(' ') + 1;
    return [text.slice(0, at), Buffer.from(text.slice(at), 'base64').toString('hex')].join('');
  };
  return one.length === other.length && parts(one) === parts(other);
};

const run = (...words: string[]) => spawnSync(program(), words, { encoding: 'utf8', maxBuffer: 1 << 26 });

describe('[A11-17a] Go’s own sumdb/note and sumdb/tlog', () => {
  it('accept the checkpoint, each event’s place and the earlier checkpoint', () => {
    const { status, stdout, stderr } = run(pack());
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(
      / \d+ events of the ledger of \d+, and 1 earlier checkpoints, all hold\n\d+ files are those that were packed and signed: index\.html, .+\nNot compared: .+\n$/,
    );
  });

  it('accept the signed list of files, and refuse a file that is not on it as it is', async () => {
    const index = path.join(pack(), 'index.html');
    const before = await readFile(index);
    await writeFile(index, Buffer.concat([before, Buffer.from(' ')]));
    expect(run(pack())).toMatchObject({ status: 1, stderr: 'index.html: is not the file that was packed\n' });
    await rm(index);
    expect(run(pack())).toMatchObject({ status: 1, stderr: 'SHA256SUMS: names files that are missing\n' });
    await writeFile(index, before);
    const another = path.join(pack(), 'files.txt');
    await writeFile(another, '');
    expect(run(pack())).toMatchObject({ status: 1, stderr: 'files.txt: is no file that was packed\n' });
    await rm(another);
    expect(run(pack()).status).toBe(0);
  });

  it('refuse each of them after any byte was changed', async () => {
    const { status, stdout } = run('--flip', pack());
    expect(status).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(Number(lines.pop())).toBeGreaterThan(2_000);
    const accepted: string[] = [];
    for (const line of lines) {
      const [name = '', at, changed = ''] = line.split(' ');
      const bytes = await readFile(path.join(pack(), name));
      if (!saysTheSame(bytes, Buffer.from(changed, 'hex'))) accepted.push(`${name} ${at}`);
    }
    expect(accepted).toEqual([]);
  });
});

describe('[A11d-13] a signature with a passkey or single sign-on', () => {
  it('is checked in its pack by verify.mjs and in Go, and by the ledger’s verifier', async () => {
    const { services, db, ours } = setup;
    const { world, approver, documents } = ours;
    const document = documents.inReview;
    const stream = streams.document(document);
    const passkey = await enrolledPasskey(world, approver);
    const { uid: approval } = await services.database.read(world.org, (read) =>
      read
        .selectFrom('read.approval')
        .select('uid')
        .where('document_uid', '=', document)
        .where('user_uid', '=', approver.uid)
        .executeTakeFirstOrThrow(),
    );
    await world.act(approver, openFile, { document, version: '1.0', kind: 'final', purpose: 'approval' });
    await approveWithPasskey(world, approver, { approval, passkey });
    const signed = path.join(folder, 'signed');
    await unpack(signed, document);
    expect(run(signed).stdout).toContain('all hold\n1 signatures were made with the passkeys of their signers\n');
    const flipped = run('--flip-signatures', signed).stdout;
    expect(flipped).toMatch(/^\d+\n$/);
    expect(Number(flipped)).toBeGreaterThan(600);
    const program = () => spawnSync(process.execPath, ['verify.mjs', '.'], { cwd: signed, encoding: 'utf8' });
    const checked = program();
    expect(checked.status).toBe(0);
    expect(checked.stdout).toContain('1 signature was made by a passkey that the signer had enrolled');
    expect(checked.stdout).toContain('approved version 1.0, with email, password and passkey');
    const bundled = async (passkeys: boolean) => {
      const asked = { document, passkeys };
      const trail = accepted(await setup.ask(approver, getWholeTrail, asked), 'trail');
      return judged('trail.json', Buffer.from(JSON.stringify(await readBundle(setup, trail))));
    };
    expect(await bundled(true)).toMatchObject({
      outcome: 'holds',
      proven: [expect.any(String), expect.stringContaining('1 signature was made by a passkey')],
    });
    expect(await bundled(false)).toMatchObject({
      outcome: 'refused',
      heading: expect.stringContaining('not enrolled'),
    });
    const damages = async () => {
      const keys = [services.config.verifyingKey];
      const signatures = () => new PasskeyCheck();
      for await (const one of verify({ pool: db.owner, keys, keyName: checkpointKeyName, org: world.org, signatures }))
        return one.damages.filter(({ what }) => what === 'signature');
      return [];
    };
    expect(await damages()).toEqual([]);

    // The operator records the same signature again with another reason, which the passkey did not sign.
    const { events } = await services.ledger.readStream(world.org, stream);
    const given = events.find((event) => event.type === 'ApprovalGiven')!;
    const { signature } = given.data as E<'ApprovalGiven'>['data'];
    const record = async (of: string, changes: object) => {
      const { type, schema, actor } = given;
      const data = { ...given.data, document: of, signature: { ...signature, document: of, ...changes } } as JsonObject;
      const writes = [
        { stream: streams.document(of), expectedVersion: 'any' as const, events: [{ type, schema, data }] },
      ];
      const commandId = services.newId();
      await services.ledger.append({ org: world.org, actor, commandId, writes, expect: [], answer: null });
    };
    await record(document, { reason: 'I have read all of it.' });
    expect(await damages()).toMatchObject([{ reason: expect.stringContaining('its passkey did not sign') as string }]);
    await rm(signed, { recursive: true });
    await unpack(signed, document);
    expect(run(signed)).toMatchObject({ status: 1, stderr: expect.stringContaining('did not sign') as string });
    expect(program()).toMatchObject({ status: 1, stdout: expect.stringContaining('did not sign') as string });

    // One with single sign-on, and the same again with other words than its nonce is the hash of.
    const { askedAt } = (signature.credential as { passkey: { askedAt: string } }).passkey;
    const other = documents.draft;
    const onBehalfOf = { user: ours.admin.uid, name: 'Ines “Q” Okafor' };
    const words = signedWords({ ...signature, document: other, onBehalfOf }, askedAt);
    const nonce = createHash('sha256').update(words).digest('base64url');
    const said = { issuer: 'https://id.example', subject: 'hana', acr: null, amr: [], tokenSha256: 'a'.repeat(64) };
    const times = { askedAt, authTime: askedAt, checkedAt: signature.signedAt };
    const credential = { method: 'OIDC re-authentication', ...said, ...times, nonce };
    await record(other, { credential, onBehalfOf });
    await rm(signed, { recursive: true });
    await unpack(signed, other);
    expect(run(signed).stdout).toContain("\n1 signatures have the nonce of their signer's single sign-on\n");
    expect(run('--flip-signatures', signed).stdout).toMatch(/^[3-9]\d\d\n$/);
    expect(program().stdout).toContain('1 signature was made after the signer signed in again with single sign-on');
    await record(other, { credential });
    await rm(signed, { recursive: true });
    await unpack(signed, other);
    expect(run(signed)).toMatchObject({ status: 1, stderr: expect.stringContaining('nonce is not') as string });
    expect(program()).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('single sign-on whose nonce') as string,
    });
  });
});
