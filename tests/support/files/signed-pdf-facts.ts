import { issueAuthority, issueOrganisationCertificate } from '#app/adapters/pdf-signing/issue-certificate.ts';
import { privateKeyFrom, signingCertificateOf } from '#app/adapters/pdf-signing/configured-certificate.ts';
import type { SignedPdfRequest } from '#app/adapters/pdf/signed-pdf.ts';
import type { ManifestSignature } from '#app/adapters/pdf/manifest-facts.ts';

export const signature = (name: string, more: Partial<ManifestSignature> = {}): ManifestSignature => ({
  signedName: name,
  printedName: name,
  role: 'Author',
  meaning: 'I approve this document',
  reason: '',
  checked: null,
  comparison: null,
  signedAt: '2026-02-16T10:02:18.000Z',
  signer: '0f8fad5b-d9cb-469f-a165-70867728950e',
  position: '18266',
  passkey: null,
  ...more,
});

/** The facts of the design's mock-up, with names of several scripts. */
export const facts = (more: Partial<SignedPdfRequest['facts']> = {}): SignedPdfRequest['facts'] => ({
  organisation: 'Northmere Diagnostics',
  document: { number: 'SOP - QA - 017', title: 'Batch Record Review', version: '2.1' },
  effective: '04 Mar 2026',
  signatures: [
    signature('Ines Okafor'),
    signature('Łukasz Wiśniewski', { signedAt: '2026-02-17T08:41:33.000Z', position: '18301' }),
    signature('山田 太郎', { signedAt: '2026-02-19T15:02:10.000Z', position: '18397' }),
    signature('Priya Raman', { reason: 'Checked against the batch record of the pilot run', position: '18398' }),
  ],
  acts: [
    {
      sentence: 'Priya Raman gave final approval, effective 04 Mar 2026.',
      at: '2026-02-19T16:20:44.000Z',
      position: '18402',
    },
  ],
  verifyUrl: 'https://imprimatur.example.com/verify/9a16cd11ffcc88c974ceefc07e27d1dc8a17f8dbe45cf378a9b228748bfb5cc7',
  madeAt: '2026-02-19T16:20:44.000Z',
  ...more,
});

/** A certificate issued by an authority of its own at the time of the facts. */
export async function ownCertificate(
  organisation = 'Northmere Diagnostics',
): Promise<SignedPdfRequest['certification']> {
  const at = '2026-02-19T16:20:45.000Z';
  const authority = await issueAuthority(at);
  const { certificate, privateKey } = await issueOrganisationCertificate(organisation, authority, at);
  return { certificate: signingCertificateOf(privateKeyFrom(privateKey), [certificate, authority.certificate]), at };
}
