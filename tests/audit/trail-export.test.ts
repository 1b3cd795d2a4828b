import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { auditTrailCsv } from '#app/audit/export/audit-trail-csv.ts';
import { auditTrailPdf } from '#app/audit/export/audit-trail-pdf.ts';
import { sealStream } from '#app/adapters/pdf-signing/seal-stream.ts';
import { signatureRoom } from '#app/adapters/pdf-signing/sign-update.ts';
import { ownCertificate } from '#tests/support/files/signed-pdf-facts.ts';
import { sealedLast, signaturesOf } from '#tests/support/files/pdfsig.ts';
import { entry, trail } from '#tests/audit/trail-export.ts';
import { readPdf } from '#tests/support/files/pdf-text.ts';

const pdfOf = async (report = trail()): Promise<Buffer> => buffer(await auditTrailPdf(report, null));

describe('a document’s audit trail', () => {
  test('[A11-9c] [P11-50b] as PDF: events with subject, time, signature, old and new value, place, hash', async () => {
    const { pages, info } = await readPdf(await pdfOf());
    const [page = ''] = pages;
    for (const shown of [
      'Audit trail of Batch Record Review',
      'SOP - QA - 017',
      '4 events in this document’s life',
      '12 Mar 2026 14:00 UTC, 18,977 events',
      '12 Mar 2026 Thursday, 2 events',
      '11:48:07 UTC',
      '小林 はな signed the training record for version 2.1',
      'Printed name 小林 はな. Meaning: I have read and understand.',
      'Status: Awaiting Effective → Effective',
      'Effective date: - → 04 Mar 2026',
      'No. 18,951',
      'Reason: =HYPERLINK("http://example.com")',
      'Printed copies are uncontrolled',
      'Made by Elena Marchetti as of event no. 18,977, 12 Mar 2026 14:05 UTC. Dates in Europe/Rome',
      'Page 1 of 1',
    ]) {
      expect(page).toContain(shown);
    }
    expect(info).toMatchObject({ Title: 'Audit trail of Batch Record Review', Author: 'Elena Marchetti' });
  });

  test('as PDF is tagged for screen readers and says its language', async () => {
    const bytes = (await pdfOf()).toString('latin1');
    expect(bytes).toContain('/MarkInfo');
    expect(bytes).toContain('/Marked true');
    expect(bytes).toContain('/Lang (en-GB)');
  });

  test('of 600 events: none is lost, every page has its number', async () => {
    const entries = Array.from({ length: 600 }, (_, n) =>
      entry(10_000 + n, new Date(Date.UTC(2026, 0, 1) + n * 3_600_000).toISOString(), {
        sentence: `did thing number ${n} of many`,
      }),
    );
    const { pages, all } = await readPdf(await pdfOf(trail({ entries })));
    expect(pages.length).toBeGreaterThan(10);
    for (let n = 0; n < 600; n++) expect(all).toContain(`did thing number ${n} of many`);
    pages.forEach((page, index) => {
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    });
  });

  test('an event longer than a page goes on on the next', async () => {
    const note = Array.from({ length: 1500 }, (_, n) => `word${n}`).join(' ');
    const { pages, all } = await readPdf(
      await pdfOf(trail({ entries: [entry(1, '2026-03-12T11:48:07.000Z', { note })] })),
    );
    expect(pages.length).toBeGreaterThan(1);
    for (const n of [0, 700, 1499]) expect(all).toContain(`word${n}`);
  });

  test('without events, and before the first checkpoint', async () => {
    const { all } = await readPdf(await pdfOf(trail({ entries: [], checkpoint: null })));
    expect(all).toContain('No events yet.');
    expect(all).toContain('No signed checkpoint yet');
  });

  test('[P11-10a6] is sealed on its way, wherever the stream is cut, and any change shows', async () => {
    const { certificate, at } = await ownCertificate();
    const signature = {
      facts: { organisation: 'Ørsted & 山田', reason: 'Sealed as it was made', at },
      room: signatureRoom(certificate),
    };
    for (const length of [7, 4096]) {
      const drawn = await buffer(await auditTrailPdf(trail(), signature));
      const pieces = Array.from({ length: Math.ceil(drawn.length / length) }, (_, n) =>
        drawn.subarray(n * length, (n + 1) * length),
      );
      const sealed = await buffer(sealStream(Readable.from(pieces), certificate));
      expect(sealed.length).toBe(drawn.length);
      expect(await signaturesOf(sealed)).toEqual(sealedLast);
      sealed.writeUInt8(sealed.readUInt8(200) ^ 1, 200);
      expect(await signaturesOf(sealed)).toEqual([{ valid: false, whole: true }]);
    }
    const unsigned = Readable.from([await pdfOf()]);
    await expect(buffer(sealStream(unsigned, certificate))).rejects.toThrow('no place for its signature');
  });

  test('equal trails give equal bytes', async () => {
    expect((await pdfOf()).equals(await pdfOf())).toBe(true);
  });

  test('as CSV: one line an event, and no formula', async () => {
    const lines = (await text(auditTrailCsv(trail()))).split('\r\n');
    expect(lines[0]).toContain('Audit event,Recorded at (UTC),Subject,Event');
    expect(lines[1]).toContain('18951,2026-03-12T11:48:07.000Z,小林 はな,小林 はな signed the training record');
    expect(lines.join('\n')).toContain(`"'=HYPERLINK(""http://example.com"")"`);
    expect(lines).toHaveLength(6);
  });
});
