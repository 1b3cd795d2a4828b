import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import type { Certificate } from './certificate.ts';
import { readDetached, type Detached } from './cms.ts';
import { isNotDer, readValue } from './der.ts';
import { fromHex, sameBytes } from './encoding.ts';
import { isMadeBy } from './public-key.ts';
import type { Bytes } from './zip.ts';

/** A digital signature in a PDF (ISO 32000-1, 12.8), as it was found. */
export interface Seal {
  /** `holds`: the bytes are those that were sealed, by this certificate. `unknown`: it cannot be told here. */
  outcome: 'holds' | 'broken' | 'unknown';
  /** Why it does not hold; goes on after 'it'. Empty where it does. */
  reason: string;
  /** So many bytes from the beginning are under it: the whole file where nothing was added since. */
  covers: number;
  /** ISO 8601 in UTC; null where it does not tell. By the clock of whoever sealed it. */
  signedAt: string | null;
  /** The certificate and its issuers as far as they are in it; empty where it cannot be read. */
  chain: readonly Certificate[];
}

const hashOf = { sha256, sha384, sha512 } as const;
const piece = 1024 * 1024;
const longestSignature = 1024 * 1024;
/** Nobody signs a document so often, and each is checked over everything before it: a file made of them would never be done. */
const mostSeals = 100;
/** A signature's dictionary is a few hundred bytes beside the signature itself. */
const longestDictionary = 16 * 1024;
const rangeWords = /\/ByteRange\s*\[\s*(\d{1,12})\s+(\d{1,12})\s+(\d{1,12})\s+(\d{1,12})\s*\]/g;

type Range = readonly [number, number, number, number];

/** Every seal of a PDF, oldest first, each checked over the bytes that it covers. */
export async function sealsOf(file: Bytes): Promise<Seal[]> {
  const ranges = await rangesOf(file);
  if (ranges.length > mostSeals) {
    const reason = `bears more than ${mostSeals} seals, which no document does`;
    return [{ outcome: 'broken', reason, covers: file.size, signedAt: null, chain: [] }];
  }
  const seals: Seal[] = [];
  for (const { at, range } of ranges) seals.push(await check(file, at, range));
  return seals.sort((a, b) => a.covers - b.covers);
}

/** The certificates of the seals that stand behind this many bytes, each with its issuers. What they sealed is not looked at. */
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

/** Where a seal says what it covers; of more than `mostSeals` only that they are more. */
async function rangesOf(file: Bytes, start = 0): Promise<{ at: number; range: Range }[]> {
  const found = new Map<number, Range>();
  const overlap = 256;
  for (let from = start; from < file.size && found.size <= mostSeals; from += piece) {
    const text = latin(await file.read(from, Math.min(from + piece + overlap, file.size)));
    for (const match of text.matchAll(rangeWords)) {
      const [a, b, c, d] = match.slice(1).map(Number);
      found.set(from + match.index, [a!, b!, c!, d!]);
      if (found.size > mostSeals) break;
    }
  }
  return Array.from(found, ([at, range]) => ({ at, range }));
}

async function check(file: Bytes, at: number, range: Range): Promise<Seal> {
  const [start, , after, rest] = range;
  const covers = after + rest;
  const seal = { covers, signedAt: null, chain: [] };
  const oddly = { ...seal, outcome: 'broken', reason: 'is not written as a seal is' } as const;
  try {
    const whole = start === 0 && at < covers ? await signatureIn(file, range) : null;
    if (!whole) return oddly;
    const detached = readDetached(whole);
    const told = detached.signedAt ?? (await timeIn(file, at, range));
    const signedAt = told === null ? null : new Date(told).toISOString();
    const verdict = await judged(detached, told, await digestOf(file, range, detached.hash));
    return { ...seal, ...verdict, signedAt, chain: detached.chain };
  } catch (thrown) {
    if (isNotDer(thrown)) return oddly;
    throw thrown;
  }
}

/** The signature that stands in the gap of a range, in DER; null where none does. */
async function signatureIn(file: Bytes, [, length, after, rest]: Range): Promise<Uint8Array | null> {
  const gap = after - length;
  if (gap < 2 || gap > longestSignature || after + rest > file.size) return null;
  const hex = latin(await file.read(length, after));
  const der = /^<[0-9A-Fa-f]*>$/.test(hex) ? fromHex(hex.slice(1, -1).toLowerCase()) : null;
  if (!der) return null;
  const { whole } = readValue(der);
  // Room that was left over is filled with zeros, and with nothing else.
  return der.subarray(whole.length).some((byte) => byte !== 0) ? null : whole;
}

async function judged(
  detached: Detached,
  time: number | null,
  digest: Uint8Array,
): Promise<Pick<Seal, 'outcome' | 'reason'>> {
  const broken = (reason: string) => ({ outcome: 'broken', reason }) as const;
  const unknown = (reason: string) => ({ outcome: 'unknown', reason }) as const;
  const { chain } = detached;
  const [certificate] = chain;
  if (!certificate) return broken('holds no certificate');
  if (!sameBytes(digest, detached.digest)) return broken('was changed after it was sealed');
  const answers = [await isMadeBy(certificate, detached)];
  for (const [index, issuer] of chain.slice(1).entries()) answers.push(await isMadeBy(issuer, chain[index]!));
  if (answers[0] === false) return broken('bears a signature that its certificate did not make');
  // The last of the issuers issued itself, and its own signature keeps it whole.
  const last = chain.at(-1)!;
  const isComplete = sameBytes(last.subject, last.issuer);
  if (isComplete) answers.push((await isMadeBy(last, last)) !== false);
  if (answers.includes(false)) return broken('bears a certificate that the issuer it names did not issue');
  if (answers.includes(null)) return unknown('is sealed in a way that this program cannot check here');
  if (detached.accompanied && !isComplete)
    return unknown('bears certificates without the one at their head, so that nothing tells whether they are whole');
  if (time !== null && (time < certificate.notBefore || time > certificate.notAfter))
    return broken('was sealed at a time at which its certificate was not valid');
  return { outcome: 'holds', reason: '' };
}

/** Of the file but its gap, in which the signature itself stands. */
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

/** What the signature's dictionary says of its time (`/M`), which is under the seal like all that is beside the gap. */
async function timeIn(file: Bytes, at: number, [, length, after, rest]: Range): Promise<number | null> {
  const first = Math.min(at, length);
  const before = latin(await file.read(Math.max(0, first - longestDictionary), length));
  const behind = latin(await file.read(after, Math.min(after + longestDictionary, after + rest)));
  const dictionary = `${before.slice(before.lastIndexOf(' obj'))}${behind.slice(0, Math.max(0, behind.indexOf('endobj')))}`;
  const match = /\/M\s*\(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:Z|([+-])(\d\d)'?(\d\d)?'?)?/.exec(dictionary);
  if (!match) return null;
  const [, year, month, day, hour, minute, second, sign, zoneHour = '00', zoneMinute = '00'] = match;
  const zone = sign ? `${sign}${zoneHour}:${zoneMinute}` : 'Z';
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
  return Number.isNaN(time) ? null : time;
}
