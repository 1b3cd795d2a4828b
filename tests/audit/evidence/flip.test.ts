import { afterAll, beforeAll, expect, it } from 'vitest';
import { openZip } from '#app/audit/evidence/verify/zip.ts';
import { verifyPack } from '#app/audit/evidence/verify/pack.ts';
import { Refusal } from '#app/audit/evidence/verify/refusal.ts';
import { openSetup, type Setup } from '#tests/support/scenario-setup.ts';
import { inMemory, makePack, prepareVerifier } from '#tests/support/evidence-pack.ts';
import { howMany } from '#tests/support/suite.ts';

/** Every byte in the long suite; a prime number, so that each kind of field is met by day. */
const step = howMany({ day: 37, long: 1 });

let setup: Setup;
beforeAll(async () => {
  // Some eighty thousand refusals come from here, and nobody reads where one was thrown.
  Error.stackTraceLimit = 0;
  [setup] = await Promise.all([openSetup(), prepareVerifier()]);
});
afterAll(() => setup.close());

it('[P11-10a6] a pack is refused after any of its bytes was changed', async () => {
  const wanted = { kind: 'document', uid: setup.ours.documents.draft } as const;
  const pack = await makePack(setup, setup.ours.admin, wanted, Buffer.from('// verify.mjs is a file like any other\n'));
  const files = await openZip(inMemory(pack));
  await verifyPack(files);
  const accepted: number[] = [];
  const flip = async (at: number, check: () => Promise<unknown>): Promise<void> => {
    const change = () => pack.writeUInt8(pack.readUInt8(at) ^ (1 << (at % 8)), at);
    change();
    const thrown: unknown = await check().catch((error: unknown) => error);
    change();
    if (!(thrown instanceof Refusal)) accepted.push(at);
  };
  // The file that holds the changed byte is read first: what nothing was changed in was checked before.
  let offset = 0;
  for (const { path, size, open } of files) {
    const end = offset + 30 + path.length + size;
    for (; offset < end; offset += step)
      await flip(offset, async () => {
        for await (const piece of open()) void piece;
        await verifyPack(await openZip(inMemory(pack)));
      });
  }
  for (; offset < pack.length; offset += step)
    await flip(offset, async () => verifyPack(await openZip(inMemory(pack))));
  expect(accepted).toEqual([]);
});

it('[P11-10a6] an unpacked pack is refused after any byte of what proves something was changed', async () => {
  const wanted = { kind: 'document', uid: setup.ours.documents.draft } as const;
  const pack = await makePack(setup, setup.ours.admin, wanted, Buffer.from('// verify.mjs\n'));
  const folder = await Promise.all(
    (await openZip(inMemory(pack))).map(async ({ path, size, open }) => {
      const pieces: Uint8Array[] = [];
      for await (const piece of open()) pieces.push(piece);
      return { path, size, bytes: Buffer.concat(pieces) };
    }),
  );
  const files = folder.map((file) => ({
    ...file,
    async *open() {
      yield file.bytes;
    },
  }));
  await verifyPack(files);
  const accepted: string[] = [];
  for (const { path, bytes } of folder.filter(({ size }) => size < 3000))
    for (let at = 0; at < bytes.length; at += step) {
      bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << (at % 8)), at);
      const thrown: unknown = await verifyPack(files).catch((error: unknown) => error);
      if (!(thrown instanceof Refusal)) accepted.push(`${path} ${at}`);
      bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << (at % 8)), at);
    }
  expect(accepted).toEqual([]);
});
