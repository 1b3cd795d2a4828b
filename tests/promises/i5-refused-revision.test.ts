import { describe, expect, it } from 'vitest';
import { makeComparison } from '#app/comparison/stored-comparisons.ts';
import { readAwaitedPairs } from '#app/comparison/queries/since-signed.ts';
import { nameApprovers } from '#app/documents/commands/name-approvers.ts';
import { assignDepartments, giveEffectiveDate, revisePrepared } from '#app/documents/commands/prepared.ts';
import { saveDocument } from '#app/documents/commands/save.ts';
import { preparedPublication } from '#app/documents/queries/prepared-changes.ts';
import { getWholeDocument } from '#app/documents/queries/full-documents.ts';
import { inDays, organisation, revision, somebody, sop, type Organisation } from '#tests/support/organisation.ts';
import { answer } from '#tests/support/asking.ts';

/** Asks for no training, and does not say why: a revision with it is refused. */
const unexplained = {
  kind: 'minor',
  reason: null,
  summary: [],
  origin: [],
  trainingImpact: 'none',
  trainingReason: null,
};

const prepared = ({ services, world }: Organisation) =>
  services.database.read(world.org, (db) => db.selectFrom('app.prepared_change').selectAll().execute());

/** The document of the author, approved by `other`, and what the author sends to revise it. */
async function approved(org: Organisation, docNum = '001') {
  const { world, author, other } = org;
  const document = await world.create(author, { ...sop(docNum), approvers: [other] });
  await world.sign(other, document);
  const { approvers: _, document: __, ...files } = await revision(org, document, author, '2.0', []);
  return { document, words: { ...sop(docNum), ...files, name: 'Words of the author', version: '2.0' } };
}

describe('[P11-10e] what is refused leaves nothing behind', () => {
  it('by call: a revision that is refused is not saved as prepared', async () => {
    const org = await organisation();
    const { world, author, admin } = org;
    const { document, words } = await approved(org);
    const sent = { document, revision: { ...words, change: unexplained }, reason: 'Mine.' };
    const refused = await world.attempt(author, revisePrepared, sent);
    expect(refused.ok).toBe(false);
    expect(await prepared(org)).toEqual([]);
    expect(await answer(org, admin, getWholeDocument, { document })).toMatchObject({ prepared: null });
  });

  it('by call: a save that completes a revision and is refused leaves what was prepared before', async () => {
    const org = await organisation();
    const { world, author } = org;
    const { document, words } = await approved(org);
    const begun = { ...words, final: '', version: '1.5', name: 'Begun' };
    await world.act(author, revisePrepared, { document, revision: begun });
    const before = await prepared(org);
    const whole = { document, ...words, change: unexplained, declare: false };
    expect(await world.attempt(author, saveDocument, whole)).toMatchObject({ ok: false });
    expect(await prepared(org)).toEqual(before);
  });
});

describe('[P11-10e] what has started is answered as done', () => {
  it('by call: nobody is named to a revision that has started, also after its comparison was made', async () => {
    const org = await organisation();
    const { world, services, author, other } = org;
    const { document, words } = await approved(org);
    await world.act(author, revisePrepared, { document, revision: words });
    const [pair] = await services.database.read(world.org, (db) => readAwaitedPairs(db, { document, version: '2.0' }));
    expect(await makeComparison(services, world.org, pair!)).toBeTruthy();
    expect(await world.attempt(author, nameApprovers, { document, approvers: [] })).toMatchObject({ ok: true });
    await world.sign(other, document);
    expect(await world.attempt(author, nameApprovers, { document, approvers: [] })).toMatchObject({ ok: false });
  });
});

describe('[P11-10e] what one person has prepared is recorded with that person’s own act only', () => {
  it('by call: another’s revision has the words and files that they sent', async () => {
    const org = await organisation();
    const { world, services, author, admin, other } = org;
    const { document, words } = await approved(org);
    await world.act(author, saveDocument, { document, ...words, declare: false, reason: 'The author’s reason.' });
    expect(await world.attempt(admin, revisePrepared, { document })).toMatchObject({
      failure: { code: 'invalid_input' },
    });
    expect(await world.attempt(admin, nameApprovers, { document, approvers: [other.uid] })).toMatchObject({ ok: true });
    const sent = await revision(org, document, admin, '3.0', []);
    const own = {
      ...words,
      name: 'Words of the admin',
      version: '3.0',
      working: sent.working ?? '',
      final: sent.final,
    };
    await world.act(admin, revisePrepared, { document, revision: own });
    const { events } = await services.ledger.readStream(world.org, `document-${document}`);
    const revised = events.find(({ type }) => type === 'DocumentRevised');
    expect(revised).toMatchObject({
      actor: { uid: admin.uid },
      data: { version: '3.0', name: 'Words of the admin', reason: null, files: { final: { objectKey: sent.final } } },
    });
    expect(await prepared(org)).toEqual([]);
  });

  it('by call and screen: departments that one admin prepared stay for the other, who publishes others', async () => {
    const org = await organisation();
    const { world, admin } = org;
    const second = await world.join(somebody('Priya', 'Raman', 'ADMIN'), ['Quality']);
    const { document } = await approved(org);
    const quality = world.uidsOf(['Quality']);
    await world.act(admin, assignDepartments, { document, departments: quality });
    expect(await answer(org, second, preparedPublication, { document })).toMatchObject({
      departments: quality,
      by: 'Ines Okafor',
    });
    const dated = { document, effectiveAt: inDays(9) };
    expect(await world.attempt(second, giveEffectiveDate, dated)).toMatchObject({
      failure: { code: 'document_departments_missing' },
    });
    expect(await world.attempt(admin, giveEffectiveDate, dated)).toMatchObject({ ok: true });
    expect(await answer(org, second, preparedPublication, { document })).toBeNull();
  });
});
