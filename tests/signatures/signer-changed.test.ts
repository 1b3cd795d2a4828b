import type { ActionFunctionArgs } from '@remix-run/node';
import { describe, expect, it } from 'vitest';
import { ok } from '#events/failures.ts';
import { execute, personalCommand, type Command } from '#app/kit/command/command.ts';
import { approveDocument, rejectDocument } from '#app/approvals/commands/sign.ts';
import { editDraft } from '#app/documents/commands/edit-draft.ts';
import { openFile } from '#app/documents/commands/open-file.ts';
import { createDepartment } from '#app/organisation/commands/save-department.ts';
import { signTraining } from '#app/training/commands/sign.ts';
import { deactivateUser } from '#app/people/commands/activation.ts';
import { editUser } from '#app/people/commands/edit.ts';
import { screenAction } from '#app/kit/screen/screen.ts';
import { actorOf } from '#app/kit/session/session.ts';
import { approvalToSign } from '#app/approvals/queries/to-sign.ts';
import { ask } from '#app/kit/query/query.ts';
import { readViewer } from '#app/kit/query/read-viewer.ts';
import { signatureOf, type Person } from '#app/set-up/demonstration/world.ts';
import { z } from 'zod';
import { beforeAppend, organisation, somebody, sop, type Organisation } from '#tests/support/organisation.ts';

/** Signs as somebody to whom something happens just after the password was found right. */
async function signWhile<O>(
  { services, world }: Organisation,
  person: Person,
  command: Command<z.ZodType, O>,
  input: object,
  meanwhile: () => Promise<unknown>,
) {
  const viewer = await services.database.read(world.org, (db) =>
    readViewer(db, { org: world.org, user: person.uid, publicId: '0'.repeat(64) }),
  );
  const checkCredential: typeof services.identity.checkCredential = async (asked) => {
    const outcome = await services.identity.checkCredential(asked);
    await meanwhile();
    return outcome;
  };
  const ports = { ...services, identity: { ...services.identity, checkCredential } };
  const [commandId, now] = [services.newId(), services.now()];
  return execute(
    command,
    { ...signatureOf(person), ...input },
    { ports, org: world.org, actor: actorOf(viewer!, null), viewer, commandId, now },
  );
}

async function approval(org: Organisation, approver: Person, docNum: string) {
  const { world, services, author } = org;
  const document = await world.create(author, { ...sop(docNum), approvers: [approver, org.admin] });
  await world.act(approver, openFile, { document, version: '1.0', kind: 'final', purpose: 'approval' });
  const rows = await services.database.read(world.org, (db) =>
    db.selectFrom('read.approval').select(['uid', 'user_uid']).where('document_uid', '=', document).execute(),
  );
  const types = async () =>
    (await services.ledger.readStream(world.org, `document-${document}`)).events.map(({ type }) => type);
  return { uid: rows.find(({ user_uid }) => user_uid === approver.uid)!.uid, types };
}

