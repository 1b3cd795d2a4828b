import { describe, expect, it } from 'vitest';
import { startHere } from '#app/home/queries/start-here.ts';
import { documentObstacles } from '#app/documents/queries/obstacles.ts';
import { answer } from '#tests/support/asking.ts';
import { publishDocument } from '#app/documents/commands/publish.ts';
import { sendForReview } from '#app/documents/commands/send.ts';
import { waiveSeparation } from '#app/documents/commands/waive-separation.ts';
import { streamExceptions } from '#app/reports/queries/exceptions.ts';
import { latestSource } from '#app/reports/queries/source.ts';
import {
  grantQualityUnit,
  inDays,
  organisation,
  somebody,
  sop,
  type Organisation,
} from '#tests/support/organisation.ts';

const refused = { failure: { code: 'duties_not_separated' } };

const exceptionsOf = ({ services, world }: Organisation) =>
  services.database.read(world.org, async (db) => {
    const rows = [];
    for await (const row of streamExceptions(await latestSource(db, world.org), {})) rows.push(row);
    return rows;
  });

const scheduling = ({ world }: Organisation, document: string) => ({
  document,
  departments: world.uidsOf(['Quality']),
  effectiveAt: inDays(3),
});

describe('[CFR211-22a] one admin alone under the preset Regulated', () => {
  it('gets no document from draft to scheduled without an exception, which a report lists', async () => {
    const org = await organisation({ preset: 'regulated' });
    const { world, admin } = org;
    const second = await world.join(somebody('Priya', 'Raman', 'ADMIN'), ['Quality']);
    await grantQualityUnit(world, [admin], second);
    const document = await world.create(admin, { ...sop('001'), send: false });
    const send = () => world.attempt(admin, sendForReview, { document, approvers: [admin.uid] });
    expect(await send()).toMatchObject(refused);
    const reason = 'The laboratory has one expert.';
    expect(await world.attempt(admin, waiveSeparation, { document, reason })).toMatchObject(refused);
    const waive = (why: string) => world.attempt(second, waiveSeparation, { document, reason: why });
    expect(await waive('')).toMatchObject({ failure: { fields: { reason: ['This field is required.'] } } });
    expect(await waive(reason)).toMatchObject({ ok: true });
    expect(await send()).toMatchObject({ ok: true });
    expect(await exceptionsOf(org)).toMatchObject([{ docNum: '001', version: '1.0', covers: 'this', reason }]);
  });

  it('gives no final approval to what the same admin alone approved or declared', async () => {
    const org = await organisation({ preset: 'regulated' });
    const { world, admin, author } = org;
    await grantQualityUnit(world, [admin], await world.join(somebody('Priya', 'Raman', 'ADMIN'), ['Quality']));
    const approved = await world.create(author, { ...sop('001'), approvers: [admin] });
    await world.sign(admin, approved);
    const external = { externallyEffective: true, declarationReason: 'In force since 2019.' };
    const declared = await world.create(admin, { ...sop('002'), ...external });
    // It is no task of theirs, and its page says so before anything is filled in.
    expect(
      (await answer(org, admin, startHere, {})).finalApprovals.cards.map(({ document }) => document),
    ).not.toContain(approved);
    expect((await answer(org, admin, documentObstacles, { document: approved })).finalApproval).toContain(
      'another admin gives the final approval',
    );
    for (const document of [approved, declared])
      expect(await world.attempt(admin, publishDocument, scheduling(org, document))).toMatchObject(refused);
  });

  it('is free under the preset Standard', async () => {
    const org = await organisation();
    const { world, admin } = org;
    const document = await world.create(admin, { ...sop('001'), approvers: [admin] });
    await world.sign(admin, document);
    expect(await world.attempt(admin, publishDocument, scheduling(org, document))).toMatchObject({ ok: true });
  });
});
