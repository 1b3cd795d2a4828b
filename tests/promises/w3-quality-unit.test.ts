import { describe, expect, it } from 'vitest';
import { editFunction } from '#app/people/commands/functions/manage.ts';
import { removeApprover, replaceApprover } from '#app/documents/commands/approvers.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { sendForReview } from '#app/documents/commands/send.ts';
import { withdrawFunction } from '#app/people/commands/functions/grant.ts';
import { organisation, revision, sop, type Organisation } from '#tests/support/organisation.ts';

const refused = {
  failure: {
    code: 'quality_step_required',
    detail: expect.stringContaining('(21 CFR 211.22(c)). Who can:') as unknown,
  },
};
const change = {
  kind: 'major',
  reason: 'A new limit.',
  summary: [{ place: '', what: 'The limit.' }],
  origin: [],
  trainingImpact: 'read',
  trainingReason: null,
};

/** Under Regulated the two authors are the quality unit, and the admin is not. */
const regulated = () => organisation({ preset: 'regulated' });

const unitOf = ({ services, world }: Organisation) =>
  services.database.read(world.org, (db) => db.selectFrom('read.function').selectAll().executeTakeFirstOrThrow());

const approvalOf = async ({ services, world }: Organisation, document: string, user: string): Promise<string> => {
  const { uid } = await services.database.read(world.org, (db) =>
    db
      .selectFrom('read.approval')
      .select('uid')
      .where('document_uid', '=', document)
      .where('user_uid', '=', user)
      .where('status', '=', 'OPEN')
      .executeTakeFirstOrThrow(),
  );
  return uid;
};

describe('W3: with the quality unit one of its people approves each version', () => {
  it('by call: a draft is not sent to others alone', async () => {
    const { world, admin, author, other } = await regulated();
    const document = await world.create(author, { ...sop('801'), send: false });
    const send = (users: string[]) => world.attempt(author, sendForReview, { document, approvers: users });
    expect(await send([admin.uid])).toMatchObject(refused);
    expect(await send([admin.uid, other.uid])).toMatchObject({ ok: true });
  });

  it('by screen: the form of a draft neither', async () => {
    const { world, admin, author } = await regulated();
    await expect(world.create(author, { ...sop('802'), approvers: [admin] })).rejects.toThrow('quality_step_required');
  });

  it('by revision: nor a newer version', async () => {
    const org = await regulated();
    const { world, admin, author, other } = org;
    const document = await world.create(author, { ...sop('803'), approvers: [other] });
    const next = { ...(await revision(org, document, author, '2.0', [admin])), change, reason: 'A new limit.' };
    expect(await world.attempt(author, reviseDocument, next)).toMatchObject(refused);
    expect(await world.attempt(author, reviseDocument, { ...next, approvers: [other.uid] })).toMatchObject({
      ok: true,
    });
  });

  it('by screen and call: its last person is neither removed nor replaced by somebody else', async () => {
    const org = await regulated();
    const { world, admin, author, other } = org;
    const document = await world.create(author, { ...sop('804'), approvers: [other, admin] });
    const approval = await approvalOf(org, document, other.uid);
    const reason = 'On leave.';
    expect(await world.attempt(author, removeApprover, { document, approval, reason })).toMatchObject(refused);
    const alone = await world.create(author, { ...sop('805'), approvers: [other] });
    const replaced = { document: alone, approval: await approvalOf(org, alone, other.uid), user: admin.uid, reason };
    expect(await world.attempt(admin, replaceApprover, replaced)).toMatchObject(refused);
  });

  it('by screen and call: the last signature is refused where nobody who signed holds the function', async () => {
    const org = await regulated();
    const { world, admin, author, other } = org;
    const document = await world.create(author, { ...sop('806'), approvers: [other, admin] });
    await world.sign(other, document);
    const { uid } = await unitOf(org);
    await world.act(admin, withdrawFunction, { function: uid, user: other.uid, reason: 'Moves.' });
    await expect(world.sign(admin, document)).rejects.toThrow('quality_step_required');
  });

  it('by screen and call: the function is not retired while it is the quality unit', async () => {
    const org = await regulated();
    const { uid, name } = await unitOf(org);
    const retire = { function: uid, name, retired: true, reason: 'Merged.' };
    expect(await org.world.attempt(org.admin, editFunction, retire)).toMatchObject({
      failure: { code: 'conflict', detail: expect.stringContaining('is the quality unit') as unknown },
    });
  });
});
