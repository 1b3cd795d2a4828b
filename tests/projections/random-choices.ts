import { cancelBecauseOfDocument, moveDueDates } from '#events/training/cancel.ts';
import { streams } from '#events/streams.ts';
import { commandsOn, principalOf, rotate } from './document-commands.ts';
import type { History } from './history.ts';
import type { UserCommand } from '#tests/deciders/rules.ts';

/** Four random numbers: what happens, to which, by whom, and how. */
export interface Choice {
  what: number;
  which: number;
  who: number;
  how: number;
}

const pick = <T>(list: readonly T[], die: number): T | undefined => list[die % list.length];
/** One thing happens, as the numbers choose; where the rules forbid it, the next thing that they allow. */
export async function step(history: History, { what, which, who, how }: Choice): Promise<void> {
  // Few documents, so that some of them come to the end of their lives.
  const document = pick([...history.documents.keys()].slice(0, 3), which);
  const user = pick([...history.people.keys()], which);
  switch (what % 8) {
    case 0:
      await history.createDocument(how);
      return;
    case 1:
      if (user) await somethingWith(history, user, who, how);
      return;
    case 2:
      await train(history, which, who, how);
      return;
    case 3:
      if (document && user) await read(history, document, user);
      return;
    case 4:
      if (how % 2 === 0) await history.addDepartment(`Department ${how % 20}`);
      else
        await history.invite(
          `Person ${how}`,
          how % 3 === 0 ? 'AUTHOR' : 'EMPLOYEE',
          rotate(history.departments, how).slice(0, 2),
        );
      return;
    default:
      if (document) await somethingAbout(history, document, who, how);
  }
}

async function read(history: History, document: string, uid: string): Promise<void> {
  const state = history.document(document);
  const user = history.user(uid);
  const file = state?.current.files.final;
  if (!state || !user || !file) return;
  await history.write(streams.reading(document, uid), [
    {
      type: 'DocumentFileDownloaded',
      data: {
        document,
        version: state.current.version,
        kind: 'final',
        purpose: 'approval',
        sha256: file.sha256,
        user: { uid, name: `${user.firstName} ${user.lastName}` },
      },
    },
  ]);
}

export async function somethingWith(history: History, uid: string, who: number, how: number): Promise<void> {
  const user = history.user(uid);
  if (!user) return;
  const principal = history.admin();
  const now = history.now();
  const details = {
    firstName: user.firstName,
    lastName: `Name ${how}`,
    role: user.role,
    departments: rotate(history.departments, who).slice(0, 1 + (how % 2)),
  };
  const commands: UserCommand[] = [
    { type: 'EditUser', principal, now, details, reason: null, otherActiveAdmins: 1, isLocalAdmin: false },
    { type: 'DeactivateUser', principal, now, reason: 'Left', otherActiveAdmins: 1, isLocalAdmin: false },
    { type: 'ReactivateUser', principal, now, reason: null, invitationDays: 1 },
    { type: 'ConfirmAccount', now, code: 'right', passwordAccepted: true },
    { type: 'IssueCode', now, purpose: 'confirm', invitationDays: 1 },
    { type: 'ResendInvitation', principal, now, invitationDays: 3 },
    {
      type: 'RequestEmailChange',
      principal,
      now,
      email: `${user.uid}@northmere.example`,
      emailInUse: false,
      domains: null,
      reason: null,
    },
    { type: 'CancelEmailChange', principal, now, reason: null },
    {
      type: 'ConfirmEmail',
      now,
      email: `${user.uid}@northmere.example`,
      emailInUse: false,
      invitationDays: 1,
      by: user.uid,
    },
    { type: 'SetPassword', now, how: 'changed' },
    { type: 'AcceptSignatureStatement', principal: principalOf(user), now, statement: 'It binds me.' },
  ];
  for (const command of rotate(commands, how)) if (await history.person(uid, command)) return;
}

export async function somethingAbout(history: History, uid: string, who: number, how: number): Promise<void> {
  const document = history.document(uid);
  if (!document) return;
  const commands = commandsOn(history, document, who, how);
  const onward = ['SendForReview', 'Approve', 'Publish', 'BecomeEffective'];
  const { working, final } = document.current.files;
  if (how % 2 === 0 && working && final) commands.sort((a, b) => onward.indexOf(b.type) - onward.indexOf(a.type));
  for (const command of how % 2 === 0 ? commands : rotate(commands, how)) if (await history.act(uid, command)) return;
}

async function train(history: History, which: number, who: number, how: number): Promise<void> {
  const document = history.document(pick([...history.documents.keys()].slice(0, 3), which) ?? '');
  if (!document) return;
  const named = { uid: document.uid, name: document.name };
  const records = [...history.records.values()].filter((record) => record.document === document.uid);
  const now = history.now();
  if (how % 4 === 0) {
    const effectiveAt = new Date(Date.parse(now) + how * 86_400_000).toISOString();
    const { version } = document.current;
    const moved = moveDueDates(named, { version, effectiveAt, carriesOver: false }, records, 14);
    if (moved.length > 0) await history.write(streams.training(document.uid), moved);
    return;
  }
  if (how % 4 === 1) {
    const cancelled = cancelBecauseOfDocument('withdrawn', named, rotate(records, who).slice(0, 2));
    if (cancelled.length > 0) await history.write(streams.training(document.uid), cancelled);
    for (const { data } of cancelled) for (const { record } of data.records) history.settle(record, 'CANCELLED', null);
    return;
  }
  const open = rotate(records, who).find((record) => record.status === 'OPEN');
  if (open && how % 4 === 2) return await history.complete(open, document);
  await history.assign(document, now);
}
