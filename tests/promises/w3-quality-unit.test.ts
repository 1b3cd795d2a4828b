import { describe, expect, it } from 'vitest';
import { defaultSettings } from '#events/organisation/events.ts';
import { presets } from '#events/organisation/controls.ts';
import { startHere } from '#app/home/queries/start-here.ts';
import { defineRoute } from '#app/approval-routes/commands/manage.ts';
import { changeSettings } from '#app/organisation/commands/change-settings.ts';
import { deactivateUser } from '#app/people/commands/activation.ts';
import { createFunction, editFunction } from '#app/people/commands/functions/manage.ts';
import { documentObstacles } from '#app/documents/queries/obstacles.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { removeApprover, replaceApprover } from '#app/documents/commands/approvers.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { sendForReview } from '#app/documents/commands/send.ts';
import { grantFunction, withdrawFunction } from '#app/people/commands/functions/grant.ts';
import { answer } from '#tests/support/asking.ts';
import {
  grantQualityUnit,
  majorChange,
  organisation,
  type Organisation,
  revision,
  somebody,
  sop,
} from '#tests/support/organisation.ts';

const refused = {
  failure: {
    code: 'quality_step_required',
    detail: expect.stringContaining('(21 CFR 211.22(c)). Who can:') as unknown,
  },
};
const change = majorChange('A new limit.');

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
      failure: { fields: { retired: [expect.stringContaining('is the quality unit') as unknown] } },
    });
  });

  it('by people’s changes: a refusal names holders who can approve, and nobody who leaves', async () => {
    const org = await regulated();
    const { world, admin, author, other, employee } = org;
    const { uid: unit } = await unitOf(org);
    await grantQualityUnit(world, [employee]);
    const detailOf = async (users: string[]) => {
      const document = await world.create(author, { ...sop('807'), send: false });
      const sent = await world.attempt(author, sendForReview, { document, approvers: users });
      return sent.ok ? '' : (sent.failure.detail ?? '');
    };
    expect(await detailOf([admin.uid])).toContain('Who can: Marit Solheim, Tomasz Wieczorek.');
    const document = await world.create(author, { ...sop('808'), approvers: [other] });
    const approval = await approvalOf(org, document, other.uid);
    const leave = { user: other.uid, approvers: [{ document, approval, user: admin.uid }], reason: 'Leaves.' };
    const refusal = JSON.stringify(await world.attempt(admin, deactivateUser, leave));
    expect(refusal).toContain('Who can: Tomasz Wieczorek.');
    const second = await world.join(somebody('Rosa', 'Lind', 'ADMIN'), ['Quality']);
    const taken = { ...leave, holders: [{ function: unit, user: admin.uid }] };
    expect(await world.attempt(second, deactivateUser, taken)).toMatchObject({ ok: true });
  });

  it('by screen and call: a signature from before the function is not one of the quality unit', async () => {
    const org = await regulated();
    const { world, admin, author, other } = org;
    const second = await world.join(somebody('Rosa', 'Lind', 'ADMIN'), ['Quality']);
    const document = await world.create(author, { ...sop('809'), approvers: [admin, other] });
    await world.sign(admin, document);
    await grantQualityUnit(world, [admin], second);
    const approval = await approvalOf(org, document, other.uid);
    const removed = await world.attempt(second, removeApprover, { document, approval, reason: 'Away.' });
    expect(removed).toMatchObject(refused);
  });

  it('by setting: nobody chooses as the quality unit a function that they alone hold', async () => {
    const org = await regulated();
    const { world, admin, services } = org;
    const second = await world.join(somebody('Rosa', 'Lind', 'ADMIN'), ['Quality']);
    const { function: uid } = await world.act(second, createFunction, { name: 'Archivist' });
    const from = services.now().slice(0, 10);
    await world.act(second, grantFunction, { function: uid, user: admin.uid, from });
    const { settings } = await services.database.read(world.org, (db) =>
      db.selectFrom('read.organisation').select('settings').executeTakeFirstOrThrow(),
    );
    const chosen = { ...settings, qualityUnit: { uid, name: 'Archivist' } };
    const choose = (by: Person) =>
      world.attempt(by, changeSettings, { name: world.name, settings: chosen, reason: 'A new manual.' });
    expect(await choose(admin)).toMatchObject({ failure: { code: 'not_allowed' } });
    expect(await choose(second)).toMatchObject({ ok: true });
  });

  it('by setting: a function of its name that was retired is taken back into use', async () => {
    const { world, admin, services } = await organisation();
    const { function: uid } = await world.act(admin, createFunction, { name: 'Quality Unit' });
    await world.act(admin, editFunction, { function: uid, name: 'Quality Unit', retired: true, reason: 'Merged.' });
    const settings = { ...defaultSettings, ...presets.regulated, qualityUnit: null };
    const change = { name: world.name, settings, namesQualityUnit: true, reason: 'An inspection.' };
    expect(await world.attempt(admin, changeSettings, change)).toMatchObject({ ok: true });
    const { retired_at: retired } = await services.database.read(world.org, (db) =>
      db.selectFrom('read.function').select('retired_at').where('uid', '=', uid).executeTakeFirstOrThrow(),
    );
    expect(retired).toBeNull();
  });

  it('by screen: a version without anybody of it is a task of its owner and of admins, and its pages say so', async () => {
    const org = await regulated();
    const { world, admin, author, other } = org;
    const document = await world.create(author, { ...sop('810'), approvers: [other, admin] });
    const cards = async (by: Person) => (await answer(org, by, startHere, {})).withoutUnit.total;
    expect([await cards(author), await cards(admin)]).toEqual([0, 0]);
    const { uid } = await unitOf(org);
    await world.act(admin, withdrawFunction, { function: uid, user: other.uid, reason: 'Moves.' });
    expect([await cards(author), await cards(admin), await cards(other)]).toEqual([1, 1, 0]);
    const { quality } = await answer(org, admin, documentObstacles, { document });
    expect(quality).toContain('Who can: Tomasz Wieczorek.');
  });

  it('by route: who only reviews is not its approval, and the refusal names the route', async () => {
    const { world, admin, author, other } = await regulated();
    const step = { howMany: 'all', days: 5, who: { kind: 'named_by_owner' } };
    const steps = [
      { ...step, name: 'Review', meaning: 'reviewed' },
      { ...step, name: 'Approval', meaning: 'approved' },
    ];
    const definition = {
      name: 'Procedures',
      types: [],
      areas: [],
      steps,
      separation: 'owner_not_alone',
      samePerson: false,
    };
    await world.act(admin, defineRoute, { definition });
    const document = await world.create(author, { ...sop('811'), send: false });
    const send = (reviewer: Person, approver: Person) =>
      world.attempt(author, sendForReview, {
        document,
        approvers: [],
        places: [
          { step: 1, user: reviewer.uid },
          { step: 2, user: approver.uid },
        ],
      });
    const sent = await send(other, admin);
    expect(JSON.stringify(sent)).toContain('an approving step of the route Procedures');
    expect(await send(admin, other)).toMatchObject({ ok: true });
  });
});
