import { expect, it } from 'vitest';
import { documentEvents, manifestFacts } from '#app/approvals/jobs/manifest-facts.ts';
import { enqueue } from '#app/notifications/jobs/reactions.ts';
import { drawManifest } from '#app/adapters/pdf/manifest.ts';
import { organisation, sop } from '#tests/support/organisation.ts';
import { readPdf } from '#tests/support/files/pdf-text.ts';

it('by job: the pages of an externally effective version list who declared, published and when', async () => {
  const org = await organisation();
  const { world, services, admin } = org;
  const document = await world.create(admin, { ...sop('001'), externallyEffective: true });
  const past = new Date(Date.parse(services.now()) - 86_400_000).toISOString();
  await world.publish(document, ['Quality'], past);
  const events = await documentEvents(services, world.org, document);
  const { facts } = await manifestFacts(services, world.org, { version: '1.0', events });
  expect(facts.signatures).toEqual([]);
  expect(facts.acts.map(({ sentence }) => sentence)).toEqual([
    'Ines Okafor declared version 1.0 already effective outside the system.',
    expect.stringMatching(/^Ines Okafor gave final approval and set the effective date to /),
    expect.stringContaining('came into force'),
  ]);
  const original = { name: 'p.pdf', sha256: 'a'.repeat(64), size: 1000, pages: 1 };
  const { all } = await readPdf(
    await drawManifest({ ...facts, original, certificate: null, isAttached: false } as never),
  );
  expect(all).toContain('Nobody was asked to sign this version here.');
  expect(all).toContain('gave final approval');
  const { events: recorded } = await services.ledger.readStream(world.org, `document-${document}`);
  const declared = recorded.find(({ type }) => type === 'DocumentDeclaredExternallyEffective')!;
  expect(enqueue(declared).map(({ task }) => task)).toContain('make-signed-pdf');
});
