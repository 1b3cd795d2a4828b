import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import type { Certificate } from './certificate.ts';
import { readDetached, type Detached } from './cms.ts';
import { isNotDer, readValue } from './der.ts';
import { fromHex, sameBytes } from './encoding.ts';
import { isMadeBy } from './public-key.ts';
import type { Bytes } from './zip.ts';

/** A digital signature in a PDF (ISO 32000-1, 12.8). */
export interface PdfSignature {
  /** `holds`: these bytes were signed with this certificate. `unknown`: this program cannot check it. */
  outcome: 'holds' | 'broken' | 'unknown';
  /** Why it does not hold, continuing after 'it'; empty when it holds. */
  reason: string;
  /** How many bytes from the start it covers: the whole file when nothing was added since. */
  covers: number;
  /** ISO 8601 in UTC, by the signer's clock; null when not stated. */
  signedAt: string | null;
  /** The certificate and the issuers included with it; empty when unreadable. */
  chain: readonly Certificate[];
}

const hashOf = { sha256, sha384, sha512 } as const;
const piece = 1024 * 1024;
const longestSignature = 1024 * 1024;
/** A limit, since each signature is checked over everything before it. */
const mostSignatures = 100;
/** A signature's dictionary takes a few hundred bytes in addition to the signature itself. */
const longestDictionary = 16 * 1024;
const rangeWords = /\/ByteRange\s*\[\s*(\d{1,12})\s+(\d{1,12})\s+(\d{1,12})\s+(\d{1,12})\s*\]/g;

/** How the product begins a file that it attaches unchanged: the signatures in it are that file's own. */
const attachedWords =
  /\/Type \/EmbeddedFile \/Subtype \/application#2Fpdf \/Length (\d{1,12}) \/Params << \/Size \1 >> >>\nstream\n/;

type Range = readonly [number, number, number, number];

/** The signatures of a PDF, oldest first, each checked over the bytes that it covers. */
export async function readPdfSignatures(file: Bytes): Promise<PdfSignature[]> {
  const ranges = await rangesOf(file);
  if (ranges.length > mostSignatures) {
    const reason = `bears more than ${mostSignatures} seals, which no document does`;
    return [{ outcome: 'broken', reason, covers: file.size, signedAt: null, chain: [] }];
  }
  const signatures: PdfSignature[] = [];
  for (const { at, range } of ranges) signatures.push(await check(file, at, range));
  return signatures.sort((a, b) => a.covers - b.covers);
}

/** The unchecked certificates of the signatures after this many bytes, each with its issuers. */
export async function certificatesIn(file: Bytes, from: number): Promise<(readonly Certificate[])[]> {
  const chains: (readonly Certificate[])[] = [];
  for (const { range } of await rangesOf(file, from)) {
    try {
      const whole = await signatureIn(file, range);
      if (whole) chains.push(readDetached(whole).chain);
    } catch (thrown) {
      if (!isNotDer(thrown)) throw thrown;
    }
  }
  return chains;
}

const latin = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

/** The byte ranges of the signatures, at most one more than `mostSignatures`. */
async function rangesOf(file: Bytes, start = 0): Promise<{ at: number; range: Range }[]> {
  const found = new Map<number, Range>();
  const overlap = 256;
  for (let from = start, next = start; from < file.size && found.size <= mostSignatures; from = next) {
    const read = latin(await file.read(from, Math.min(from + piece + overlap, file.size)));
    const attached = attachedWords.exec(read);
    const begins = attached ? attached.index + attached[0].length : read.length;
    next = attached ? from + begins + Number(attached[1]) : from + piece;
    const text = read.slice(0, begins);
    for (const match of text.matchAll(rangeWords)) {
      const [a, b, c, d] = match.slice(1).map(Number);
      found.set(from + match.index, [a!, b!, c!, d!]);
      if (found.size > mostSignatures) break;
    }
  }
  return Array.from(found, ([at, range]) => ({ at, range }));
}

