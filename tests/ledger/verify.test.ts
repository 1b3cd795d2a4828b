import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordedFiles } from '#events/recorded-files.ts';
import { Frontier } from '#events/ledger/tree.ts';
import { verify } from '#events/ledger/verify/verify.ts';
import { verifying } from './verifying.ts';
import { type LedgerWorld, event, keyName, ledgerWorld, one } from './world.ts';

let world: LedgerWorld;
beforeAll(async () => {
  world = await ledgerWorld();
});
afterAll(() => world.close());
const { check, damagesOf, small } = verifying(() => world);

describe('[P11-10a4] a ledger that is whole', () => {
  it('is verified with its root, while appends go on', async () => {
    const org = await small();
    const leaves = (
      await world.ledger.readBytes(
        org,
        Array.from({ length: 10 }, (_, i) => String(i + 1)),
      )
    ).map(({ leaf }) => leaf);
    const frontier = new Frontier();
    for (const leaf of leaves) frontier.add(leaf);
    expect(await check(org)).toMatchObject({ org, positions: 10, root: frontier.root(), checkpoints: 1, damages: [] });
    const going = Promise.all(Array.from({ length: 200 }, (_, i) => world.ledger.append(one(org, `t-${i}`))));
    while ((await world.ledger.readHead(org)).size !== '210') expect(await damagesOf(org)).toEqual([]);
    await going;
  });

  it('may be empty, and may belong to any of several organisations', async () => {
    const found: string[] = [];
    for await (const { org, damages } of verify({ pool: world.owner, keys: [world.key.publicKey], keyName })) {
      expect(damages).toEqual([]);
      found.push(org);
    }
    expect(found).toEqual([...new Set(found)].sort());
    expect(await damagesOf(randomUUID())).toEqual(['head ']);
  });

  it('spans several stored subtrees and odd texts', async () => {
    const org = randomUUID();
    const odd = { stream: 'functional-area-Ünit "\\ 😀', type: 'Typ"é', commandId: 'c "\\é' };
    await world.ledger.append({
      ...one(org, ''),
      commandId: odd.commandId,
      actor: { kind: 'system', name: 'a},"commandId":"x","data":\\' },
      writes: [
        {
          stream: odd.stream,
          expectedVersion: 0,
          events: [event(odd.type, { commandId: 'y', data: { big: 'x'.repeat(100_000) } })],
        },
        { stream: 'many', expectedVersion: 0, events: Array.from({ length: 700 }, () => event('ThingChanged')) },
      ],
    });
    expect(await check(org)).toMatchObject({ positions: 701, damages: [] });
  });
});

describe('files', () => {
  it('whose bytes changed or that are gone are named with the event that recorded them [P11-70]', async () => {
    const org = randomUUID();
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    const file = (name: string) => ({ objectKey: `k/${name}`, name, sha256: sha256(name) });
    await world.ledger.append(one(org, 'a', { data: { file: file('one') } }));
    await world.ledger.append(
      one(org, 'b', { data: { files: { working: file('two'), list: [file('three'), file('one')] }, none: null } }),
    );
    const stored = new Map(['one', 'two', 'three'].map((name) => [`k/${name}`, sha256(name)]));
    const files = {
      list: ({ data }: { data: Parameters<typeof recordedFiles>[0] }) => recordedFiles(data),
      digest: (_: string, key: string): Promise<string | null | { reason: string }> =>
        Promise.resolve(stored.get(key) ?? null),
    };
    expect(await check(org, { files })).toMatchObject({ files: 3, damages: [] });
    stored.set('k/three', sha256('changed'));
    stored.delete('k/one');
    expect((await check(org, { files })).damages).toEqual([
      { position: '1', what: 'file', reason: 'the file one (k/one) is gone from storage' },
      {
        position: '2',
        what: 'file',
        reason: expect.stringMatching(/^the file three \(k\/three\) has other bytes than were recorded: SHA-256 /),
      },
    ]);
    const { digest } = files;
    files.digest = (of, key) =>
      key === 'k/two' ? Promise.resolve({ reason: 'EIO: i/o error, read' }) : digest(of, key);
    expect((await check(org, { files })).damages).toContainEqual({
      position: '2',
      what: 'file',
      reason: 'the file two (k/two) cannot be read from storage: EIO: i/o error, read',
    });
  });
});
