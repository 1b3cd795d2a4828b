import { createHash, createPublicKey, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import { verifyCheckpoint } from '@sigstore/verify/dist/tlog/checkpoint.js';
import { verifyMerkleInclusion } from '@sigstore/verify/dist/tlog/merkle.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InconsistentLedger, isInconsistent } from '#events/ledger/checkpoint.ts';
import { keyId, openNote, originOf, parseCheckpoint, publicBytes, signNote, verifierKey } from '#events/ledger/note.ts';
import { NotInLedger, formatTlogProof, parseTlogProof } from '#events/ledger/proof.ts';
import { Frontier, verifyConsistency, verifyInclusion } from '#events/ledger/tree.ts';
import { type LedgerWorld, event, keyName, ledgerWorld, one } from './world.ts';

let world: LedgerWorld;
const org = randomUUID();
const size = 600;
const leaves: Buffer[] = [];
const roots: Buffer[] = [];

beforeAll(async () => {
  world = await ledgerWorld();
  for (const count of [1, 2, 253, 1, 255, 88])
    await world.ledger.append({
      ...one(org, 's'),
      writes: [
        {
          stream: randomUUID(),
          expectedVersion: 0,
          events: Array.from({ length: count }, () => event('ThingChanged', { n: leaves.length })),
        },
      ],
    });
  const frontier = new Frontier();
  const positions = Array.from({ length: size }, (_, i) => String(i + 1));
  for (const { leaf } of await world.ledger.readBytes(org, positions)) {
    leaves.push(leaf);
    frontier.add(leaf);
    roots.push(frontier.root());
  }
});
afterAll(() => world.close());

describe('proofs', () => {
  it('every event is included, now and in each earlier ledger that held it', async () => {
    expect(leaves).toHaveLength(size);
    for (const at of [1, 2, 3, 255, 256, 257, 511, 512, 513, 600])
      for (const then of [at, Math.min(at + 1, size), 256, 512, 600].filter((each) => each >= at)) {
        const proof = await world.proofs.inclusion(org, String(at), then);
        expect(proof.root).toEqual(roots[then - 1]);
        expect(proof.leaf).toEqual(leaves[at - 1]);
        expect(verifyInclusion(proof.leaf, proof.index, then, proof.hashes, proof.root)).toBe(true);
      }
  });

  it('of several events at once are the same as one by one', async () => {
    const positions = [1, 2, 16, 17, 255, 256, 257, 300, 512, 513, 599, 600].map(String);
    const frontier = await world.proofs.frontierAt(org, size);
    expect(await world.proofs.inclusions(org, positions, frontier)).toEqual(
      await Promise.all(positions.map((at) => world.proofs.inclusion(org, at, size))),
    );
    const [lost] = await world.proofs.inclusions(randomUUID(), ['100'], frontier);
    expect(verifyInclusion(lost!.leaf, lost!.index, size, lost!.hashes, lost!.root)).toBe(false);
  });

  it('every earlier ledger is a prefix of every later one', async () => {
    const sizes = [1, 2, 3, 200, 255, 256, 257, 300, 511, 512, 513, 599, 600];
    for (const first of sizes)
      for (const second of sizes.filter((each) => each >= first)) {
        const proof = await world.proofs.consistency(org, first, second);
        expect([proof.firstRoot, proof.secondRoot]).toEqual([roots[first - 1], roots[second - 1]]);
        expect(verifyConsistency(first, second, proof.firstRoot, proof.secondRoot, proof.hashes)).toBe(true);
      }
  });

  it('there is none for what is not there', async () => {
    for (const position of ['0', '601', '-1', 'x', '1.5'])
      await expect(world.proofs.inclusion(org, position)).rejects.toThrow(NotInLedger);
    await expect(world.proofs.inclusion(org, '1', 601)).rejects.toThrow(NotInLedger);
    await expect(world.proofs.consistency(org, 0)).rejects.toThrow(NotInLedger);
    await expect(world.proofs.consistency(org, 5, 4)).rejects.toThrow(NotInLedger);
    await expect(world.proofs.inclusion(randomUUID(), '1')).rejects.toThrow(NotInLedger);
  });
});

describe('checkpoints', () => {
  it('are C2SP signed notes whose origin names the organisation', async () => {
    const checkpoint = await world.checkpoints.sign(org);
    const origin = originOf(keyName, org);
    const opened = openNote(checkpoint!.note, origin, [world.key.publicKey]);
    if (!opened.ok) throw new Error(opened.reason);
    expect(opened.text).toBe(`imprimatur/${org}\n600\n${roots.at(-1)!.toString('base64')}\n`);
    expect(
      checkpoint!.note.startsWith(`${opened.text}
— ${origin} `),
    ).toBe(true);
    expect(parseCheckpoint(opened.text)).toEqual({ origin, size: 600, root: roots.at(-1) });
  });

  it('are made once while nothing is added, and by the job for each organisation that grew', async () => {
    const [other, empty] = [randomUUID(), randomUUID()];
    expect(await world.checkpoints.sign(empty)).toBeNull();
    await world.checkpoints.sign(org);
    await world.ledger.append(one(other, 's'));
    expect(await world.checkpoints.signDue()).toEqual([other]);
    expect(await world.checkpoints.signDue()).toEqual([]);
    const both = await Promise.all([world.checkpoints.sign(other), world.checkpoints.sign(other)]);
    expect(both[0]).toEqual(both[1]);
    await world.ledger.append(one(other, 't'));
    await Promise.all([world.checkpoints.sign(other), world.checkpoints.sign(other)]);
    expect((await world.checkpoints.latest(other))!.size).toBe('2');
    expect((await world.checkpoints.covering(other, '1'))!.size).toBe('1');
    expect((await world.checkpoints.covering(other, '2'))!.size).toBe('2');
    expect(await world.checkpoints.covering(other, '3')).toBeNull();
  });

  it('are refused where the ledger no longer contains what was signed before', async () => {
    const other = randomUUID();
    for (const stream of ['a', 'b', 'c']) await world.ledger.append(one(other, stream));
    await world.checkpoints.sign(other);
    await world.tamper(`update ledger.event set leaf = sha256('x') where org_id = $1 and position = 2`, [other]);
    await world.ledger.append(one(other, 'd'));
    await expect(world.checkpoints.sign(other)).rejects.toThrow(InconsistentLedger);
    const thrown: unknown = await world.checkpoints.sign(other).catch((error: unknown) => error);
    expect([isInconsistent(thrown), isInconsistent(new Error('other'))]).toEqual([true, false]);
    // It does not keep the others from being signed.
    const whole = randomUUID();
    await world.ledger.append(one(whole, 'a'));
    await expect(world.checkpoints.signDue()).rejects.toMatchObject({ errors: [expect.any(InconsistentLedger)] });
    expect((await world.checkpoints.latest(whole))!.size).toBe('1');
    await world.tamper('delete from ledger.checkpoint where org_id = $1', [other]);
  });

  it('name their key as the note tools of others do', () => {
    // The example key of golang.org/x/mod/sumdb/note.
    const key = 'ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
    const publicKey = fromRaw(Buffer.from(key, 'base64').subarray(1));
    expect(verifierKey('PeterNeumann', publicKey)).toBe(`PeterNeumann+c74f20a3+${key}`);
    const note =
      "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n" +
      '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';
    expect(openNote(note, 'PeterNeumann', [publicKey])).toMatchObject({ ok: true });
    expect(openNote(note.replace('answer', 'Answer'), 'PeterNeumann', [publicKey])).toEqual({
      ok: false,
      reason: 'forged',
    });
    expect(openNote(note, 'PeterNeumann', [world.key.publicKey])).toEqual({ ok: false, reason: 'unsigned' });
    expect(openNote(note.trimEnd(), 'PeterNeumann', [publicKey])).toEqual({ ok: false, reason: 'unreadable' });
  });
});

const fromRaw = (bytes: Buffer): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') }, format: 'jwk' });

describe('a verifier of others (@sigstore/verify) [A11-17a]', () => {
  /** What it is given: the tlog-proof file, the event's exact bytes, and the installation's public key. */
  const accepts = (text: string, canonical: string, publicKey: KeyObject): boolean => {
    const proof = parseTlogProof(text)!;
    const entry = {
      canonicalizedBody: Buffer.from(canonical),
      inclusionProof: {
        logIndex: String(proof.index),
        hashes: proof.hashes,
        checkpoint: { envelope: proof.checkpoint },
      },
    } as unknown as Parameters<typeof verifyCheckpoint>[0];
    const origin = originOf(keyName, org);
    const log = {
      logID: keyId(origin, publicKey),
      publicKey,
      baseURL: origin,
      validFor: { start: new Date(0), end: new Date() },
    };
    try {
      verifyMerkleInclusion(entry, verifyCheckpoint(entry, [log]));
      return true;
    } catch {
      return false;
    }
  };

  it('accepts our proofs and refuses forged ones', async () => {
    for (const position of ['1', '256', '257', '600']) {
      const { text, checkpoint } = await world.checkpoints.tlogProof(org, position);
      const { canonical } = (await world.ledger.readBytes(org, [position]))[0]!;
      expect(text.startsWith(`c2sp.org/tlog-proof@v1\nindex ${Number(position) - 1}\n`)).toBe(true);
      expect(text.endsWith(`\n\n${checkpoint.note}`)).toBe(true);
      const { publicKey } = world.key;
      expect(accepts(text, canonical, publicKey)).toBe(true);

      expect(accepts(text, canonical.replace('ThingChanged', 'ThinGchanged'), publicKey)).toBe(false);
      expect(accepts(text.replace(/^index \d+/m, `index ${position}`), canonical, publicKey)).toBe(false);
      expect(accepts(text, canonical, generateKeyPairSync('ed25519').publicKey)).toBe(false);
      const hashes = parseTlogProof(text)!.hashes.map((hash) => hash.toString('base64'));
      for (const hash of hashes) {
        const forged = createHash('sha256').update(hash).digest('base64');
        expect(accepts(text.replace(hash, forged), canonical, publicKey)).toBe(false);
      }
      expect(accepts(text.replace(`${hashes[0]}\n`, ''), canonical, publicKey)).toBe(false);
      expect(accepts(text.replace('\n600\n', '\n599\n'), canonical, publicKey)).toBe(false);
      // Another tree under the same name, signed with another key.
      const proof = await world.proofs.inclusion(org, position);
      const thief = generateKeyPairSync('ed25519').privateKey;
      const note = signNote(
        `${originOf(keyName, org)}\n600\n${proof.root.toString('base64')}\n`,
        originOf(keyName, org),
        thief,
      );
      expect(accepts(formatTlogProof(proof, note), canonical, publicKey)).toBe(false);
    }
  });

  it('signs on demand where no checkpoint covers the event yet', async () => {
    const other = randomUUID();
    await world.ledger.append(one(other, 's'));
    const { checkpoint, proof } = await world.checkpoints.tlogProof(other, '1');
    expect(checkpoint.size).toBe('1');
    expect(proof.hashes).toEqual([]);
    await expect(world.checkpoints.tlogProof(other, '2')).rejects.toThrow(NotInLedger);
  });

  it('is given the 32 bytes of an Ed25519 key and no other', () => {
    expect(publicBytes(world.key.privateKey)).toEqual(publicBytes(world.key.publicKey));
    expect(() => publicBytes(generateKeyPairSync('x25519').publicKey)).toThrow(/Ed25519/);
  });
});
