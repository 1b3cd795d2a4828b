import { describe, expect, it } from 'vitest';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { deactivateUser } from '#app/people/commands/activation.ts';
import { editUser } from '#app/people/commands/edit.ts';
import { readRecipient } from '#app/kit/people/recipient.ts';
import { templates } from '#app/notifications/emails/registry.ts';
import type { ReminderKind } from '#app/kit/email/reminder-subject.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { inDays, organisation, revision, sop, type Organisation } from '#tests/support/organisation.ts';

/** The subject of a reminder to somebody at a moment; null where no email is needed. */
async function subjectOf(org: Organisation, kind: ReminderKind, to: Person, about: string[], now: string) {
  const { services: ports, world } = org;
  const recipient = await readRecipient(ports.database, world.org, to.uid);
  if (!recipient) throw new Error('There is no such recipient.');
  const context = {
    publicUrl: 'https://quality.northmere.example',
    organisation: world.name,
    timeZone: 'UTC',
    to: { firstName: to.firstName, email: to.email },
    now,
  };
  const template = templates[kind];
  if (recipient.status !== template.status) return null;
  const written = await template.write({ ports, org: world.org, key: kind, event: null, about, recipient, context });
  return 'skip' in written ? null : written.subject;
}

const become = ({ world, admin }: Organisation, person: Person, role: Person['role']) =>
  world.act(admin, editUser, { ...person, role, user: person.uid, departments: world.uidsOf(['Quality']) });

async function inForce({ world, author, other }: Organisation, docNum: string, more: object = {}): Promise<string> {
  const document = await world.create(author, { ...sop(docNum), approvers: [other], ...more });
  await world.sign(other, document);
  await world.publishNow(document, ['Quality']);
  return document;
}

const recordOf = ({ services, world }: Organisation, { uid }: Person, document: string): Promise<string> =>
  services.database.read(world.org, async (db) => {
    const found = db.selectFrom('read.training_record').select('uid').where('document_uid', '=', document);
    return (await found.where('user_uid', '=', uid).executeTakeFirstOrThrow()).uid;
  });

describe('a reminder of the recipient’s own training', () => {
  it('lists open training before or after its due date, and is not sent without any', async () => {
    const org = await organisation();
    const { world, author, employee } = org;
    const documents = [await inForce(org, '001'), await inForce(org, '002')] as const;
    const [first, second] = [await recordOf(org, employee, documents[0]), await recordOf(org, employee, documents[1])];
    const others = await recordOf(org, author, documents[0]);
    const due = (about: string[], now: string) => subjectOf(org, 'training-due', employee, about, now);
    const overdue = (about: string[], now: string) => subjectOf(org, 'training-overdue', employee, about, now);
    expect(await due([first, others], inDays(12))).toMatch(/^Due on .*: SOP - QA - 001, Procedure 001$/);
    expect(await due([first, second], inDays(12))).toBe('Due soon: training on 2 documents');
    expect(await due([others], inDays(12))).toBeNull();
    expect(await due([first], inDays(15))).toBeNull();
    expect(await overdue([first], inDays(12))).toBeNull();
    expect(await overdue([first, others], inDays(15))).toBe('Overdue: SOP - QA - 001, Procedure 001');
    await world.train(employee, documents[0]);
    expect(await overdue([first], inDays(15))).toBeNull();
    expect(await overdue([first, second], inDays(15))).toBe('Overdue: SOP - QA - 002, Procedure 002');
  });
});

describe('a reminder of other people’s training', () => {
  it('lists overdue training for admins only', async () => {
    const org = await organisation();
    const { admin, other, employee } = org;
    const record = await recordOf(org, employee, await inForce(org, '001'));
    const words = 'Training of one person is overdue at Northmere Diagnostics';
    expect(await subjectOf(org, 'training-escalated', admin, [record], inDays(22))).toBe(words);
    expect(await subjectOf(org, 'training-escalated', other, [record], inDays(22))).toBeNull();
    expect(await subjectOf(org, 'training-escalated', admin, [record], inDays(12))).toBeNull();
  });
});

describe('a reminder of a waiting approval', () => {
  it('goes to the approver who can still sign, while the approval is open', async () => {
    const org = await organisation();
    const { services, world, author, other, admin } = org;
    const document = await world.create(author, { ...sop('001'), approvers: [other, admin] });
    const rows = await services.database.read(world.org, (db) =>
      db.selectFrom('read.approval').select(['uid', 'user_uid']).where('document_uid', '=', document).execute(),
    );
    const all = rows.map(({ uid }) => uid);
    const own = rows.find(({ user_uid: user }) => user === other.uid)!.uid;
    const asked = (to: Person, about: string[]) => subjectOf(org, 'approval-waiting', to, about, inDays(8));
    const words = 'Approval still needed: SOP - QA - 001, Procedure 001';
    expect(await asked(other, all)).toBe(words);
    expect(await asked(admin, [own])).toBeNull();
    await become(org, other, 'EMPLOYEE');
    expect(await asked(other, all)).toBeNull();
    await become(org, other, 'AUTHOR');
    expect(await asked(other, all)).toBe(words);
    await world.sign(other, document);
    expect(await asked(other, all)).toBeNull();
    await world.sign(admin, document, 'Step 4 is not possible.');
    expect(await asked(admin, all)).toBeNull();
  });
});

describe('a reminder of a periodic review', () => {
  it('goes to the owner who may record it and to the admins, once it is due', async () => {
    const org = await organisation();
    const { admin, author, other } = org;
    const document = await inForce(org, '001', { reviewInterval: 30 });
    const due = (to: Person, now = inDays(31)) => subjectOf(org, 'review-due', to, [document], now);
    const words = 'Periodic review due: SOP - QA - 001, Procedure 001';
    for (const person of [admin, author]) expect(await due(person)).toBe(words);
    expect(await due(other)).toBeNull();
    expect(await due(admin, inDays(29))).toBeNull();
    await become(org, author, 'EMPLOYEE');
    expect(await due(author)).toBeNull();
    expect(await due(admin)).toBe(words);
    // While a revision is under way, the revision is the answer.
    await org.world.act(admin, reviseDocument, await revision(org, document, admin, '2.0', [other]));
    expect(await due(admin)).toBeNull();
  });
});

describe('any reminder', () => {
  it('is not sent to a deactivated person, and no digest without open tasks', async () => {
    const org = await organisation();
    const { world, admin, author, employee } = org;
    const document = await inForce(org, '001', { reviewInterval: 30 });
    const digest = (to: Person) => subjectOf(org, 'weekly-digest', to, [to.uid], inDays(1));
    expect(await digest(employee)).toBe('Your open tasks at Northmere Diagnostics');
    await world.train(employee, document);
    expect(await digest(employee)).toBeNull();
    const due = () => subjectOf(org, 'review-due', author, [document], inDays(31));
    expect(await due()).not.toBeNull();
    await world.act(admin, deactivateUser, { user: author.uid });
    expect(await due()).toBeNull();
  });
});