async function check(file: Bytes, at: number, range: Range): Promise<PdfSignature> {
  const [start, , after, rest] = range;
  const covers = after + rest;
  const unread = { covers, signedAt: null, chain: [] };
  const malformed = { ...unread, outcome: 'broken', reason: 'is not written as a seal is' } as const;
  try {
    const whole = start === 0 && at < covers ? await signatureIn(file, range) : null;
    if (!whole) return malformed;
    const detached = readDetached(whole);
    const time = detached.signedAt ?? (await timeIn(file, at, range));
    const signedAt = time === null ? null : new Date(time).toISOString();
    const verdict = await verify(detached, time, await digestOf(file, range, detached.hash));
    return { ...unread, ...verdict, signedAt, chain: detached.chain };
  } catch (thrown) {
    if (isNotDer(thrown)) return malformed;
    throw thrown;
  }
}

/** The signature in the gap of a range, in DER; null when there is none. */
async function signatureIn(file: Bytes, [, length, after, rest]: Range): Promise<Uint8Array | null> {
  const gap = after - length;
  if (gap < 2 || gap > longestSignature || after + rest > file.size) return null;
  const hex = latin(await file.read(length, after));
  const der = /^<[0-9A-Fa-f]*>$/.test(hex) ? fromHex(hex.slice(1, -1).toLowerCase()) : null;
  if (!der) return null;
  const { whole } = readValue(der);
  // Unused room may only hold zeros.
  return der.subarray(whole.length).some((byte) => byte !== 0) ? null : whole;
}

async function verify(
  detached: Detached,
  time: number | null,
  digest: Uint8Array,
): Promise<Pick<PdfSignature, 'outcome' | 'reason'>> {
  const broken = (reason: string) => ({ outcome: 'broken', reason }) as const;
  const unknown = (reason: string) => ({ outcome: 'unknown', reason }) as const;
  const { chain } = detached;
  const [certificate] = chain;
  if (!certificate) return broken('holds no certificate');
  if (!sameBytes(digest, detached.digest)) return broken('was changed after it was sealed');
  const answers = [await isMadeBy(certificate, detached)];
  for (const [index, issuer] of chain.slice(1).entries()) answers.push(await isMadeBy(issuer, chain[index]!));
  if (answers[0] === false) return broken('bears a signature that its certificate did not make');
  // A complete chain ends with a self-signed certificate, whose own signature must hold too.
  const last = chain.at(-1)!;
  const isComplete = sameBytes(last.subject, last.issuer);
  if (isComplete) answers.push((await isMadeBy(last, last)) !== false);
  if (answers.includes(false)) return broken('bears a certificate that the issuer it names did not issue');
  if (answers.includes(null)) return unknown('is sealed in a way that this program cannot check here');
  if (detached.accompanied && !isComplete)
    return unknown('bears certificates without their root certificate, so that they cannot be checked');
  if (time !== null && (time < certificate.notBefore || time > certificate.notAfter))
    return broken('was sealed at a time at which its certificate was not valid');
  return { outcome: 'holds', reason: '' };
}

/** The hash of the file without the gap that holds the signature. */
async function digestOf(file: Bytes, [, length, after, rest]: Range, hash: Detached['hash']): Promise<Uint8Array> {
  const running = hashOf[hash].create();
  const parts = [
    [0, length],
    [after, after + rest],
  ] as const;
  for (const [from, to] of parts)
    for (let at = from; at < to; at += piece) running.update(await file.read(at, Math.min(at + piece, to)));
  return running.digest();
}

/** The time in the signature's dictionary (`/M`), which the signature covers. */
async function timeIn(file: Bytes, at: number, [, length, after, rest]: Range): Promise<number | null> {
  const first = Math.min(at, length);
  const before = latin(await file.read(Math.max(0, first - longestDictionary), length));
  const behind = latin(await file.read(after, Math.min(after + longestDictionary, after + rest)));
  const end = Math.max(0, behind.indexOf('endobj'));
  const dictionary = before.slice(before.lastIndexOf(' obj')) + behind.slice(0, end);
  const match = /\/M\s*\(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:Z|([+-])(\d\d)'?(\d\d)?'?)?/.exec(dictionary);
  if (!match) return null;
  const [, year, month, day, hour, minute, second, sign, zoneHour = '00', zoneMinute = '00'] = match;
  const zone = sign ? `${sign}${zoneHour}:${zoneMinute}` : 'Z';
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
  return Number.isNaN(time) ? null : time;
}
