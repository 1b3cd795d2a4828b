import { openCheckpoint, type Checkpoint } from './checkpoint.ts';
import { parseProof, proveEvent, type ProvenEvent } from './event.ts';
import {
  aboutKey,
  aboutTime,
  keyVerdict,
  logFacts,
  shownSignatures,
  timeFacts,
  unprovenByPasskeys,
  type Found,
  type FoundOf,
  type Trusted,
} from './found.ts';
import { signersOf, underName, type Key } from './note.ts';
import { PasskeyCheck } from './passkey/passkeys.ts';
import { isRefusal } from './refusal.ts';
import { refused, type KeyVerdict, type Verdict } from './verdict.ts';

/** The verdict on a tlog-proof. It names a position in the ledger; its event must be given with it. */
export async function proofVerdict(
  { file, text }: FoundOf<'proof'>,
  all: readonly Found[],
  trusted: Trusted,
): Promise<Verdict> {
  const proof = parseProof(text);
  if (!proof) return refused(file, file, 'is not written as a tlog-proof is');
  const [name = ''] = signersOf(proof.checkpoint);
  const key = await signerOf(proof.checkpoint, name, all, trusted);
  if (!key) return unknownSigner(file, name);
  const checkpoint = (await openCheckpoint(proof.checkpoint, key))!;
  const candidates = all.flatMap((one) => (one.kind === 'event' ? [one] : []));
  for (const candidate of candidates) {
    const event = unlessRefused(() => proveEvent(candidate.file, candidate.bytes, proof, checkpoint));
    if (!event) continue;
    const fault = await faultOfSignOn(event);
    if (fault) return refused(file, candidate.file, fault);
    return provenByProof(file, candidate.file, event, checkpoint, keyVerdict(key, trusted));
  }
  const [other] = candidates;
  if (other) return refused(file, other.file, `is not the event at place No. ${proof.index + 1} of the ledger`);
  return {
    ...unknownSigner(file, name),
    heading: 'This proof needs its event',
    proven: [`The checkpoint in it is signed by the key ${key.name}.`],
    notProven: [
      `Add the event’s own file. The proof is of the exact bytes at place No. ${proof.index + 1} of the ledger, ` +
        'and does not hold them.',
    ],
    facts: logFacts(checkpoint),
    key: keyVerdict(key, trusted),
  };
}

function unlessRefused<T>(prove: () => T): T | null {
  try {
    return prove();
  } catch (thrown) {
    if (isRefusal(thrown)) return null;
    throw thrown;
  }
}

/** What is false of a signature with single sign-on. A passkey’s own key stands in another event. */
async function faultOfSignOn({ type, signature, aboutPasskeys: data }: ProvenEvent): Promise<string | null> {
  const found = data && signature?.passkey === null ? await new PasskeyCheck().next({ type, data }) : null;
  return typeof found === 'object' ? (found?.fault ?? null) : null;
}

/** The key that signed a checkpoint: a trusted one, or that of a pack or bundle given with it. */
async function signerOf(note: string, name: string, all: readonly Found[], trusted: Trusted): Promise<Key | null> {
  const brought = all.flatMap((one) =>
    one.kind === 'pack' ? [one.pack.key] : one.kind === 'bundle' ? [one.bundle.key] : [],
  );
  for (const known of [...trusted, ...brought]) {
    const key = underName(known, name);
    if (await openCheckpoint(note, key)) return key;
  }
  return null;
}

const unknownSigner = (file: string, name: string): Verdict => ({
  file,
  outcome: 'unproven',
  heading: 'Nothing is proven: the key is not known here',
  proven: [],
  notProven: [
    `The checkpoint says that ${name || 'nobody'} signed it, but no key that is known here did. ` +
      'A proof does not hold the key: verify it where the organisation’s key is known, or add an evidence pack.',
  ],
  facts: [],
  key: null,
  sealed: null,
  signatures: [],
});

const provenByProof = (
  file: string,
  eventFile: string,
  event: ProvenEvent,
  checkpoint: Checkpoint,
  key: KeyVerdict,
): Verdict => ({
  file,
  outcome: 'holds',
  heading: 'This proof holds',
  proven: [`${eventFile} stands at place No. ${event.position} of the ledger, with exactly these bytes.`],
  notProven: [aboutKey, aboutTime([event]), ...unprovenByPasskeys([event])],
  facts: [...timeFacts([event]), ...logFacts(checkpoint)],
  key,
  sealed: null,
  signatures: shownSignatures([event], () => null),
});

/** The verdict on an event, which a proof given with it must prove. */
export async function eventVerdict(one: FoundOf<'event'>, all: readonly Found[], trusted: Trusted): Promise<Verdict> {
  const proofs = all.flatMap((other) => (other.kind === 'proof' ? [other] : []));
  for (const proof of proofs) {
    const verdict = await proofVerdict(proof, [one, ...all.filter(({ kind }) => kind !== 'event')], trusted);
    if (verdict.outcome === 'holds')
      return { ...verdict, file: one.file, heading: `This event is proven by ${proof.file}` };
  }
  const lacking = 'Add its proof (the file with the same number that ends in .tlog-proof).';
  return {
    ...unknownSigner(one.file, ''),
    heading: 'An event by itself proves nothing',
    notProven: [proofs.length === 0 ? lacking : 'None of the proofs that you added proves it: see the result of each.'],
  };
}
