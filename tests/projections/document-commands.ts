import { randomUUID } from 'node:crypto';
import type { ApproverChoice } from '#events/document/commands.ts';
import type { StoredFile } from '#events/document/events.ts';
import type { Document } from '#events/document/state.ts';
import type { User } from '#events/user/state.ts';
import type { Principal } from '#events/permissions.ts';
import type { SigningFacts } from '#events/signature.ts';
import type { History } from './history.ts';
import { route } from './route-events.ts';
import type { DocumentCommand } from '#tests/deciders/rules.ts';

export const rotate = <T>(list: readonly T[], die: number): T[] => {
  const at = die % Math.max(1, list.length);
  return [...list.slice(at), ...list.slice(0, at)];
};

export const system: Principal = { kind: 'system' };

export const principalOf = ({ uid, firstName, lastName, role, status }: User): Principal => ({
  kind: 'user',
  uid,
  name: `${firstName} ${lastName}`,
  role,
  status,
});

export const signingOf = (user: User, file: StoredFile | null, reason: string | null, now: string): SigningFacts => ({
  signer: { uid: user.uid, email: user.email, printedName: `${user.firstName} ${user.lastName}`, role: user.role },
  entered: {
    email: user.email,
    signedName: `${user.firstName} ${user.lastName}`,
    consent: true,
    reason,
    comparison: null,
  },
  credential: { method: 'email and password', checkedAt: now },
  secondFactorAsked: false,
  opened: file ? [{ sha256: file.sha256, position: '9' }] : [],
  comparison: null,
  identityVerified: true,
  statementAccepted: true,
});

/** An exception by an admin who has no part in the document: nobody excepts themselves. */
export function waiver(history: History): DocumentCommand {
  const neutral = { ...history.admin(), uid: '00000000-0000-4000-8000-0000000000aa' };
  return { type: 'WaiveSeparation', principal: neutral, now: history.now(), reason: 'Nobody else\tis "here"' };
}

/** Commands on a document that could be given now, in the order of its life; the rules refuse some. */
export function commandsOn(history: History, document: Document, who: number, how: number): DocumentCommand[] {
  const now = history.now();
  const principal = history.admin();
  const { current } = document;
  const approvers = history.users().filter((user) => user.role !== 'EMPLOYEE' && user.status === 'ACTIVE');
  const choices = rotate(approvers, who).slice(0, 2).map(choiceOf);
  const open = current.approvals.find((approval) => approval.status === 'OPEN');
  const signer = open && history.user(open.user);
  const [major] = current.version.split('.');
  const departments = rotate(history.departments, who).slice(0, 2);
  const later = new Date(Date.parse(now) + (how + 1) * 3_600_000).toISOString();
  const signing = signer && signingOf(signer, current.files.final, 'It does not match the batch record.', now);
  const by = signer && principalOf(signer);
  const facts = { nameInUse: false, numberInUse: false, functionalAreaExists: true };
  const routed = how % 2 === 0 ? { route, approvers: choices.map((one, at) => ({ ...one, step: at + 1 })) } : {};
  const commands: (DocumentCommand | false | undefined)[] = [
    { type: 'AttachFile', principal, now, kind: 'working', file: fileOf('working', how) },
    { type: 'AttachFile', principal, now, kind: 'final', file: fileOf('final', how) },
    { type: 'SendForReview', principal, now, approvers: choices, ...routed },
    open && by && signing && { type: 'Approve', principal: by, now, approval: open.uid, signing },
    {
      type: 'Publish',
      principal,
      now,
      departments,
      effectiveAt: later,
      zone: how % 2 === 0 ? 'UTC' : 'America/New_York',
      waiveTraining: how % 7 === 0,
      hasTrainees: how % 2 === 0,
    },
    { type: 'BecomeEffective', principal: system, now: '2027-01-01T00:00:00.000Z', trainingRate: how % 101 },
    open && by && signing && how % 3 === 0 && { type: 'Reject', principal: by, now, approval: open.uid, signing },
    { type: 'EditDraft', principal, now, details: { name: `Procedure ${how}`, version: '1.1' }, facts },
    choices[0] && { type: 'AddApprover', principal, now, approver: choices[0] },
    open && { type: 'RemoveApprover', principal, now, approval: open.uid, reason: null },
    open &&
      choices[1] && {
        type: 'ReplaceApprover',
        principal,
        now,
        approval: open.uid,
        approver: choices[1],
        reason: 'Away\tuntil "June"',
      },
    {
      type: 'Revise',
      principal,
      now,
      version: `${Number(major) + 1}.0`,
      details: { name: `Procedure ${how} revised`, trainingInterval: 1 + (how % 3), reviewInterval: 1 + (who % 3) },
      nameInUse: false,
      files: { working: null, final: fileOf('final', how) },
      approvers: choices,
      ...routed,
      trainingRate: how % 101,
    },
    { type: 'ChangeEffectiveDate', principal, now, effectiveAt: later, zone: 'Asia/Tokyo' },
    { type: 'ChangeDepartments', principal, now, departments },
    current.files.final !== null && {
      type: 'KeepSignedPdf',
      principal: system,
      now,
      version: current.version,
      original: current.files.final.sha256,
      file: fileOf('final', how + 1),
      upTo: String(how),
      seal: { sealedAt: now, certificate: 'c'.repeat(64) },
    },
    {
      type: 'MakeComment',
      principal,
      now,
      version: current.version,
      comment: randomUUID(),
      page: 1,
      area: how % 2 === 0 ? { x: 0, y: 10, width: 1000, height: how % 9 } : null,
      words: how % 3 === 0 ? null : 'Größe\t"1"',
      text: 'Wrong\tform "003"\\n',
      mustFix: how % 2 === 0,
    },
    current.files.final !== null && {
      type: 'KeepComparison',
      principal: system,
      now,
      made: {
        from: { version: current.version, sha256: current.files.final.sha256 },
        to: { version: current.version, sha256: current.files.final.sha256 },
        method: `method ${how}`,
        file: fileOf('working', how),
        sha256: fileOf('working', how).sha256,
        wordsAdded: how,
        wordsRemoved: 0,
        pagesChanged: 1,
        elementsChanged: 0,
      },
    },
    { type: 'RecordReview', principal, now, outcome: 'no_change_needed', comment: 'Fine "as it\tis"\\n' },
    how % 5 === 0 && { type: 'DeclareExternallyEffective', principal, now },
    how % 5 === 1 && { type: 'Retire', principal, now, reason: 'Not needed\nany more', trainingRate: how % 101 },
    how % 5 === 2 && { type: 'Discard', principal, now },
    how % 5 === 3 && waiver(history),
    how % 5 === 4 && { type: 'Reinstate', principal, now, nameInUse: false, reason: null },
  ];
  return commands.filter((command) => command !== undefined && command !== false && command !== null);
}

const choiceOf = (user: User): ApproverChoice => ({
  approval: randomUUID(),
  user: user.uid,
  name: `${user.firstName} ${user.lastName}`,
  role: user.role,
  status: user.status,
});

/** Names with what COPY and JSON must escape. */
const fileOf = (kind: 'working' | 'final', how: number): StoredFile => ({
  objectKey: `files/${how}`,
  name: kind === 'final' ? `Größe \\ "${how}"\t.pdf` : `Größe ${how}.docx`,
  mediaType: kind === 'final' ? 'application/pdf' : 'application/msword',
  size: 1000 + how,
  sha256: (how % 16).toString(16).repeat(64),
  pages: kind === 'final' ? 1 + (how % 9) : null,
});
