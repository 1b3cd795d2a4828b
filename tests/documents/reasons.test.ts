import { describe, expect, it } from 'vitest';
import { addApprover, removeApprover, replaceApprover } from '#app/documents/commands/approvers.ts';
import { leaveOutApprover, nameApprovers } from '#app/documents/commands/name-approvers.ts';
import { assignDepartments, giveEffectiveDate } from '#app/documents/commands/prepared.ts';
import { reinstateDocument } from '#app/documents/commands/reinstate.ts';
import { rescheduleDocument } from '#app/documents/commands/reschedule.ts';
import { retireDocument } from '#app/documents/commands/retire.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { transferOwnership } from '#app/documents/commands/transfer-ownership.ts';
import type { Command } from '#app/kit/command/command.ts';
import { inDays, majorChange, organisation, type Organisation, revision, sop } from '#tests/support/organisation.ts';

interface Scene {
  inReview: string;
  pending: string;
  retired: string;
  approval: string;
}

async function scene(org: Organisation): Promise<Scene> {
  const { services, world, admin, author, other } = org;
  const inReview = await world.create(author, { ...sop('001'), approvers: [other, admin] });
  const [pending, retired] = [
    await world.create(author, { ...sop('002'), approvers: [other] }),
    await world.create(author, { ...sop('003'), approvers: [other] }),
  ];
  await world.sign(other, pending);
  await world.publish(pending, ['Quality'], inDays(5));
  await world.act(admin, retireDocument, { document: retired, reason: 'Merged.' });
  const { uid: approval } = await services.database.read(world.org, (db) =>
    db
      .selectFrom('read.approval')
      .select('uid')
      .where('document_uid', '=', inReview)
      .where('user_uid', '=', other.uid)
      .executeTakeFirstOrThrow(),
  );
  return { inReview, pending, retired, approval };
}

type Act = [name: string, by: 'admin' | 'author', command: unknown, input: (of: Scene, org: Organisation) => unknown];

/** Changes of what is in force or of a right, each with a reason that the setting requires. */
const acts: Act[] = [
  [
    'an approver added',
    'author',
    addApprover,
    ({ inReview }, { author }) => ({ document: inReview, user: author.uid }),
  ],
  [
    'approvers named',
    'author',
    nameApprovers,
    ({ inReview }, { author }) => ({
      document: inReview,
      approvers: [author.uid],
    }),
  ],
  ['an approver removed', 'author', removeApprover, ({ inReview, approval }) => ({ document: inReview, approval })],
  ['an approver left out', 'author', leaveOutApprover, ({ inReview, approval }) => ({ document: inReview, approval })],
  [
    'departments',
    'admin',
    rescheduleDocument,
    ({ pending }, { world }) => ({
      document: pending,
      departments: world.uidsOf(['Laboratory']),
    }),
  ],
  [
    'departments by a call',
    'admin',
    assignDepartments,
    ({ pending }, { world }) => ({
      document: pending,
      departments: world.uidsOf(['Laboratory']),
    }),
  ],
  ['the effective date', 'admin', rescheduleDocument, ({ pending }) => ({ document: pending, effectiveAt: inDays(9) })],
  [
    'the effective date by a call',
    'admin',
    giveEffectiveDate,
    ({ pending }) => ({
      document: pending,
      effectiveAt: inDays(9),
    }),
  ],
  ['the owner', 'author', transferOwnership, ({ inReview }, { admin }) => ({ document: inReview, owner: admin.uid })],
  ['a reinstatement', 'admin', reinstateDocument, ({ retired }) => ({ document: retired })],
  [
    'a revision',
    'author',
    reviseDocument,
    async ({ pending }, org) => ({
      ...(await revision(org, pending, org.author, '2.0', [org.other])),
      change: majorChange(),
    }),
  ],
];

/** Whatever the setting is. */
const always: Act[] = [
  [
    'an approver replaced',
    'admin',
    replaceApprover,
    ({ inReview, approval }, { author }) => ({
      document: inReview,
      approval,
      user: author.uid,
    }),
  ],
  ['a retirement', 'admin', retireDocument, ({ pending }) => ({ document: pending })],
];

const missing = { failure: { code: 'invalid_input', fields: { reason: ['This field is required.'] } } };

const reasonsOf = async ({ services, world }: Organisation, { inReview, pending, retired }: Scene) => {
  const streams = await Promise.all(
    [inReview, pending, retired].map((uid) => services.ledger.readStream(world.org, `document-${uid}`)),
  );
  return streams
    .flatMap(({ events }) => events.map(({ data }) => data.reason))
    .filter((reason) => reason !== undefined);
};

/** Those that can follow each other on one scene. */
const inTurn = [
  'an approver added',
  'an approver removed',
  'departments',
  'the effective date',
  'a reinstatement',
  'a revision',
  'the owner',
];

describe('[A11-9b] reasons of document changes', () => {
  it('are required under the preset Regulated, and recorded', async () => {
    const org = await organisation({ preset: 'regulated' });
    const of = await scene(org);
    const attempt = async ([, by, command, input]: Act, reason: string) =>
      org.world.attempt(org[by], command as Command<never, never>, { ...((await input(of, org)) as object), reason });
    for (const act of [...acts, ...always]) expect(await attempt(act, '  '), act[0]).toMatchObject(missing);
    for (const act of inTurn.map((name) => acts.find(([one]) => one === name)!)) {
      expect(await attempt(act, `Because of ${act[0]}.`), act[0]).toMatchObject({ ok: true });
      expect(await reasonsOf(org, of)).toContain(`Because of ${act[0]}.`);
    }
  });

  it('may be left out under the preset Standard, but for replacement and retirement', async () => {
    const org = await organisation();
    const of = await scene(org);
    const attempt = async ([, by, command, input]: Act) =>
      org.world.attempt(org[by], command as Command<never, never>, await input(of, org));
    for (const act of always) expect(await attempt(act), act[0]).toMatchObject(missing);
    for (const act of inTurn.map((name) => acts.find(([one]) => one === name)!))
      expect(await attempt(act), act[0]).toMatchObject({ ok: true });
    expect(await reasonsOf(org, of)).toContain(null);
  });
});
