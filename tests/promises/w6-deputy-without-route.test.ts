import { describe, expect, it } from 'vitest';
import { defaultSettings } from '#events/organisation/events.ts';
import { approveDocument } from '#app/approvals/commands/sign.ts';
import { approvalToSign } from '#app/approvals/queries/to-sign.ts';
import { openFile } from '#app/documents/commands/open-file.ts';
import { readStartHere } from '#app/home/queries/start-here.ts';
import { declareAbsence } from '#app/people/commands/absence.ts';
import { signatureOf, type Person } from '#app/set-up/demonstration/world.ts';
import { isoDay } from '#app/ui/text/date.ts';
import { beforeAppend, inDays, organisation, sop, somebody, type Organisation } from '#tests/support/organisation.ts';
import { answer } from '#tests/support/asking.ts';

const day = (days: number) => isoDay(inDays(days), 'UTC');

const approvalOf = async ({ services, world }: Organisation, { uid }: Person) => {
  const row = await services.database.read(world.org, (db) =>
    db.selectFrom('read.approval').select('uid').where('user_uid', '=', uid).executeTakeFirstOrThrow(),
  );
  return row.uid;
};

/** `other` is absent, and `deputy` stands in. */
async function absent(org: Organisation, deputy: Person) {
  const { world, other } = org;
  const days = { from: day(0), until: day(9) };
  await world.act(other, declareAbsence, { user: other.uid, deputy: deputy.uid, ...days });
}

async function attempt(org: Organisation, deputy: Person, document: string) {
  await org.world.act(deputy, openFile, { document, version: '1.0', kind: 'final', purpose: 'approval' });
  const approval = await approvalOf(org, org.other);
  return org.world.attempt(deputy, approveDocument, { ...signatureOf(deputy), approval });
}

describe('[P11-10g] a deputy stands in without a route too', () => {
  it('by screen and call: finds the document, and signs in their own name', async () => {
    const org = await organisation();
    const { world, services, author, other } = org;
    const deputy = await world.join(somebody('Priya', 'Raman', 'AUTHOR'), ['Quality']);
    const document = await world.create(author, { ...sop('001'), approvers: [other] });
    await absent(org, deputy);
    const { forOthers } = await services.database.read(world.org, (db) =>
      readStartHere(
        db,
        { uid: deputy.uid, role: 'AUTHOR', settings: defaultSettings },
        { now: services.now(), today: day(0) },
      ),
    );
    expect(forOthers.cards).toMatchObject([{ docNum: '001', absent: 'Marit Solheim' }]);
    expect(await answer(org, deputy, approvalToSign, { document })).toMatchObject({
      standsInFor: { name: 'Marit Solheim' },
    });
    expect(await attempt(org, deputy, document)).toMatchObject({ ok: true });
    const { events } = await services.ledger.readStream(world.org, `document-${document}`);
    expect(events.map(({ type }) => type)).toContain('DocumentApproved');
    expect(events.find(({ type }) => type === 'ApprovalGiven')?.data).toMatchObject({
      signature: { signer: deputy.uid, onBehalfOf: { user: other.uid, name: 'Marit Solheim' } },
    });
  });

  it('by call: but does not sign the same version twice, nor their own alone', async () => {
    const org = await organisation({ preset: 'regulated' });
    const { world, author, other, admin } = org;
    const both = await world.create(author, { ...sop('002'), approvers: [other, admin] });
    await absent(org, admin);
    expect(await attempt(org, admin, both)).toMatchObject({ failure: { code: 'deputy_not_eligible' } });
    const alone = await organisation({ preset: 'regulated' });
    const own = await alone.world.create(alone.author, { ...sop('003'), approvers: [alone.other] });
    await absent(alone, alone.author);
    expect(await attempt(alone, alone.author, own)).toMatchObject({ failure: { code: 'duties_not_separated' } });
  });
});

describe('[P11-10g] whether a deputy may be absent is decided when the absence is declared', () => {
  it('by screen and call: who stands in for somebody is not absent meanwhile', async () => {
    const org = await organisation();
    const { world, author, other, admin } = org;
    await world.act(other, declareAbsence, { user: other.uid, deputy: author.uid, from: day(3), until: day(9) });
    const days = { user: author.uid, deputy: admin.uid, from: day(1), until: day(3) };
    for (const [person, reason] of [
      [author, null],
      [admin, 'Ill.'],
    ] as const)
      expect(await world.attempt(person, declareAbsence, { ...days, deputy: other.uid, reason })).toMatchObject({
        failure: { code: 'absence_overlaps', detail: expect.stringContaining('stands in for Marit Solheim') },
      });
    expect(await world.attempt(author, declareAbsence, { ...days, until: day(2) })).toMatchObject({ ok: true });
  });

  it('by two at once: nor who is named as a deputy in the same moment', async () => {
    const org = await organisation();
    const { world, author, other, admin } = org;
    const days = { from: day(3), until: day(9) };
    const declared = await beforeAppend(
      org,
      () => world.act(other, declareAbsence, { user: other.uid, deputy: author.uid, ...days }),
      () => world.attempt(author, declareAbsence, { user: author.uid, deputy: admin.uid, ...days }),
    );
    expect(declared).toMatchObject({ failure: { code: 'absence_overlaps' } });
  });
});
