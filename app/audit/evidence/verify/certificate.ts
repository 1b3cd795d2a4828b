import { sha256 } from '@noble/hashes/sha2.js';
import { bitsOf, expected, NotDer, oidOf, open, openAll, readValue, tags, timeOf, type Value } from './der.ts';
import { hexOf, sameBytes, textOf } from './encoding.ts';

/** What is read of an X.509 certificate (RFC 5280). Times in milliseconds since 1970. */
export interface Certificate {
  der: Uint8Array;
  /** SHA-256 in hexadecimal, by which people compare certificates. */
  fingerprint: string;
  /** The common name, or whatever name it has. */
  name: string;
  issuerName: string;
  serial: Uint8Array;
  issuer: Uint8Array;
  subject: Uint8Array;
  notBefore: number;
  notAfter: number;
  publicKey: Uint8Array;
  /** Of the curve, or of the kind of key. */
  keyKind: string;
  /** What the issuer signed, how, and the signature. */
  signed: Uint8Array;
  algorithm: string;
  signature: Uint8Array;
}

const ecKey = '1.2.840.10045.2.1';

export function readCertificate(der: Uint8Array): Certificate {
  const [body, algorithm, signature] = openAll(readValue(der), tags.sequence, 3);
  const fields = open(body, tags.sequence);
  // A certificate of version 1 has no version field before its serial number.
  const at = fields[0]?.tag === 0xa0 ? 1 : 0;
  const [serial, inner, issuer, validity, subject, publicKey] = fields.slice(at);
  if (!body || !serial || !issuer || !subject || !publicKey) throw new NotDer();
  // RFC 5280, 4.1.1.2: the algorithm beside the signature is the one under it.
  if (!sameBytes(expected(inner, tags.sequence).whole, expected(algorithm, tags.sequence).whole)) throw new NotDer();
  const [from, to] = open(validity, tags.sequence);
  const [keyAlgorithm, key] = openAll(publicKey, tags.sequence, 2);
  const [kind, parameters] = open(keyAlgorithm, tags.sequence);
  bitsOf(key);
  const keyKind = oidOf(kind);
  const { whole } = readValue(der);
  return {
    der: whole,
    fingerprint: hexOf(sha256(whole)),
    name: nameOf(subject),
    issuerName: nameOf(issuer),
    serial: serial.content,
    issuer: issuer.whole,
    subject: subject.whole,
    notBefore: timeOf(from),
    notAfter: timeOf(to),
    publicKey: publicKey.whole,
    keyKind: keyKind === ecKey ? oidOf(parameters) : keyKind,
    signed: body.whole,
    algorithm: oidOf(open(algorithm, tags.sequence)[0]),
    signature: bitsOf(signature),
  };
}

const commonName = '2.5.4.3';
const bmpString = 0x1e;

/** The common name of a distinguished name, else the last of its parts. */
function nameOf(name: Value): string {
  const all = open(name, tags.sequence)
    .flatMap((set) => open(set, tags.set))
    .map((pair) => open(pair, tags.sequence));
  const [, value] = all.find(([type]) => oidOf(type) === commonName) ?? all.at(-1) ?? [];
  if (!value) return '';
  if (value.tag === bmpString) return new TextDecoder('utf-16be').decode(value.content);
  return textOf(value.content) ?? String.fromCharCode(...value.content);
}

/** The certificates from this one up to the last whose issuer is at hand. */
export function chainOf(first: Certificate, others: readonly Certificate[]): Certificate[] {
  const chain = [first];
  for (;;) {
    const last = chain.at(-1)!;
    const issuer = others.find((one) => !chain.includes(one) && sameBytes(one.subject, last.issuer));
    if (!issuer) return chain;
    chain.push(issuer);
  }
}
