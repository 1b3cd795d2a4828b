import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { chainOf, readCertificate, type Certificate } from './certificate.ts';
import { expected, NotDer, oidOf, open, openAll, partsOf, readValue, tags, timeOf, type Value } from './der.ts';
import { joined, sameBytes } from './encoding.ts';

/** A detached signature (RFC 5652), not yet checked. */
export interface Detached {
  /** The hash algorithm of the content. */
  hash: 'sha256' | 'sha384' | 'sha512';
  /** The hash of the content that was signed. */
  digest: Uint8Array;
  /** The signed bytes. */
  signed: Uint8Array;
  algorithm: string;
  signature: Uint8Array;
  /** The signer's certificate, then its issuers as far as they are included. */
  chain: Certificate[];
  /** Whether certificates other than the signer's are included. */
  accompanied: boolean;
  /** Whether the signature covers the certificate (RFC 5035), so that it cannot be replaced. */
  bound: boolean;
  /** Milliseconds since 1970; null when the signature has no signing-time. */
  signedAt: number | null;
}

const oids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
} as const;

const hashes: Record<string, Detached['hash']> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};
const hashOf = { sha256, sha384, sha512 } as const;

/** Reads a signature with one signer, as PDFs have it. Throws `NotDer` when it is malformed. */
export function readDetached(der: Uint8Array): Detached {
  const [type, wrapped] = openAll(readValue(der), tags.sequence, 2);
  if (oidOf(type) !== oids.signedData) throw new NotDer();
  const [signedData] = openAll(wrapped, 0xa0, 1);
  // Revocation lists are not checked.
  const fields = open(signedData, tags.sequence).filter(({ tag }) => tag !== 0xa1);
  const [version, digestAlgorithms, content, certificateSet, signers, ...more] = fields;
  const certificates = partsOf(expected(certificateSet, 0xa0)).map(({ whole }) => readCertificate(whole));
  const [signer] = openAll(signers, tags.set, 1);
  // Unsigned attributes, such as a time stamp, follow the signature.
  const [itsVersion, identity, digestAlgorithm, attributes, algorithm, signature] = open(signer, tags.sequence);
  const [issuer, serial] = openAll(identity, tags.sequence, 2);
  const number = expected(serial, tags.integer).content;
  const certificate = certificates.find(
    (one) => sameBytes(one.issuer, issuer?.whole ?? none) && sameBytes(one.serial, number),
  );
  const hash = hashes[oidOf(open(digestAlgorithm, tags.sequence)[0])];
  if (!certificate || !hash || more.length > 0) throw new NotDer();
  const [contentType] = openAll(content, tags.sequence, 1);
  // RFC 5652, 5.1 and 5.3: version 1 for plain data and a signer named by issuer and serial number.
  const isPlain = oidOf(contentType) === oids.data && isOne(version) && isOne(itsVersion);
  const algorithms = open(digestAlgorithms, tags.set);
  if (!isPlain || !algorithms.some(({ whole }) => sameBytes(whole, digestAlgorithm!.whole))) throw new NotDer();
  const known = attributesOf(expected(attributes, 0xa0));
  const signingTime = known.get(oids.signingTime);
  return {
    hash,
    digest: expected(known.get(oids.messageDigest), tags.octets).content,
    // RFC 5652, 5.4: the attributes are signed with the tag of a SET OF.
    signed: joined(Uint8Array.of(tags.set), expected(attributes, 0xa0).whole.subarray(1)),
    algorithm: oidOf(open(algorithm, tags.sequence)[0]),
    signature: expected(signature, tags.octets).content,
    chain: chainOf(certificate, certificates),
    accompanied: certificates.length > 1,
    bound: isBound(known.get(oids.signingCertificateV2), certificate),
    signedAt: signingTime ? timeOf(signingTime) : null,
  };
}

const none = new Uint8Array(0);
const isOne = (value: Value | undefined) => sameBytes(expected(value, tags.integer).content, Uint8Array.of(1));

/** Each attribute's single value, by its type. */
const attributesOf = (set: Value): Map<string, Value> =>
  new Map(
    partsOf(set).map((attribute) => {
      const [type, values] = open(attribute, tags.sequence);
      const [value] = open(values, tags.set);
      if (!value) throw new NotDer();
      return [oidOf(type), value];
    }),
  );

/** Throws when the attribute names another certificate. */
function isBound(attribute: Value | undefined, { der }: Certificate): boolean {
  if (!attribute) return false;
  const [first] = open(open(attribute, tags.sequence)[0], tags.sequence);
  const parts = open(first, tags.sequence);
  const named = parts[0]?.tag === tags.sequence ? hashes[oidOf(partsOf(parts[0])[0])] : 'sha256';
  const value = parts.find(({ tag }) => tag === tags.octets);
  if (!named || !value || !sameBytes(value.content, hashOf[named](der))) throw new NotDer();
  return true;
}
