import { openCheckpoint, type Checkpoint } from './checkpoint.ts';
import { fromHex, hexOf, utf8 } from './encoding.ts';
import { proveEvent, type ProvenEvent } from './event.ts';
import { parseKey, type Key } from './note.ts';
import { checkSignatures } from './passkey/signatures.ts';
import { need, Refusal } from './refusal.ts';

/** An audit bundle of which all holds. */
export interface ProvenBundle {
  key: Key;
  checkpoint: Checkpoint;
  events: ProvenEvent[];
  title: string;
  organisation: string;
}

interface BundledEvent {
  position: number;
  index: number;
  leafHash: string;
  inclusionProof: string[];
  bytes: string;
}

const format = 'imprimatur/audit-bundle@1';

/** Whether a text is the bundle of an audit trail (`imprimatur/audit-bundle@1`). */
export const isBundle = (text: string): boolean => text.slice(0, 200).includes(format);

/** Verifies an audit bundle: its checkpoint is signed and covers each event. Throws a `Refusal` at the first fault. */
export async function verifyBundle(file: string, text: string): Promise<ProvenBundle> {
  const bundle = parse(text);
  const key = need(parseKey(bundle?.publicKey?.verifierKey ?? ''), file, 'holds no public key');
  const note = bundle?.checkpoint?.note ?? '';
  const checkpoint = need(await openCheckpoint(note, key), file, 'holds a checkpoint that its key did not sign');
  const { size, root } = bundle?.checkpoint ?? {};
  if (size !== checkpoint.size || root !== hexOf(checkpoint.root))
    throw new Refusal(file, 'says something else of its checkpoint than what was signed');
  const nameOf = (position: number): string => `${file}, event No. ${position},`;
  const listed = bundle?.events ?? [];
  if (listed.length === 0 || listed.length !== bundle?.eventCount)
    throw new Refusal(file, 'does not hold as many events as it says');
  const events = listed.map((event) => {
    const hashes = event.inclusionProof.map(fromHex);
    if (event.index !== event.position - 1 || !hashes.every((hash) => hash?.length === 32))
      throw new Refusal(file, `holds no proof of event No. ${event.position}`);
    const proof = { index: event.index, hashes: hashes as Uint8Array[] };
    return proveEvent(nameOf(event.position), utf8(event.bytes), proof, checkpoint);
  });
  const foreign = events.find(({ organisation }) => !checkpoint.origin.endsWith(`/${organisation}`));
  if (foreign) throw new Refusal(file, `holds an event of another organisation: No. ${foreign.position}`);
  await checkSignatures(events, nameOf);
  return {
    key,
    checkpoint,
    events,
    title: bundle.document?.title ?? '',
    organisation: bundle.organisation?.name ?? '',
  };
}

interface Bundle {
  organisation?: { name?: string };
  document?: { title?: string };
  eventCount?: number;
  checkpoint?: { note?: string; size?: number; root?: string };
  publicKey?: { verifierKey?: string };
  events?: BundledEvent[];
}

function parse(text: string): Bundle | null {
  try {
    const value = JSON.parse(text) as Bundle;
    const events = (value.events ?? []).every(
      ({ position, index, inclusionProof, bytes }) =>
        Number.isSafeInteger(position) &&
        Number.isSafeInteger(index) &&
        Array.isArray(inclusionProof) &&
        inclusionProof.every((hash) => typeof hash === 'string') &&
        typeof bytes === 'string',
    );
    const texts = [
      value.checkpoint?.note,
      value.publicKey?.verifierKey,
      value.document?.title,
      value.organisation?.name,
    ];
    return events && texts.every((one) => one === undefined || typeof one === 'string') ? value : null;
  } catch {
    return null;
  }
}
