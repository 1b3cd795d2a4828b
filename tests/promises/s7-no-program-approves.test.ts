import { beforeEach, describe, expect, it } from 'vitest';
import { encode, type E } from '#events/catalogue.ts';
import { streams } from '#events/streams.ts';
import { addApprovers, removeApprover, replaceApprover } from '#app/documents/commands/approvers.ts';
import { answerComment, makeComment, resolveComment } from '#app/documents/commands/comment.ts';
import { nameApprovers } from '#app/documents/commands/name-approvers.ts';
import { requestChange } from '#app/documents/commands/change-requests/request.ts';
import { transferOwnership } from '#app/documents/commands/transfer-ownership.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { deactivateUser, reactivateUser } from '#app/people/commands/activation.ts';
import { changeEmail } from '#app/people/commands/change-email.ts';
import { editUser } from '#app/people/commands/edit.ts';
import { endUserSessions } from '#app/people/commands/end-sessions.ts';
import { inviteUser } from '#app/people/commands/invite.ts';
import { resendInvitation } from '#app/people/commands/resend-invitation.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import {
  eventsOf,
  majorChange,
  organisation,
  type Organisation,
  revision,
  rowOf,
  somebody,
  sop,
} from '#tests/support/organisation.ts';
import { actorFaults, codeOf, programOf, type Program } from '#tests/promises/programs.ts';
import { testDatabase, type TestDatabase } from '#tests/support/database.ts';

let org: Organisation;
let program: Program;
let db: TestDatabase;

beforeEach(async () => {
  db = await testDatabase();
  org = await organisation({ db });
  program = await programOf(org);
});

const regulated = async () => {
  org = await organisation({ db, preset: 'regulated' });
  program = await programOf(org);
  return org;
};

const approvalOf = async (uid: string, person: Person): Promise<string> => {
  const row = await org.services.database.read(org.world.org, (read) =>
    read
      .selectFrom('read.approval')
      .select('uid')
      .where('document_uid', '=', uid)
      .where('user_uid', '=', person.uid)
      .where('status', '=', 'OPEN')
      .executeTakeFirstOrThrow(),
  );
  return row.uid;
};

const inReview = (approvers: readonly Person[], docNum = '701') =>
  org.world.create(org.author, { ...sop(docNum), approvers: [...approvers] });

const profile = ({ firstName, lastName, role }: Person, departments: string[]) => ({
  firstName,
  lastName,
  role,
  departments: org.world.uidsOf(departments),
});

const forbidden = 'service_account_forbidden';

