import { expect, it } from 'vitest';
import { addresses } from '#app/kit/addresses.ts';
import { inReview } from '#tests/documents/readings.ts';
import { inDays, organisation } from '#tests/support/organisation.ts';
import { readPdf } from '#tests/support/files/pdf-text.ts';
import { ask } from '#tests/support/browser-request.ts';

// F3: what leaves is complete for its moment, also where no job has run since the last act.

async function approved() {
  const org = await organisation();
  const document = await inReview(org, '020');
  await org.world.sign(org.other, document);
  const take = async () => {
    const { answer } = await ask(org, org.other, addresses.file(document, '1.0', 'signed', 'manage'));
    const { all } = await readPdf(Buffer.from(await answer.arrayBuffer()));
    return all.replaceAll(/\s+/g, ' ');
  };
  return { org, document, take };
}

it('by screen: a copy taken right after the approval has its signature, and one after publication the final approval', async () => {
  const { org, document, take } = await approved();
  const signed = await take();
  expect(signed).toContain('I approve this document');
  expect(signed).not.toContain('final approval');
  await org.world.publish(document, ['Quality'], inDays(30));
  const published = await take();
  expect(published).toContain('Ines Okafor gave final approval and set the effective date to');
});

it('two at once: copies taken by two people at once are made from one signed PDF', async () => {
  const { org, document, take } = await approved();
  await org.world.publish(document, ['Quality'], inDays(30));
  const taken = await Promise.all([take(), take()]);
  for (const text of taken) expect(text).toContain('Ines Okafor gave final approval');
  const { events } = await org.services.ledger.readStream(org.world.org, `document-${document}`);
  expect(events.filter(({ type }) => type === 'SignedPdfMade')).toHaveLength(1);
});
