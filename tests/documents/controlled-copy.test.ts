import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { retireDocument } from '#app/documents/commands/retire.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { openFile } from '#app/documents/commands/open-file.ts';
import { signTraining } from '#app/training/commands/sign.ts';
import { addresses } from '#app/kit/addresses.ts';
import { readOpenedPdf } from '#app/documents/queries/opened-pdf.ts';
import { signatureOf, type Person } from '#app/set-up/demonstration/world.ts';
import { showDate, showSeconds } from '#app/ui/text/date.ts';
import { readPdf } from '#tests/support/files/pdf-text.ts';
import { ask } from '#tests/support/browser-request.ts';
import { inDays, organisation, rowOf, sop, type Organisation } from '#tests/support/organisation.ts';
import { damage, inReview, readings } from '#tests/documents/readings.ts';

describe('a controlled copy', () => {
  /** What somebody is handed: the bytes, their text, and what was recorded of it. */
  async function take(org: Organisation, person: Person, address: string) {
    const { answer } = await ask(org, person, address);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const [document = '', last] = [address.split('/')[3], Number(answer.headers.get('Content-Length'))];
    expect([answer.status, bytes.length]).toEqual([200, last]);
    const { pages } = await readPdf(bytes);
    return { bytes, pages, recorded: (await readings(org, document, person)).at(-1) };
  }

  async function inForce(org: Organisation, docNum: string): Promise<string> {
    const document = await inReview(org, docNum);
    await org.world.sign(org.other, document);
    await org.world.publishNow(document, ['Quality'], {});
    return document;
  }

  it('[ISO13485-424e] is sent from the effective list and the history, and recorded by its fingerprint', async () => {
    const org = await organisation();
    const document = await inForce(org, '020');
    const original = (await rowOf(org, document))?.final_file;
    for (const purpose of ['effective', 'manage', 'approval', undefined] as const) {
      const { bytes, pages, recorded } = await take(org, org.other, addresses.file(document, '1.0', 'final', purpose));
      expect(createHash('sha256').update(bytes.subarray(0, original?.size)).digest('hex')).toBe(original?.sha256);
      const copy = { sha256: createHash('sha256').update(bytes).digest('hex'), marked: 'every_page' };
      expect(recorded).toMatchObject({ sha256: original?.sha256, copy });
      const { takenAt, standing } = (recorded as { copy: { takenAt: string; standing: string } }).copy;
      expect(standing).toMatch(/^Effective \d\d \w{3} \d{4}$/);
      const at = `${showDate(takenAt, 'UTC')} ${showSeconds(takenAt)} UTC`;
      for (const page of pages) {
        expect(page).toContain('SOP - QA - 020, version 1.0');
        expect(page).toContain(standing);
        expect(page).toContain(`Controlled copy taken by Marit Solheim, ${at}. Uncontrolled when printed.`);
        expect(page).not.toContain('do not work');
      }
    }
  });

  it('is no copy where an author or an admin asks for the original, which counts as opening it', async () => {
    const org = await organisation();
    const document = await inForce(org, '021');
    const original = (await rowOf(org, document))?.final_file;
    const address = addresses.originalFile(document, '1.0', 'final');
    const { answer } = await ask(org, org.author, address);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(original?.sha256);
    const [recorded] = await readings(org, document, org.author);
    expect(recorded).toMatchObject({ sha256: original?.sha256, purpose: 'manage' });
    expect(recorded).not.toHaveProperty('copy');
    expect((await take(org, org.employee, address)).recorded).toHaveProperty('copy');
  });

  it('is named as a copy, and is refused where the certificate cannot be had', async () => {
    const org = await organisation();
    const document = await inForce(org, '022');
    const address = addresses.file(document, '1.0', 'final', 'effective');
    const { answer } = await ask(org, org.other, address);
    expect(answer.headers.get('content-disposition')).toContain('v1.0 (copy).pdf"');
    await answer.arrayBuffer();
    const before = (await readings(org, document, org.other)).length;
    const certificates = { known: async () => [], of: () => Promise.reject(new Error('the key is gone')) };
    const without = { ...org, services: { ...org.services, certificates } };
    const { answer: refused, logged } = await ask(without, org.other, address);
    expect(refused.status).toBe(503);
    expect(await refused.text()).toContain('could not be sealed with your organisation');
    expect(logged.join()).toContain('certificate.unavailable');
    expect(await readings(org, document, org.other)).toHaveLength(before);
  });

  it('is recorded only for a version in force; the other form is refused', async () => {
    const org = await organisation();
    const { world, author, other } = org;
    const document = await inReview(org, '031');
    const file = { document, version: '1.0', kind: 'final' };
    const copy = { sha256: 'a'.repeat(64), standing: 'Effective', takenAt: org.services.now(), marked: 'every_page' };
    const conflict = { failure: { code: 'conflict' } };
    expect(await world.attempt(other, openFile, { ...file, purpose: 'approval', copy })).toMatchObject(conflict);
    await world.sign(other, document);
    await world.publishNow(document, ['Quality']);
    expect(await world.attempt(author, openFile, { ...file, purpose: 'effective' })).toMatchObject(conflict);
    expect(await world.attempt(author, openFile, { ...file, purpose: 'effective', copy })).toMatchObject({ ok: true });
  });

  it('shows the status that the version gets while the copy is made', async () => {
    const org = await organisation();
    const document = await inForce(org, '032');
    const { certificates } = org.services;
    let retired = false;
    const of: typeof certificates.of = async (...asked) => {
      if (!retired) await org.world.act(org.admin, retireDocument, { document, reason: 'Replaced by a machine.' });
      retired = true;
      return certificates.of(...asked);
    };
    const meanwhile = { ...org, services: { ...org.services, certificates: { ...certificates, of } } };
    const { recorded } = await take(meanwhile, org.other, addresses.file(document, '1.0', 'final', 'manage'));
    expect(recorded).toMatchObject({ copy: { standing: expect.stringMatching(/^Retired/) as string } });
    expect(await readings(org, document, org.other)).toHaveLength(2);
  });

  it('[ISO13485-424e] of a scheduled version has the status that the screens show', async () => {
    const org = await organisation();
    const document = await inReview(org, '033');
    await org.world.sign(org.other, document);
    await org.world.publish(document, ['Quality'], inDays(30));
    const address = addresses.file(document, '1.0', 'final', 'manage');
    const on = showDate((await rowOf(org, document))?.effective_at ?? '', 'UTC');
    expect((await take(org, org.other, address)).pages[0]).toContain(`Awaiting Training, scheduled for ${on}`);
    for (const person of [org.author, org.employee]) await org.world.train(person, document);
    expect((await take(org, org.other, address)).pages[0]).toContain(`Awaiting Effective, scheduled for ${on}`);
  });

  it('unlocks no signature: trainees get the exact bytes that they sign', async () => {
    const org = await organisation();
    const { world, employee, other, admin } = org;
    const document = await inReview(org, '021');
    await world.sign(other, document);
    await world.publish(document, ['Quality'], inDays(30));
    const original = (await rowOf(org, document))?.final_file;
    const opened = () =>
      org.services.database.read(world.org, (db) =>
        readOpenedPdf(db, {
          document,
          version: '1.0',
          user: employee.uid,
          pdfs: [original ?? null],
          since: '2026-01-01T00:00:00.000Z',
        }),
      );
    const copy = await take(org, employee, addresses.file(document, '1.0', 'final', 'effective'));
    expect(copy.pages[0]).toContain('NOT YET EFFECTIVE. No version is in force.');
    expect(await opened()).toBeNull();
    const { uid: record } = await org.services.database.read(world.org, (db) =>
      db
        .selectFrom('read.training_record')
        .select('uid')
        .where('user_uid', '=', employee.uid)
        .executeTakeFirstOrThrow(),
    );
    expect(await world.attempt(employee, signTraining, { ...signatureOf(employee), record })).toMatchObject({
      failure: { code: 'signature_pdf_not_opened' },
    });
    const training = await take(org, employee, addresses.file(document, '1.0', 'final', 'training'));
    expect(createHash('sha256').update(training.bytes).digest('hex')).toBe(original?.sha256);
    expect(training.recorded).not.toHaveProperty('copy');
    expect((await opened())?.sha256).toBe(original?.sha256);
    // A person without training on it cannot get the unmarked file with the same query.
    const asked = await take(org, admin, addresses.file(document, '1.0', 'final', 'training'));
    expect(asked.recorded).toHaveProperty('copy');
  });

  it('[ISO13485-424h1] of a superseded or retired version says so on every page, for every purpose', async () => {
    const org = await organisation();
    const { world, admin, author, other } = org;
    const document = await inForce(org, '022');
    const next = { ...sop('022'), version: '2.0', approvers: [other] };
    const files = await world.upload(author, world.paperOf(next), document);
    await world.act(author, reviseDocument, {
      document,
      name: next.name,
      version: '2.0',
      ...files,
      approvers: [other.uid],
    });
    // What is in review is not controlled: its author and its approvers have the bytes that are signed.
    expect((await take(org, author, addresses.file(document, '2.0', 'final', 'manage'))).recorded).not.toHaveProperty(
      'copy',
    );
    await world.sign(other, document);
    await world.publishNow(document, ['Quality'], {});
    const old = await take(org, author, addresses.file(document, '1.0', 'final', 'training'));
    for (const page of old.pages)
      expect(page).toContain('SUPERSEDED: do not work from this copy. Version 2.0 is in force.');
    await world.act(admin, retireDocument, { document, reason: 'Replaced.' });
    const retired = await take(org, author, addresses.file(document, '2.0', 'final', 'approval'));
    for (const page of retired.pages)
      expect(page).toContain('RETIRED: do not work from this copy. No version is in force.');
    const working = await ask(org, author, addresses.file(document, '2.0', 'working', 'manage'));
    expect(working.answer.headers.get('Content-Length')).toBe(String((await rowOf(org, document))?.working_file?.size));
  });

  it('[P11-10a5] of a file that was changed in storage is neither made nor recorded', async () => {
    const org = await organisation();
    const document = await inForce(org, '023');
    await damage(org, document);
    const { answer, logged } = await ask(org, org.employee, addresses.file(document, '1.0', 'final', 'effective'));
    expect(answer.status).toBe(500);
    expect(logged.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({ level: 60, refusal: 'file_damaged' }),
    );
    expect(await readings(org, document, org.employee)).toEqual([]);
  });
});
