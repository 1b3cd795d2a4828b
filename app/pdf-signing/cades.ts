import { createHash, X509Certificate } from 'node:crypto';
import forge from 'node-forge';
import type { Sealer } from '#app/pdf-signing/configured-certificate.ts';

const { asn1 } = forge;
const { Class, Type } = asn1;
type Node = forge.asn1.Asn1;

const oids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsa: '1.2.840.113549.1.1.11',
  ec: '1.2.840.10045.4.3.2',
} as const;

const sequence = (...of: Node[]): Node => asn1.create(Class.UNIVERSAL, Type.SEQUENCE, true, of);
const set = (...of: Node[]): Node => asn1.create(Class.UNIVERSAL, Type.SET, true, of);
const oid = (name: keyof typeof oids): Node =>
  asn1.create(Class.UNIVERSAL, Type.OID, false, asn1.oidToDer(oids[name]).getBytes());
const octets = (bytes: Buffer): Node => asn1.create(Class.UNIVERSAL, Type.OCTETSTRING, false, bytes.toString('latin1'));
const version = (number: number): Node =>
  asn1.create(Class.UNIVERSAL, Type.INTEGER, false, asn1.integerToDer(number).getBytes());
const nothing = (): Node => asn1.create(Class.UNIVERSAL, Type.NULL, false, '');
const context = (tag: number, of: Node[]): Node => asn1.create(Class.CONTEXT_SPECIFIC, tag as never, true, of);
const derOf = (node: Node): Buffer => Buffer.from(asn1.toDer(node).getBytes(), 'latin1');
/** The library's types know of `strict` alone. */
const options = { strict: true, decodeBitStrings: false };
const parsed = (der: Buffer): Node => asn1.fromDer(der.toString('latin1'), options as never);

/** A SET OF in DER has its members in the order of their encodings (X.690, 11.6). */
const ordered = (nodes: Node[]): Node[] =>
  nodes
    .map((node) => ({ node, der: derOf(node) }))
    .sort((a, b) => Buffer.compare(a.der, b.der))
    .map(({ node }) => node);

/**
 * A detached CAdES signature (RFC 5652; ETSI EN 319 122-1, level B-B) over content with this SHA-256: the certificate is bound by
 * signing-certificate-v2 (RFC 5035), and there is no signing-time, since in a PDF the signature dictionary tells it
 * (ETSI EN 319 142-1, 6.3). Answers the ContentInfo in DER.
 */
export function detachedSignature(digest: Buffer, sealer: Sealer): Buffer {
  const [certificate] = sealer.chain;
  if (!certificate) throw new Error('A seal has no certificate');
  const sha256 = sequence(oid('sha256'));
  const attributes = ordered([
    sequence(oid('contentType'), set(oid('data'))),
    sequence(oid('messageDigest'), set(octets(digest))),
    // ESSCertIDv2 without an algorithm means SHA-256.
    sequence(
      oid('signingCertificateV2'),
      set(sequence(sequence(sequence(octets(createHash('sha256').update(certificate).digest()))))),
    ),
  ]);
  const algorithm = sealer.algorithm === 'rsa' ? sequence(oid('rsa'), nothing()) : sequence(oid('ec'));
  const signerInfo = sequence(
    version(1),
    issuerAndSerialOf(certificate),
    sha256,
    context(0, attributes),
    algorithm,
    octets(sealer.sign(derOf(set(...attributes)))),
  );
  const signedData = sequence(
    version(1),
    set(sha256),
    sequence(oid('data')),
    context(0, sealer.chain.map(parsed)),
    set(signerInfo),
  );
  return derOf(sequence(oid('signedData'), context(0, [signedData])));
}

/** The issuer's name and the serial number as the certificate itself encodes them. */
function issuerAndSerialOf(certificate: Buffer): Node {
  const body = (parsed(certificate).value as Node[])[0];
  const fields = (body?.value ?? []) as Node[];
  // A certificate of version 1 has no version field before its serial number.
  const at = fields[0]?.tagClass === Class.CONTEXT_SPECIFIC ? 1 : 0;
  const [serial, , issuer] = fields.slice(at);
  if (!serial || !issuer) throw new Error(`${new X509Certificate(certificate).subject} is no certificate`);
  return sequence(issuer, serial);
}
