import { describe, expect, it } from 'vitest';
import { presets } from '#events/organisation/controls.ts';
import { approveDocument } from '#app/commands/approval/sign.ts';
import { createDocument } from '#app/commands/document/create.ts';
import { publishDocument } from '#app/commands/document/publish.ts';
import { sendForReview } from '#app/commands/document/send.ts';
import { waiveSeparation } from '#app/commands/document/waive-separation.ts';
import { changeSettings } from '#app/commands/organisation/change-settings.ts';
import { streamExceptions } from '#app/queries/report/exceptions.ts';
import { latestSource } from '#app/queries/report/source.ts';
import { inDays, organisation, sop, type Organisation } from './organisation.ts';

void [approveDocument, createDocument, changeSettings, presets, latestSource];

const refused = { failure: { code: 'duties_not_separated' } };

const exceptionsOf = ({ services, world }: Organisation) =>
  services.database.read(world.org, async (db) => {
    const rows = [];
    for await (const row of streamExceptions(await latestSource(db, world.org), {})) rows.push(row);
    return rows;
  });

describe('[A11-8] one admin alone under the preset Regulated', () => {
  it('gets no document from draft to scheduled without an exception', async () => {
    const org = await organisation({ preset: 'regulated' } as never);
    const { world, admin } = org;
    const document = await world.create(admin, { ...sop('001'), send: false });
    const send = () => world.attempt(admin, sendForReview, { document, approvers: [admin.uid] });
    expect(await send()).toMatchObject(refused);
    const reason = 'The laboratory has one expert.';
    expect(await world.attempt(admin, waiveSeparation, { document, reason: '' })).toMatchObject({
      failure: { code: 'invalid_input', fields: { reason: ['This field is required.'] } },
    });
    expect(await world.attempt(admin, waiveSeparation, { document, reason })).toMatchObject({ ok: true });
    expect(await send()).toMatchObject({ ok: true });
    expect(await exceptionsOf(org)).toMatchObject([{ docNum: '001', version: '1.0', covers: 'this', reason }]);
  });

  it('gives no final approval to what the same admin alone approved or declared', async () => {
    const org = await organisation({ preset: 'regulated' } as never);
    const { world, admin, author } = org;
    const publish = (document: string) =>
      world.attempt(admin, publishDocument, {
        document,
        departments: world.uidsOf(['Quality']),
        effectiveAt: inDays(3),
      });
    const declared = await world.create(admin, {
      ...sop('002'),
      externallyEffective: true,
      declarationReason: 'In force since 2019.',
    } as never);
    expect(await publish(declared)).toMatchObject(refused);
    void author;
  });
});