describe('S7: no program approves, and none gives a right', () => {
  it('by transfer: nor gives a version under review another owner, who names its approvers', async () => {
    const document = await inReview([org.other], '702');
    const transfer = { document, owner: org.other.uid, reason: 'HR moved them.' };
    expect(codeOf(await program.attempt(transferOwnership, transfer))).toBe('not_allowed');
    const draft = await org.world.create(org.author, { ...sop('703'), send: false });
    expect(codeOf(await program.attempt(transferOwnership, { ...transfer, document: draft }))).toBeNull();
  });

  it('by program: names no approver of a version under review, removes none, replaces none', async () => {
    const third = await org.world.join(somebody('Priya', 'Raman', 'AUTHOR'), ['Quality']);
    const uid = await inReview([third, org.other]);
    await org.world.sign(org.other, uid);
    const approval = await approvalOf(uid, third);
    expect(codeOf(await program.attempt(removeApprover, { document: uid, approval }))).toBe(forbidden);
    expect(codeOf(await program.attempt(nameApprovers, { document: uid, approvers: [org.author.uid] }))).toBe(
      forbidden,
    );
    expect(codeOf(await program.attempt(addApprovers, { document: uid, users: [org.author.uid] }))).toBe(forbidden);
    const replacing = { document: uid, approval, user: org.author.uid, reason: 'Away.' };
    expect(codeOf(await program.attempt(replaceApprover, replacing))).toBe(forbidden);
    expect(await rowOf(org, uid)).toMatchObject({ status: 'IN_REVIEW' });
    expect(await eventsOf(org, uid)).not.toContain('DocumentApproved');
  });

  it('by program: comments and requests are the program’s, and it resolves no comment', async () => {
    const uid = await inReview([org.other]);
    const said = { document: uid, version: '1.0', page: 1, text: 'The limit is missing.', mustFix: true };
    const made = await program.attempt(makeComment, said);
    if (!made.ok) throw new Error(made.failure.code);
    const { comment } = made.value;
    expect(codeOf(await program.attempt(answerComment, { comment, text: 'It is 7 g.' }))).toBeNull();
    expect(codeOf(await program.attempt(resolveComment, { comment, how: 'Done.' }))).toBe(forbidden);
    const asked = { document: uid, version: '1.0', text: 'Add the limit.', urgency: 'normal' };
    expect(codeOf(await program.attempt(requestChange, asked))).toBeNull();
    const { comments, answers, requests } = await org.services.database.read(org.world.org, async (read) => ({
      comments: await read.selectFrom('read.review_comment').select(['author_uid', 'author_name']).execute(),
      answers: await read.selectFrom('read.comment_answer').select(['author_uid', 'author_name']).execute(),
      requests: await read.selectFrom('read.change_request').select(['author_uid', 'author_name']).execute(),
    }));
    const own = { author_uid: program.uid, author_name: program.name };
    expect({ comments, answers, requests }).toEqual({ comments: [own], answers: [own], requests: [own] });
  });

  it('by program: gives nobody a role above Employee', async () => {
    const newcomer = { firstName: 'Ada', lastName: 'Miller', departments: org.world.uidsOf(['Quality']) };
    const email = (name: string) => `${name}@${org.employee.email.split('@')[1]}`;
    for (const role of ['AUTHOR', 'ADMIN', 'SUPER_ADMIN'])
      expect([role, codeOf(await program.attempt(inviteUser, { ...newcomer, role, email: email('ada') }))]).toEqual([
        role,
        role === 'SUPER_ADMIN' ? 'super_admin_required' : forbidden,
      ]);
    expect(
      codeOf(await program.attempt(inviteUser, { ...newcomer, role: 'EMPLOYEE', email: email('eve') })),
    ).toBeNull();
    const { employee } = org;
    const promoted = { user: employee.uid, ...profile(employee, ['Quality']), role: 'AUTHOR' };
    expect(codeOf(await program.attempt(editUser, promoted))).toBe(forbidden);
    expect(codeOf(await program.attempt(editUser, { ...promoted, role: 'EMPLOYEE', lastName: 'Sato' }))).toBeNull();
  });

  it('by program: changes the departments alone of who has a right', async () => {
    const { author, admin, other } = org;
    const moved = { user: author.uid, ...profile(author, ['Laboratory']) };
    expect(codeOf(await program.attempt(editUser, moved))).toBeNull();
    for (const change of [{ lastName: 'Sato' }, { role: 'EMPLOYEE' }, { manager: other.uid }])
      expect(codeOf(await program.attempt(editUser, { ...moved, ...change }))).toBe(forbidden);
    for (const { uid: user } of [author, admin]) {
      const email = `x${user.slice(0, 8)}@${author.email.split('@')[1]}`;
      expect(codeOf(await program.attempt(changeEmail, { user, email }))).toBe(forbidden);
      expect(codeOf(await program.attempt(endUserSessions, { user }))).toBe(forbidden);
    }
    expect(codeOf(await program.attempt(deactivateUser, { user: author.uid }))).toBe(forbidden);
    await org.world.act(admin, deactivateUser, { user: author.uid });
    expect(codeOf(await program.attempt(reactivateUser, { user: author.uid }))).toBe(forbidden);
    const invited = await org.world.invite({ ...other, email: `i.${other.email}` }, ['Quality']);
    expect(codeOf(await program.attempt(resendInvitation, { user: invited.uid }))).toBe(forbidden);
  });

  it('by program: an address it asked for does not become that of an author', async () => {
    const { employee, admin, world, services } = org;
    const email = `mallory@${employee.email.split('@')[1]}`;
    expect(codeOf(await program.attempt(changeEmail, { user: employee.uid, email }))).toBeNull();
    await world.act(admin, editUser, { user: employee.uid, ...profile(employee, ['Quality']), role: 'AUTHOR' });
    const { events } = await services.ledger.readStream(world.org, streams.user(employee.uid));
    expect(events.at(-1)?.type).toBe('EmailChangeCancelled');
  });

  it('by program: who answers for it is a maker of the version that it sends', async () => {
    const { world, admin, author, other } = await regulated();
    const uid = await world.create(author, { ...sop('702'), approvers: [other] });
    const change = majorChange('Limits.');
    const next = { ...(await revision(org, uid, admin, '2.0', [admin, other])), change, reason: 'Limits.' };
    expect(codeOf(await program.attempt(reviseDocument, next))).toBeNull();
    const removed = await world.attempt(author, removeApprover, {
      document: uid,
      approval: await approvalOf(uid, other),
    });
    expect(codeOf(removed)).toBe('duties_not_separated');
  });

  it('by the ledger: what a program could not do is found by the verifier', async () => {
    const uid = await inReview([org.other]);
    const { services, world } = org;
    expect(await actorFaults(org, db)).toEqual([]);
    const actor = { kind: 'service_account' as const, uid: program.uid, name: program.name, address: null };
    const write = async (stream: string, event: E) => {
      const { version } = await services.ledger.readStream(world.org, stream);
      const writes = [{ stream, expectedVersion: version, events: [encode(event)] }];
      const commandId = services.newId();
      expect(await services.ledger.append({ org: world.org, actor, commandId, writes, answer: null })).toMatchObject({
        kind: 'appended',
      });
    };
    await write(streams.document(uid), { type: 'DocumentApproved', data: { document: uid, version: '1.0' } });
    const change = { field: 'role', old: 'EMPLOYEE', new: 'ADMIN' };
    const none = { departments: [], departmentsAdded: [], departmentsRemoved: [], reason: null };
    await write(streams.user(org.employee.uid), {
      type: 'UserEdited',
      data: { user: org.employee.uid, changes: [change], ...none },
    });
    expect(await actorFaults(org, db)).toEqual([
      expect.stringContaining('which can never do this'),
      expect.stringContaining('which gives and changes no rights'),
    ]);
  });
});
