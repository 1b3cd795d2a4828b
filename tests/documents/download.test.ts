import { rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { retireDocument } from '#app/documents/commands/retire.ts';
import { rescheduleDocument } from '#app/documents/commands/reschedule.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { addresses } from '#app/kit/addresses.ts';
import { fileLoader } from '#app/kit/screen/file-loader.ts';
import { loader as certificateLoader } from '#app/organisation/screens/settings/organisation-certificate.ts';
import { loader as pictureLoader } from '#app/documents/screens/files/page-picture.ts';
import { downloadName } from '#app/documents/screens/files/download.ts';
import { type Person } from '#app/set-up/demonstration/world.ts';
import { ask } from '#tests/support/browser-request.ts';
import { inDays, organisation, revision, rowOf, type Organisation } from '#tests/support/organisation.ts';
import { damage, inReview, readings } from '#tests/documents/readings.ts';

describe('a download', () => {
  it('[P11-10e] sends the recorded bytes under the document’s name, and records who and why', async () => {
    const org = await organisation();
    const document = await inReview(org, '001', 'Prüfung / Freigabe „Ä“');
    const file = (await rowOf(org, document))?.final_file;
    const { answer } = await ask(org, org.other, addresses.file(document, '1.0', 'final', 'approval'));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Type')).toBe('application/pdf');
    expect(answer.headers.get('Cache-Control')).toBe('private, no-store');
    expect(answer.headers.get('Content-Disposition')).toContain(`attachment; filename="SOP-QA-001 Prufung - Freigabe`);
    expect(decodeURIComponent(answer.headers.get('Content-Disposition') ?? '')).toContain(
      "filename*=UTF-8''SOP-QA-001 Prüfung - Freigabe „Ä“ v1.0.pdf",
    );
    expect((await answer.arrayBuffer()).byteLength).toBe(file?.size);
    expect(await readings(org, document, org.other)).toMatchObject([
      { version: '1.0', kind: 'final', purpose: 'approval', sha256: file?.sha256, user: { name: 'Marit Solheim' } },
    ]);
  });

  it('opens in the browser only where that is safe: a PDF', async () => {
    const org = await organisation();
    const document = await inReview(org, '002');
    const shown = async (kind: 'final' | 'working') => {
      const { answer } = await ask(org, org.other, addresses.openFile(document, '1.0', kind, 'approval'));
      return answer.headers.get('Content-Disposition')?.split(';')[0];
    };
    expect([await shown('final'), await shown('working')]).toEqual(['inline', 'attachment']);
  });

  it('is not recorded for HEAD requests and prefetches, which unlock nothing', async () => {
    const org = await organisation();
    const document = await inReview(org, '003');
    const address = addresses.file(document, '1.0', 'final', 'approval');
    const head = await ask(org, org.other, address, { method: 'HEAD' });
    expect([head.answer.status, head.answer.body]).toEqual([200, null]);
    const guess = await ask(org, org.other, address, { headers: { 'Sec-Purpose': 'prefetch;prerender' } });
    expect([guess.answer.status, guess.answer.body]).toEqual([503, null]);
    expect(await readings(org, document, org.other)).toEqual([]);
  });

  it('[P11-10a5] of a file that was changed in storage is never served, and is logged loudly', async () => {
    const org = await organisation();
    const document = await inReview(org, '004');
    const key = await damage(org, document);
    const { answer, logged } = await ask(org, org.other, addresses.file(document, '1.0', 'final', 'approval'));
    expect(answer.status).toBe(500);
    const page = await answer.text();
    expect(page).toContain('There was a problem downloading this document.');
    expect(page).toContain('The stored file differs from the recorded one, so it was not sent');
    expect(page).not.toContain('nothing was lost');
    expect(page).toContain('reference-1');
    expect(logged.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({ level: 60, refusal: 'file_damaged', objectKey: key }),
    );
    expect(await readings(org, document, org.other)).toEqual([]);
    // A file that is gone is reported as gone, not as a wrong address.
    await rm(path.join(org.services.config.dataDir, 'files/objects', key));
    const gone = await ask(org, org.other, addresses.file(document, '1.0', 'final', 'approval'));
    expect(gone.answer.status).toBe(404);
    expect(await gone.answer.text()).toContain(
      'The file is missing from this version or from the storage. Give your administrator',
    );
  });

  it('of any kind is refused on a page, also where the role or a fault stands in its way', async () => {
    const org = await organisation();
    const refused = await ask(org, org.other, '/dashboard/settings/certificate.pem', {}, certificateLoader);
    expect(refused.answer.status).toBe(403);
    const page = await refused.answer.text();
    expect(page).toContain('Your role does not permit this.');
    expect(page).toContain('ask an Admin of your organisation');
    expect(page).toContain('reference-1');
    const broken = fileLoader({ access: 'signed-in', load: () => Promise.reject(new Error('the disk hums')) });
    const { answer, logged } = await ask(org, org.other, '/dashboard/settings/certificate.pem', {}, broken);
    expect(answer.status).toBe(500);
    expect(await answer.text()).toMatch(/^<!doctype html>(?!.*hums).*Something went wrong here.*reference-1/s);
    expect(logged.join()).toContain('the disk hums');
  });

  it('[ISO13485-424h2] is only for people who may have the file', async () => {
    const org = await organisation();
    const { world, admin, author, other, employee } = org;
    const status = async (person: Person, document: string, kind: 'working' | 'final' = 'final') =>
      (await ask(org, person, addresses.file(document, '1.0', kind, 'manage'))).answer.status;
    const document = await inReview(org, '005');
    expect([await status(employee, document), await status(author, document)]).toEqual([404, 200]);
    await world.sign(other, document);
    await world.publish(document, ['Quality'], inDays(30));
    // Scheduled: for those who train on it; the working file for authors alone.
    expect([await status(employee, document), await status(employee, document, 'working')]).toEqual([200, 404]);
    await world.act(admin, retireDocument, { document, reason: 'Replaced.' });
    expect([await status(employee, document), await status(author, document)]).toEqual([404, 200]);
    const stranger = await organisation({ db: org.db });
    expect((await ask(stranger, stranger.admin, addresses.file(document, '1.0', 'final'))).answer.status).toBe(404);
  });

  it('of a scheduled version is only for its trainees, and only while it is scheduled', async () => {
    const org = await organisation();
    const { world, author, other, employee, admin } = org;
    const document = await inReview(org, '009');
    await world.sign(other, document);
    const version = async () => {
      const { answer } = await ask(org, employee, addresses.file(document, '1.0', 'final', 'training'));
      return answer.status;
    };
    expect(await version()).toBe(404);
    await world.publish(document, ['Quality'], inDays(20));
    expect(await version()).toBe(200);
    const reschedule = (...names: string[]) =>
      world.act(admin, rescheduleDocument, { document, departments: world.uidsOf(names) });
    await reschedule('Laboratory');
    expect(await version(), 'the record is cancelled').toBe(404);
    await reschedule('Quality');
    await world.train(employee, document);
    expect(await version(), 'the record is completed').toBe(200);
    await world.act(author, reviseDocument, await revision(org, document, author, '1.1', [other]));
    expect(await version(), 'the version is withdrawn').toBe(404);
  });
});

describe('the picture of page 1', () => {
  const look = async (org: Organisation, person: Person, document: string, kind: 'final' | 'working' = 'final') => {
    const { answer } = await ask(org, person, addresses.pagePicture(document, '1.0', kind, 1), {}, pictureLoader);
    return [answer.status, answer.headers.get('Content-Type'), Buffer.from(await answer.arrayBuffer())] as const;
  };

  it('is drawn for people who may have the PDF, and does not count as opening the file', async () => {
    const org = await organisation();
    const document = await inReview(org, '010');
    const [status, type, png] = await look(org, org.other, document);
    expect([status, type]).toEqual([200, 'image/png']);
    // A4, about 1200 pixels wide: PNG section 11.2.2, width and height.
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1199, 1695]);
    expect(await readings(org, document, org.other)).toEqual([]);
    expect((await look(org, org.employee, document))[0]).toBe(404);
    expect((await look(org, org.other, document, 'working'))[0]).toBe(404);
  });

  it('gives way to a plain sheet where the stored bytes are not those that were recorded', async () => {
    const org = await organisation();
    const document = await inReview(org, '011');
    await damage(org, document);
    expect((await look(org, org.other, document)).slice(0, 2)).toEqual([200, 'image/svg+xml']);
  });
});

describe('the name of a download', () => {
  const of = { name: 'Batch Record Review', type: 'Work_Instruction', functionalArea: 'QA', docNum: '017' } as const;

  it.each([
    ['working', 'old name.DOCX', 'WI-QA-017 Batch Record Review v2.1.DOCX'],
    ['signed', 'x (signed).pdf', 'WI-QA-017 Batch Record Review v2.1 (signed).pdf'],
    ['final', 'no ending', 'WI-QA-017 Batch Record Review v2.1'],
  ] as const)('says number, title, version and kind: %s %s', (kind, name, expected) => {
    expect(downloadName(of, { version: '2.1', kind }, { name })).toBe(expected);
  });
});
