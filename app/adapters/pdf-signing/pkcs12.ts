import { X509Certificate } from 'node:crypto';
import forge from 'node-forge';
import { instantOf, isAfter, type Instant } from '#events/time.ts';
import {
  privateKeyFrom,
  signingCertificateOf,
  type SigningCertificate,
} from '#app/adapters/pdf-signing/configured-certificate.ts';

/** Why a PKCS#12 file cannot be used; the message continues after the setting's name. */
export class UnfitPkcs12 extends Error {
  readonly code = 'unfit_pkcs12';
}

type Bag = forge.pkcs12.Bag & { asn1?: forge.asn1.Asn1 };

const { oids } = forge.pki;

/**
 * Reads the key (RSA or EC) and certificates of a PKCS#12 file (RFC 7292). Throws `UnfitPkcs12` when it does not open,
 * holds no key with its certificate, or the certificate is an authority's or not valid at `now`.
 */
export function readPkcs12(bytes: Buffer, passphrase: string, now: Instant): SigningCertificate {
  const file = opened(bytes, passphrase);
  const bagsOf = (type: string | undefined): Bag[] => (type ? (file.getBags({ bagType: type })[type] ?? []) : []);
  const keys = [...bagsOf(oids.pkcs8ShroudedKeyBag), ...bagsOf(oids.keyBag)].flatMap(keyOf);
  const certificates = bagsOf(oids.certBag).flatMap(certificateOf);
  for (const key of keys) {
    const own = certificates.find((certificate) => certificate.checkPrivateKey(key));
    if (!own) continue;
    if (!isAfter(instantOf(own.validTo), now)) throw new UnfitPkcs12('holds a certificate that has expired.');
    if (isAfter(instantOf(own.validFrom), now)) throw new UnfitPkcs12('holds a certificate that is not valid yet.');
    if (own.ca) throw new UnfitPkcs12('holds the certificate of an authority, which must not sign documents.');
    const above = chainAbove(own, certificates);
    return signingCertificateOf(key, [own.raw, ...above.map(({ raw }) => raw)]);
  }
  throw new UnfitPkcs12('holds no RSA or EC key together with its certificate.');
}

function opened(bytes: Buffer, passphrase: string): forge.pkcs12.Pkcs12Pfx {
  try {
    return forge.pkcs12.pkcs12FromAsn1(forge.asn1.fromDer(bytes.toString('latin1')), false, passphrase);
  } catch {
    throw new UnfitPkcs12('is not a PKCS#12 file that SEAL_PKCS12_PASSPHRASE opens.');
  }
}

const derOf = (node: forge.asn1.Asn1): Buffer => Buffer.from(forge.asn1.toDer(node).getBytes(), 'latin1');

/** node-forge decodes only RSA keys; it returns other keys as ASN.1. */
function keyOf({ key, asn1 }: Bag) {
  const info = key ? forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(key)) : asn1;
  if (!info) return [];
  const found = privateKeyFrom(derOf(info));
  return found.asymmetricKeyType === 'rsa' || found.asymmetricKeyType === 'ec' ? [found] : [];
}

function certificateOf({ cert, asn1 }: Bag): X509Certificate[] {
  const node = cert ? forge.pki.certificateToAsn1(cert) : asn1;
  return node ? [new X509Certificate(derOf(node))] : [];
}

function chainAbove(own: X509Certificate, known: readonly X509Certificate[]): X509Certificate[] {
  const chain: X509Certificate[] = [];
  for (let below = own; chain.length < known.length;) {
    const issuer = known.find((one) => one !== below && !chain.includes(one) && below.checkIssued(one));
    if (!issuer) break;
    chain.push(issuer);
    below = issuer;
  }
  return chain;
}