describe('between the check of the password and the signature [P11-10d] [P11-100a2]', () => {
  it.each([
    ['approves', approveDocument, {}],
    ['rejects', rejectDocument, { reason: 'It is wrong.' }],
  ] as const)('nobody who is deactivated %s', async (_, command, more) => {
    const org = await organisation();
    const { uid, types } = await approval(org, org.other, '001');
    const deactivate = () => org.world.act(org.admin, deactivateUser, { user: org.other.uid });
    expect(await signWhile(org, org.other, command, { approval: uid, ...more }, deactivate)).toMatchObject({
      ok: false,
      failure: { code: 'not_signed_in' },
    });
    expect((await types()).at(-1)).toBe('DocumentSentForReview');
  });

  it('nobody who is deactivated just before it is recorded approves, who has signed before', async () => {
    const org = await organisation();
    const { world, admin, author, other } = org;
    await world.sign(other, await world.create(author, { ...sop('001'), approvers: [other] }));
    const { uid, types } = await approval(org, other, '002');
    const signed = await beforeAppend(
      org,
      () => world.act(admin, deactivateUser, { user: other.uid }),
      () => world.attempt(other, approveDocument, { ...signatureOf(other), approval: uid }),
    );
    expect(signed).toMatchObject({ ok: false, failure: { code: 'not_signed_in' } });
    expect((await types()).at(-1)).toBe('DocumentSentForReview');
  });

  it('nobody signs under the role or the name of before', async () => {
    const org = await organisation();
    const { uid, types } = await approval(org, org.other, '001');
    const { firstName, lastName, role } = org.other;
    const edit = (change: object) => () =>
      org.world.act(org.admin, editUser, {
        user: org.other.uid,
        firstName,
        lastName,
        role,
        departments: org.world.uidsOf(['Quality']),
        ...change,
      });
    // The second changes the name alone.
    for (const change of [{ role: 'ADMIN' }, { role: 'ADMIN', lastName: 'Solheim-Berg' }])
      expect(await signWhile(org, org.other, approveDocument, { approval: uid }, edit(change))).toMatchObject({
        ok: false,
        failure: { code: 'conflict' },
      });
    expect((await types()).at(-1)).toBe('DocumentSentForReview');
  });

  it('nobody who is deactivated completes training', async () => {
    const org = await organisation();
    const { world, author, other, employee } = org;
    const document = await world.create(author, { ...sop('001'), approvers: [other] });
    await world.sign(other, document);
    await world.publishNow(document, ['Quality']);
    const { uid: record } = await org.services.database.read(world.org, (db) =>
      db
        .selectFrom('read.training_record')
        .select('uid')
        .where('user_uid', '=', employee.uid)
        .executeTakeFirstOrThrow(),
    );
    await world.act(employee, openFile, { document, version: '1.0', kind: 'final', purpose: 'training' });
    const deactivate = () => world.act(org.admin, deactivateUser, { user: employee.uid });
    expect(await signWhile(org, employee, signTraining, { record }, deactivate)).toMatchObject({ ok: false });
    const { events } = await org.services.ledger.readStream(world.org, `record-${record}`);
    expect(events.map(({ type }) => type)).not.toContain('TrainingCompleted');
  });
});

describe('before the signature', () => {
  it('nobody who became an Employee is offered the form, and an author again is', async () => {
    const org = await organisation();
    const { world, services, other } = org;
    const document = await world.create(org.author, { ...sop('001'), approvers: [other] });
    const asked = async () => {
      const viewer = await services.database.read(world.org, (db) =>
        readViewer(db, { org: world.org, user: other.uid, publicId: '0'.repeat(64) }),
      );
      return ask(approvalToSign, { document }, { ports: services, viewer: viewer!, now: services.now() });
    };
    const { firstName, lastName } = other;
    const departments = world.uidsOf(['Quality']);
    const become = (role: 'EMPLOYEE' | 'AUTHOR') =>
      world.act(org.admin, editUser, { user: other.uid, firstName, lastName, departments, role });
    expect(await asked()).toMatchObject({ ok: true, value: { approval: { status: 'OPEN' } } });
    await become('EMPLOYEE');
    expect(await asked()).toMatchObject({ ok: false, failure: { code: 'approval_not_yours' } });
    await become('AUTHOR');
    expect(await asked()).toMatchObject({ ok: true });
  });

  it('[P11-70] the form is locked where another PDF was opened, while this version was a draft', async () => {
    const org = await organisation();
    const { world, services, author, other } = org;
    const draft = { ...sop('002'), version: '1.0' };
    const document = await world.create(author, { ...draft, send: false });
    const open = () => world.act(other, openFile, { document, version: '1.0', kind: 'final', purpose: 'manage' });
    const opened = async () => {
      const viewer = await services.database.read(world.org, (db) =>
        readViewer(db, { org: world.org, user: other.uid, publicId: '0'.repeat(64) }),
      );
      const asked = await ask(approvalToSign, { document }, { ports: services, viewer: viewer!, now: services.now() });
      return asked.ok ? [asked.value.opened?.sha256 ?? null, asked.value.file.sha256] : asked.failure;
    };
    await open();
    const files = await world.upload(author, world.paperOf({ ...draft, name: 'Another text' }), document);
    await world.act(author, editDraft, { ...draft, ...files, document, send: true, approvers: [other.uid] });
    expect(await opened()).toEqual([null, expect.any(String)]);
    await open();
    const [read, sent] = (await opened()) as string[];
    expect(read).toBe(sent);
  });
});

