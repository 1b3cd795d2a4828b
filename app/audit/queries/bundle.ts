import { publicBytes, verifierKey } from '#events/ledger/note.ts';
import type { Instant } from '#events/time.ts';
import type { Ports } from '#app/kit/ports.ts';
import type { CheckedCheckpoint } from '#app/audit/queries/proof.ts';
import type { TrailDocument } from '#app/audit/queries/subject.ts';

/** Events that are read and proven at a time. */
const batch = 50;

/** Instructions for a person who checks the bundle without this software. */
const howToVerify = [
  'Every hash is SHA-256, written as 64 hexadecimal digits. Every text is UTF-8. Nothing but this file is needed.',
  'Event: the leaf hash is SHA-256 of the byte 0x00 followed by the bytes of the text in "bytes", exactly as it ' +
    'stands there (RFC 6962 section 2.1). The text is canonical JSON (RFC 8785).',
  'In an event: "type" and "data" say what happened, in version "schema" of that type; "stream" and "version" ' +
    'whose record it is and its number there; "org" the organisation; "recordedAt" when, in UTC; "actor" who did it; ' +
    '"commandId" the act that it is part of. "answer", on the first event of an act, is the hash of what the act ' +
    'answered, null where that was nothing.',
  'Inclusion: "index" is the place of the leaf in the tree, from 0. Go up from the leaf hash with each hash of ' +
    '"inclusionProof" in turn; two hashes give SHA-256 of the byte 0x01, the left one and the right one. The last ' +
    'result is the root of the checkpoint (RFC 9162 section 2.1.3.2 says on which side each stands).',
  'Checkpoint: "note" is a C2SP tlog-checkpoint. Its first three lines are the origin, the number of leaves and ' +
    'the root in base64. Its signature line holds, in base64, four bytes that name the key (the first of the hash of ' +
    'the origin, a line break, the byte 0x01 and the 32 bytes of the key) and an Ed25519 signature of the text up to ' +
    'and including the line break before the empty line.',
  'Passkey: a signature with a passkey (WebAuthn) is verified with the public key of its AuthenticatorEnrolled ' +
    'event, which stands here as well, although it is not the document’s own.',
  'Key: "publicKey" must be the one that the organisation gave you through a separate channel. "spki" is the key ' +
    'as PEM; "verifierKey" is what note tools take.',
  'Compare the checkpoint with one that you saved earlier: the ledger only ever grows, and `npm run ledger -- ' +
    'verify --checkpoint FILE` shows whether the older one is a prefix of it.',
];

/**
 * The proof bundle of a trail, or of one event of it, as JSON in chunks: each event's bytes, leaf hash and inclusion
 * proof, the checkpoint, the public key, and how to verify it without this software.
 */
export async function* bundleOf(
  ports: Ports,
  about: {
    organisation: { uid: string; name: string };
    document: TrailDocument & { number: string };
    madeBy: string;
    madeAt: Instant;
    positions: readonly string[];
    checkpoint: CheckedCheckpoint;
  },
): AsyncGenerator<string> {
  const { organisation, document, madeBy, madeAt, positions, checkpoint } = about;
  const key = ports.config.verifyingKey;
  const head = {
    format: 'imprimatur/audit-bundle@1',
    howToVerify,
    organisation,
    document: {
      uid: document.uid,
      number: document.number,
      title: document.name,
      version: document.version,
      status: document.status ?? 'DISCARDED',
    },
    madeBy,
    madeAt,
    checkpoint: {
      origin: checkpoint.origin,
      size: Number(checkpoint.size),
      root: checkpoint.root.toString('hex'),
      signedAt: checkpoint.signedAt,
      note: checkpoint.note,
    },
    publicKey: {
      algorithm: 'Ed25519',
      bytes: publicBytes(key).toString('hex'),
      spki: key.export({ type: 'spki', format: 'pem' }).toString(),
      verifierKey: verifierKey(checkpoint.origin, key),
    },
    eventCount: positions.length,
  };
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "events": [`;
  let separator = '\n    ';
  for (let start = 0; start < positions.length; start += batch) {
    const events = await ports.ledger.readBytes(organisation.uid, positions.slice(start, start + batch));
    const places = events.map(({ position }) => position);
    const proofs = await ports.proofs.inclusions(organisation.uid, places, checkpoint.frontier);
    for (const [i, { position, canonical, leaf }] of events.entries()) {
      const proof = proofs[i]!;
      yield (
        separator +
        JSON.stringify({
          position: Number(position),
          index: proof.index,
          leafHash: leaf.toString('hex'),
          inclusionProof: proof.hashes.map((hash) => hash.toString('hex')),
          bytes: canonical,
        })
      );
      separator = ',\n    ';
    }
  }
  yield '\n  ]\n}\n';
}
