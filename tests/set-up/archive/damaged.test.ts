import { createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { expect, it, vi } from 'vitest';
import { manifest, parts, statementOf, type Manifest } from '#app/set-up/archive/format.ts';
import { sha256 } from '#app/set-up/archive/made-file.ts';
import { World } from '#app/set-up/demonstration/world.ts';
import { withFiles } from '#app/audit/evidence/program/bytes.ts';
import { openZip } from '#app/audit/evidence/verify/zip.ts';
import { zipOf, type NewFile } from '#app/audit/evidence/pack/zip.ts';
import { originOf, signNote } from '#events/ledger/note.ts';
import {
  archiveOf,
  importInto,
  installation,
  keyOf,
  temporaryFile,
  type Installation,
} from '#tests/set-up/archive/installations.ts';
import { recordFile } from '#tests/set-up/archive/record-file.ts';
import { howMany } from '#tests/support/suite.ts';

vi.setConfig({ testTimeout: 240_000 });

interface Packed {
  path: string;
  bytes: Buffer;
}

const admin = {
  firstName: 'Ines',
  lastName: 'Okafor',
  email: 'ines.okafor@northmere.example',
  password: 'corridor-battery-9-lamp',
};

async function unpacked(archive: string): Promise<Packed[]> {
  return withFiles([{ name: archive, path: archive }], async ([given]) =>
    Promise.all((await openZip(given!.bytes)).map(async ({ path, open }) => ({ path, bytes: await buffer(open()) }))),
  );
}

async function packed(files: readonly Packed[]): Promise<string> {
  const out = await temporaryFile('packed.zip');
  await pipeline(zipOf(Readable.from(files) as AsyncIterable<NewFile>), createWriteStream(out));
  return out;
}

/** The same files under a manifest that this installation signs, as somebody with its key could. */
async function signedAnew({ services: { config } }: Installation, files: readonly Packed[]): Promise<string> {
  const content = files.slice(0, -3);
  const stated = manifest.parse(JSON.parse(files.at(-3)!.bytes.toString('utf8')));
  const made: Manifest = {
    ...stated,
    files: content.map(({ path, bytes }) => ({ path, size: bytes.length, sha256: sha256(bytes) })),
  };
  const text = Buffer.from(`${JSON.stringify(made, null, 1)}\n`);
  const origin = originOf('imprimatur', stated.organisation.uid);
  return packed([
    ...content,
    { path: parts.manifest, bytes: text },
    files.at(-2)!,
    { path: parts.signature, bytes: Buffer.from(signNote(statementOf(sha256(text)), origin, config.signingKey)) },
  ]);
}

const replaced = (files: readonly Packed[], path: string, change: (text: string) => string): Packed[] =>
  files.map((file) =>
    file.path === path ? { path, bytes: Buffer.from(change(file.bytes.toString('latin1')), 'latin1') } : file,
  );

it('refuses an archive that was changed, cut or put together anew, and names what is wrong', async () => {
  const home = await installation();
  const { org } = await World.found(home.services, {
    name: 'Northmere Diagnostics',
    domain: 'northmere.example',
    admin,
  });
  const { path: stored } = await recordFile(home.services, org, Readable.from([Buffer.alloc(5000, 'a page ')]));
  const archive = await archiveOf(home.services, org);
  const away = await installation({ FORMER_KEYS: keyOf(home.services, org) });
  const whole = await readFile(archive);
  const bent = await temporaryFile('bent.zip');
  const importing = async (bytes: Buffer): Promise<string> => {
    await writeFile(bent, bytes);
    return importInto(away, bent).then(
      () => 'imported',
      (error: Error) => `${(error as { code?: string }).code}: ${error.message}`,
    );
  };

  const flips = howMany({ day: 16, long: 60 });
  // One byte at a time, in all parts of the file: no byte is unchecked.
  for (let i = 0; i < flips; i++) {
    const at = Math.floor((i * whole.length) / flips);
    const bytes = Buffer.from(whole);
    bytes[at]! ^= 1 << (i % 8);
    expect([at, await importing(bytes)]).toEqual([at, expect.stringMatching(/^fault: The archive was/)]);
  }
  for (const length of [0, 1, 100, whole.length >> 1, whole.length - 1])
    expect(await importing(whole.subarray(0, length))).toMatch(/^fault: The archive was refused: the zip itself/);
  const flippedFile = Buffer.from(whole);
  flippedFile[whole.indexOf('a page a page') + 100]! ^= 1;
  expect(await importing(flippedFile)).toContain(`The archive was refused: ${stored} its bytes were changed.`);
  await expect(importInto(away, `${bent}.none`)).rejects.toThrow(`The archive ${bent}.none cannot be read.`);

  const files = await unpacked(archive);
  const refusal = async (path: Promise<string>) =>
    importInto(away, await path).then(
      () => 'imported',
      (error: Error) => error.message,
    );
  const without = (path: string) => files.filter((file) => file.path !== path);
  expect(await refusal(packed(without(stored)))).toBe(`The archive was refused: ${stored} is missing.`);
  expect(await refusal(packed(without(parts.manifest)))).toBe('The archive was refused: it has no manifest.json.');
  const more = [{ path: 'files/more', bytes: Buffer.from('more') }, ...files];
  expect(await refusal(packed(more))).toBe('The archive was refused: files/more is not in its manifest.');
  const another = await World.found(home.services, {
    name: 'Southwold Instruments',
    domain: 'southwold.example',
    admin: { ...admin, email: 'ines@southwold.example' },
  });
  const foreign = (await unpacked(await archiveOf(home.services, another.org))).slice(-3);
  expect(await refusal(packed([...files.slice(0, -3), ...foreign]))).toMatch(
    /^The archive was refused: (files|ledger)\/.+ is (missing|not in its manifest|not as its manifest says)\.$/,
  );
  expect(await refusal(packed(replaced(files, parts.manifest, (text) => text.replace('"size"', '"length"'))))).toBe(
    'The archive was refused: manifest.json is not the manifest of an archive of an organisation.',
  );

  // Somebody who has a known key still cannot change what the ledger says.
  const events = parts.events(1);
  const resigned = (changed: readonly Packed[]) => refusal(signedAnew(away, changed));
  expect(await resigned(replaced(files, events, (text) => text.replace('"Ines"', '"Inez"')))).toContain(
    'its events are not those that manifest.json names',
  );
  expect(await resigned(replaced(files, events, (text) => text.replaceAll(org, another.org)))).toContain(
    'event 1 is of another organisation',
  );
  expect(await resigned(replaced(files, events, (text) => text.replace('{', '[')))).toContain(
    `line 1 of ${events} cannot be read`,
  );
  expect(await resigned(replaced(files, stored, (text) => text.replace('a page', 'no page')))).toContain(
    `${stored} is not the file that the ledger names`,
  );
  expect(await resigned(without(stored))).toContain(`${stored} is not the file that the ledger names`);
  expect(await resigned(replaced(files, parts.settings, (text) => text.replace('"UTC"', '"Asia/Tokyo"')))).toContain(
    'organisation.json does not say what the ledger says',
  );
  expect(
    await resigned(replaced(files, parts.checkpoints(1), (text) => text.replace('imprimatur', 'Imprimatur'))),
  ).toMatch(/the checkpoint of \d+ events is not signed with a key/);

  const { rows } = await away.db.owner.query('select from ledger.head union all select from read.organisation');
  expect(rows).toHaveLength(0);
  expect(await refusal(Promise.resolve(archive))).toBe('imported');
});
