import 'reflect-metadata';
import { randomBytes, webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { instantOf, type Instant } from '#events/time.ts';

/** A certificate (DER) and its private key (PKCS#8, DER). */
export interface Issued {
  certificate: Buffer;
  privateKey: Buffer;
  expiresAt: Instant;
}

const curve = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const signing = { ...curve, hash: 'SHA-256' } as const;
const year = 365.25 * 86_400_000;
const years = { authority: 30, organisation: 10 } as const;
const { KeyUsageFlags } = x509;

/** Positive, not guessable, at most 20 octets (RFC 5280, 4.1.2.2). */
const serialNumber = (): string => {
  const bytes = randomBytes(16);
  bytes.writeUInt8((bytes.readUInt8(0) & 0x7f) | 0x40, 0);
  return bytes.toString('hex');
};

/** A certificate holds whole seconds. */
const wholeSeconds = (moment: number): Date => new Date(Math.floor(moment / 1000) * 1000);

/** The installation's authority: self-signed, issues only organisation certificates. */
export async function issueAuthority(now: Instant): Promise<Issued> {
  const keys = await webcrypto.subtle.generateKey(curve, true, ['sign', 'verify']);
  const notAfter = wholeSeconds(Date.parse(now) + years.authority * year);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: [{ O: ['Imprimatur'] }, { CN: [`Imprimatur installation ${randomBytes(4).toString('hex')}`] }],
    notBefore: wholeSeconds(Date.parse(now)),
    notAfter,
    signingAlgorithm: signing,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return issued(certificate, keys.privateKey, notAfter);
}

/** An organisation's signing certificate, issued by the authority. */
export async function issueOrganisationCertificate(
  organisation: string,
  authority: Pick<Issued, 'certificate' | 'privateKey'>,
  now: Instant,
): Promise<Issued> {
  const keys = await webcrypto.subtle.generateKey(curve, true, ['sign', 'verify']);
  const issuer = new x509.X509Certificate(new Uint8Array(authority.certificate));
  const signingKey = await webcrypto.subtle.importKey('pkcs8', authority.privateKey, curve, false, ['sign']);
  const notAfter = new Date(
    Math.min(wholeSeconds(Date.parse(now) + years.organisation * year).getTime(), issuer.notAfter.getTime()),
  );
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: [{ O: [organisation] }, { CN: [organisation.slice(0, 64)] }],
    issuer: issuer.subjectName,
    notBefore: wholeSeconds(Date.parse(now)),
    notAfter,
    signingAlgorithm: signing,
    publicKey: keys.publicKey,
    signingKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  });
  return issued(certificate, keys.privateKey, notAfter);
}

const issued = async (
  certificate: x509.X509Certificate,
  key: webcrypto.CryptoKey,
  notAfter: Date,
): Promise<Issued> => ({
  certificate: Buffer.from(certificate.rawData),
  privateKey: Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key)),
  expiresAt: instantOf(notAfter),
});
