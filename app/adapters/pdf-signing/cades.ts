import { createHash } from 'node:crypto';
import {
  Attribute,
  ContentInfo,
  DigestAlgorithmIdentifiers,
  EncapsulatedContentInfo,
  id_data,
  id_signedData,
  IssuerAndSerialNumber,
  SignedData,
  SignerIdentifier,
  SignerInfo,
  SignerInfos,
  type CertificateSet,
} from '@peculiar/asn1-cms';
import {
  AsnArray,
  AsnConvert,
  AsnObjectIdentifierConverter,
  AsnPropTypes,
  AsnType,
  AsnTypeTypes,
  OctetString,
} from '@peculiar/asn1-schema';
import { AlgorithmIdentifier, Certificate } from '@peculiar/asn1-x509';
import type { SigningCertificate } from '#app/adapters/pdf-signing/configured-certificate.ts';

const contentType = '1.2.840.113549.1.9.3';
const messageDigest = '1.2.840.113549.1.9.4';
const signingCertificateV2 = '1.2.840.113549.1.9.16.2.47';
const sha256 = new AlgorithmIdentifier({ algorithm: '2.16.840.1.101.3.4.2.1' });
const signatureAlgorithms = {
  rsa: new AlgorithmIdentifier({ algorithm: '1.2.840.113549.1.1.11', parameters: null }),
  ec: new AlgorithmIdentifier({ algorithm: '1.2.840.10045.4.3.2' }),
} as const;
/** SigningCertificateV2 with one ESSCertIDv2 (RFC 5035) without an algorithm, which means SHA-256, up to the digest. */
const certificateIdPrefix = Buffer.from('3026302430220420', 'hex');

/** A SET OF members that are in DER already: a certificate must keep the bytes that its issuer signed. */
class EncodedSet extends AsnArray<ArrayBuffer> {}
AsnType({ type: AsnTypeTypes.Set, itemType: AsnPropTypes.Any })(EncodedSet);

/** The bytes in an ArrayBuffer of their own, as the ASN.1 library takes them. */
const bytesOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;
const octets = (bytes: Uint8Array): ArrayBuffer => AsnConvert.serialize(new OctetString(bytesOf(bytes)));

/**
 * A detached CAdES signature (RFC 5652; ETSI EN 319 122-1, level B-B) over content with this SHA-256, as a ContentInfo
 * in DER. It has no signing-time: a PDF states the time in its signature dictionary (ETSI EN 319 142-1, 6.3).
 */
export function detachedSignature(digest: Buffer, { chain, algorithm, sign }: SigningCertificate): Buffer {
  const [der] = chain;
  if (!der) throw new Error('The chain of a signing certificate is empty');
  const { tbsCertificate } = AsnConvert.parse(der, Certificate);
  const certificateId = Buffer.concat([certificateIdPrefix, createHash('sha256').update(der).digest()]);
  // A SET OF in DER has its members in the order of their encodings (X.690, 11.6).
  const attributes = [
    { attrType: contentType, attrValues: [AsnConvert.serialize(AsnObjectIdentifierConverter.toASN(id_data))] },
    { attrType: messageDigest, attrValues: [octets(digest)] },
    { attrType: signingCertificateV2, attrValues: [bytesOf(certificateId)] },
  ]
    .map((fields) => new Attribute(fields))
    .map((attribute) => ({ attribute, encoded: AsnConvert.serialize(attribute) }))
    .sort((a, b) => Buffer.compare(Buffer.from(a.encoded), Buffer.from(b.encoded)));
  const signed = AsnConvert.serialize(new EncodedSet(attributes.map(({ encoded }) => encoded)));
  const signer = new SignerInfo({
    version: 1,
    sid: new SignerIdentifier({
      issuerAndSerialNumber: new IssuerAndSerialNumber({
        issuer: tbsCertificate.issuer,
        serialNumber: tbsCertificate.serialNumber,
      }),
    }),
    digestAlgorithm: sha256,
    signedAttrs: attributes.map(({ attribute }) => attribute),
    signatureAlgorithm: signatureAlgorithms[algorithm],
    signature: new OctetString(bytesOf(sign(Buffer.from(signed)))),
  });
  const content = new SignedData({
    version: 1,
    digestAlgorithms: new DigestAlgorithmIdentifiers([sha256]),
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: id_data }),
    certificates: new EncodedSet(chain.map(bytesOf)) as AsnArray<unknown> as CertificateSet,
    signerInfos: new SignerInfos([signer]),
  });
  const info = new ContentInfo({ contentType: id_signedData, content: AsnConvert.serialize(content) });
  return Buffer.from(AsnConvert.serialize(info));
}
