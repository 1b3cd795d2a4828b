import { buffer } from 'node:stream/consumers';
import type { FileOutcome } from '#app/audit/evidence/pack/stored-files.ts';
import { parts } from '#app/audit/evidence/verify/contents.ts';
import { certificatesIn } from '#app/audit/evidence/verify/pdf-signatures.ts';
import type { OrganisationStorage } from '#app/adapters/storage/port.ts';

/** Bytes read from a signed PDF's end, where the manifest and the certification signature are. */
const longestEnd = 8 * 1024 * 1024;

/** The certificates of the pack's signed PDFs, each once with its issuers (PEM, the issuers last), by their paths. */
export async function signingCertificates(
  storage: OrganisationStorage,
  { packed }: FileOutcome,
): Promise<{ path: string; pem: string }[]> {
  const found = new Map<string, string>();
  for (const { kind, objectKey, size } of packed) {
    if (kind !== 'signed') continue;
    const from = Math.max(0, size - longestEnd);
    const opened = await storage.open(objectKey, { start: from, end: size - 1 });
    if (!opened.ok) continue;
    const end = await buffer(opened.value);
    const read = (a: number, b: number) => Promise.resolve(end.subarray(a - from, b - from));
    for (const chain of await certificatesIn({ size, read }, from)) {
      const [certificate] = chain;
      if (certificate)
        found.set(parts.certificate(certificate.fingerprint), chain.map(({ der }) => pemOf(der)).join(''));
    }
  }
  return [...found].map(([path, pem]) => ({ path, pem })).sort((a, b) => (a.path < b.path ? -1 : 1));
}

const pemOf = (der: Uint8Array): string => {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
};
