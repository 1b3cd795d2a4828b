import { expect, it } from 'vitest';
import { effectiveDownload, trainingDownload } from '#app/documents/queries/download.ts';
import { getFile } from '#app/documents/queries/file.ts';
import { pdfToTake } from '#app/documents/words/pdf-to-take.ts';
import { listEffective } from '#app/home/queries/list-effective.ts';
import { addresses } from '#app/kit/addresses.ts';
import { inReview } from '#tests/documents/readings.ts';
import { inDays, organisation } from '#tests/support/organisation.ts';
import { readPdf } from '#tests/support/files/pdf-text.ts';
import { answer } from '#tests/support/asking.ts';
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

it('by screen: a copy after the approval has its signature, and one after publication the final approval', async () => {
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

it('by call and screen: links lead to the signed PDF from the approval on, before any job has made it', async () => {
  const org = await organisation();
  const { world, author, other, employee } = org;
  const document = await inReview(org, '021');
  const of = { document, version: '1.0' };
  const links = async () => ({
    call: (await answer(org, author, effectiveDownload, of)).kind,
    toSign: (await answer(org, author, trainingDownload, of)).kind,
    page: (await answer(org, author, getFile, { ...of, kind: 'final' })).toTake,
  });
  expect(await links()).toEqual({ call: 'final', toSign: 'final', page: 'final' });
  await world.sign(other, document);
  expect(await links()).toEqual({ call: 'signed', toSign: 'signed', page: 'signed' });
  await world.publishNow(document, ['Quality']);
  const { documents } = await answer(org, employee, listEffective, { sort: 'name', order: 'asc', page: 1 });
  expect(documents.map(({ file }) => file)).toEqual(['signed']);
  expect((await answer(org, employee, trainingDownload, { document })).kind).toBe('signed');
});

it('by import: a version that nobody signed here has no signed PDF to link to', () => {
  expect(pdfToTake({ approvedAt: null, claimed: { words: 'Approved 09 Dec 2020' } })).toBe('final');
  expect(pdfToTake({ approvedAt: '2026-03-12T14:05:00.000Z', claimed: { words: 'Approved' } })).toBe('final');
});