describe('a request whose body arrives long after it began [P11-10d] [P11-10g]', () => {
  /**
   * A form of a signed-in person that is there so many seconds after its request began; `meanwhile` happens in between.
   */
  async function late(
    seconds: number,
    meanwhile: (org: Organisation, user: string) => Promise<unknown> = async () => null,
  ) {
    const org = await organisation();
    const { world, services, other } = org;
    let at = Date.parse('2026-03-12T09:00:00.000Z');
    const now = () => new Date(at).toISOString();
    const { sessions } = services.identity;
    const limits = { idleMinutes: 30, absoluteHours: 12 };
    const begun = { org: world.org, user: other.uid, now: now(), address: null, agent: null, limits };
    const { token } = await sessions.create({ ...begun, door: 'screen' });
    const readTime = personalCommand({
      name: 'test.time',
      input: z.object({}),
      permission: 'signed-in',
      run: (_, { now: moment }) => Promise.resolve(ok(moment)),
    });
    const act = screenAction({
      access: 'signed-in',
      async act(page) {
        await page.request.formData();
        await meanwhile(org, other.uid);
        at += seconds * 1000;
        return page.execute(readTime, {});
      },
    });
    const headers = { Cookie: sessions.cookie(token, limits).split(';')[0] ?? '' };
    const request = new Request('http://localhost/', { method: 'POST', body: new FormData(), headers });
    const context = { services: { ...services, now }, log: services.log, address: null };
    return act({ request, params: {}, context } as unknown as ActionFunctionArgs);
  }

  it('[A11-14c] [P11-50a] [PI041] is of the moment at which it was there: nobody signs earlier', async () => {
    expect(await late(600)).toEqual(ok('2026-03-12T09:10:00.000Z'));
  });

  it('does nothing where its session has ended meanwhile, by time or by its person', async () => {
    const ended = { ok: false, failure: { code: 'not_signed_in' } };
    expect(await late(31 * 60)).toMatchObject(ended);
    const signOut = ({ services, world }: Organisation, user: string) =>
      services.identity.sessions.endAll({ org: world.org, user, because: 'role_changed', now: services.now() });
    expect(await late(60, signOut)).toMatchObject(ended);
  });

  it.each([
    ['deactivated', 'not_signed_in', {}],
    ['given another role', 'conflict', { role: 'AUTHOR' }],
  ] as const)('does nothing for an admin who was %s meanwhile', async (_, code, change) => {
    const org = await organisation();
    const { world, services } = org;
    const second = await world.join(somebody('Priya', 'Raman', 'ADMIN'), ['Quality']);
    const viewer = await services.database.read(world.org, (db) =>
      readViewer(db, { org: world.org, user: second.uid, publicId: '0'.repeat(64) }),
    );
    const { firstName, lastName } = second;
    const departments = world.uidsOf(['Quality']);
    if ('role' in change)
      await world.act(org.admin, editUser, { user: second.uid, firstName, lastName, departments, ...change });
    else await world.act(org.admin, deactivateUser, { user: second.uid });
    const context = {
      ports: services,
      org: world.org,
      actor: actorOf(viewer!, null),
      viewer,
      commandId: services.newId(),
      now: services.now(),
    };
    expect(await execute(createDepartment, { name: 'Too late' }, context)).toMatchObject({
      ok: false,
      failure: { code },
    });
  });
});
