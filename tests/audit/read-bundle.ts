import { bundleOf } from '#app/audit/queries/bundle.ts';
import { coverUpTo } from '#app/audit/queries/proof.ts';
import type { TrailDocument } from '#app/audit/queries/subject.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';
import type { Bundle } from './bundle-verifier.ts';
import type { Setup } from '#tests/support/scenario-setup.ts';

/** The proof bundle of a whole trail, as a person downloads it. */
export async function readBundle(
  { services, ours }: Pick<Setup, 'services' | 'ours'>,
  { document, positions, last }: { document: TrailDocument; positions: readonly string[]; last: string },
): Promise<Bundle> {
  const { org } = ours.world;
  const checkpoint = await coverUpTo(services, org, last);
  const chunks: string[] = [];
  for await (const chunk of bundleOf(services, {
    organisation: { uid: org, name: 'Northmere Diagnostics' },
    document: { ...document, number: documentNumber(document) },
    madeBy: 'Tomasz Wieczorek',
    madeAt: '2026-03-12T14:05:00.000Z',
    positions,
    checkpoint: checkpoint!,
  }))
    chunks.push(chunk);
  return JSON.parse(chunks.join('')) as Bundle;
}
