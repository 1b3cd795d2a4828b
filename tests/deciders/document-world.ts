import { expect } from 'vitest';
import { fold } from '#events/decider.ts';
import type { StoredFile } from '#events/document/events.ts';
import type { DocumentEvent } from '#events/document/evolve.ts';
import type { DocumentState } from '#events/document/state.ts';
import type { LifeStatus } from '#events/document/status.ts';
import {
  admin,
  approverOne,
  approverTwo,
  author,
  choose,
  manufacturing,
  now,
  otherAuthor,
  quality,
  signing,
  system,
  tomorrow,
  uidOf,
} from '#tests/deciders/people.ts';
import { type DocumentCommand, documentDecider } from '#tests/deciders/rules.ts';

export type CommandOf<T extends DocumentCommand['type']> = Extract<DocumentCommand, { type: T }>;

export const documentUid = uidOf(1000);
export const approvalOne = uidOf(2001);
export const approvalTwo = uidOf(2002);

/** A stored file whose fingerprint repeats one hexadecimal digit. */
export const fileOf = (digit: string, kind: 'working' | 'final'): StoredFile => ({
  objectKey: `${documentUid}/${digit}`,
  name: kind === 'final' ? 'Batch Record Review.pdf' : 'Batch Record Review.docx',
  mediaType:
    kind === 'final' ? 'application/pdf' : 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  size: 1200,
  sha256: digit.repeat(64),
  pages: kind === 'final' ? 3 : null,
});

export const working = fileOf('a', 'working');
export const final = fileOf('b', 'final');
export const nextWorking = fileOf('c', 'working');
export const nextFinal = fileOf('d', 'final');
export const signedPdf = fileOf('e', 'final');

const facts = { nameInUse: false, numberInUse: false, functionalAreaExists: true };

/** One sound command of each type, by somebody who may give it: what a test varies. */
export const commands: { [T in DocumentCommand['type']]: CommandOf<T> } = {
  CreateDocument: {
    type: 'CreateDocument',
    principal: author,
    now,
    document: documentUid,
    details: {
      name: 'Batch Record Review',
      type: 'SOP',
      functionalArea: 'QA',
      docNum: '017',
      version: '1.0',
      externallyEffective: false,
      trainingInterval: 365,
      reviewInterval: 730,
    },
    facts,
  },
  EditDraft: { type: 'EditDraft', principal: author, now, details: { name: 'Batch Record Review, revised' }, facts },
  AttachFile: { type: 'AttachFile', principal: author, now, kind: 'working', file: nextWorking },
  SendForReview: {
    type: 'SendForReview',
    principal: author,
    now,
    approvers: [choose(approverOne, approvalOne), choose(approverTwo, approvalTwo)],
  },
  DeclareExternallyEffective: { type: 'DeclareExternallyEffective', principal: admin, now },
  AddApprover: { type: 'AddApprover', principal: author, now, approver: choose(admin, uidOf(2003)) },
  RemoveApprover: { type: 'RemoveApprover', principal: author, now, approval: approvalTwo, reason: null },
  ReplaceApprover: {
    type: 'ReplaceApprover',
    principal: admin,
    now,
    approval: approvalTwo,
    approver: choose(admin, uidOf(2004)),
    reason: 'On parental leave until June.',
  },
  Approve: {
    type: 'Approve',
    principal: approverOne,
    now,
    approval: approvalOne,
    signing: signing(approverOne, [final.sha256]),
  },
  Reject: {
    type: 'Reject',
    principal: approverTwo,
    now,
    approval: approvalTwo,
    signing: signing(approverTwo, [final.sha256], 'Step 6.3 refers to a retired form.'),
  },
  Publish: {
    type: 'Publish',
    principal: admin,
    now,
    departments: [quality],
    effectiveAt: tomorrow,
    zone: 'America/New_York',
    waiveTraining: false,
    hasTrainees: true,
  },
  ChangeEffectiveDate: {
    type: 'ChangeEffectiveDate',
    principal: admin,
    now,
    effectiveAt: '2026-04-01T00:00:00.000Z',
    zone: 'Asia/Tokyo',
  },
  ChangeDepartments: { type: 'ChangeDepartments', principal: admin, now, departments: [manufacturing] },
  BecomeEffective: { type: 'BecomeEffective', principal: system, now: tomorrow, trainingRate: 40 },
  Revise: {
    type: 'Revise',
    principal: author,
    now,
    version: '2.0',
    details: {},
    nameInUse: false,
    files: { working: null, final: nextFinal },
    approvers: [choose(approverOne, uidOf(2011)), choose(approverTwo, uidOf(2012))],
    trainingRate: 40,
  },
  RecordReview: {
    type: 'RecordReview',
    principal: author,
    now,
    outcome: 'no_change_needed',
    comment: 'Read against ISO 13485:2016.',
  },
  Retire: { type: 'Retire', principal: admin, now, reason: 'Replaced by SOP 018.', trainingRate: 40 },
  Reinstate: { type: 'Reinstate', principal: admin, now, nameInUse: false, reason: 'The product is made again.' },
  MakeComment: {
    type: 'MakeComment',
    principal: author,
    now,
    version: '1.0',
    comment: uidOf(3001),
    page: 2,
    area: null,
    words: 'within 2 days',
    text: 'Step 6.3 refers to a retired form.',
    mustFix: true,
  },
  AnswerComment: {
    type: 'AnswerComment',
    principal: author,
    now,
    comment: uidOf(3001),
    answer: uidOf(3002),
    text: 'The form was renamed.',
  },
  ResolveComment: { type: 'ResolveComment', principal: author, now, comment: uidOf(3001), how: 'Checked.' },
  WaiveSeparation: { type: 'WaiveSeparation', principal: admin, now, reason: 'The only expert.' },
  TransferOwnership: {
    type: 'TransferOwnership',
    principal: author,
    now,
    owner: { user: otherAuthor.uid, name: otherAuthor.name, role: otherAuthor.role, status: otherAuthor.status },
    reason: 'Leaves the company.',
  },
  Discard: { type: 'Discard', principal: author, now },
  KeepSignedPdf: {
    type: 'KeepSignedPdf',
    principal: system,
    now,
    version: '1.0',
    original: final.sha256,
    file: signedPdf,
    upTo: '40',
    seal: { sealedAt: now, certificate: 'c'.repeat(64) },
  },
  KeepComparison: {
    type: 'KeepComparison',
    principal: system,
    now,
    made: {
      from: { version: '1.0', sha256: final.sha256 },
      to: { version: '1.0', sha256: final.sha256 },
      method: 'imprimatur-comparison-2',
      file: { ...working, sha256: 'e'.repeat(64) },
      sha256: 'e'.repeat(64),
      wordsAdded: 0,
      wordsRemoved: 0,
      pagesChanged: 0,
      elementsChanged: 0,
    },
  },
};

export const commandTypes = Object.keys(commands) as DocumentCommand['type'][];

/** Gives each command to what the ones before it left, and expects none to be refused. */
export function live(...given: DocumentCommand[]): DocumentEvent[] {
  const events: DocumentEvent[] = [];
  for (const command of given) {
    const decision = documentDecider.decide(command, stateOf(events));
    if (!decision.ok) expect.fail(`${command.type} was refused: ${JSON.stringify(decision.failure)}`);
    events.push(...decision.events);
  }
  return events;
}

export const stateOf = (events: readonly DocumentEvent[]): DocumentState => fold(documentDecider, events);

/** The second signature, which approves the version. */
export const approveTwo: CommandOf<'Approve'> = {
  ...commands.Approve,
  principal: approverTwo,
  approval: approvalTwo,
  signing: signing(approverTwo, [final.sha256]),
};

const created = [
  commands.CreateDocument,
  { ...commands.AttachFile, kind: 'working', file: working },
  { ...commands.AttachFile, kind: 'final', file: final },
] as const;
const inReview = [...created, commands.SendForReview] as const;
const approved = [...inReview, commands.Approve, approveTwo] as const;
const pending = [...approved, commands.Publish] as const;
const effective = [...pending, commands.BecomeEffective] as const;

/** The commands that bring a document to each status. */
export const lives: Record<LifeStatus, readonly DocumentCommand[]> = {
  CREATED: created,
  IN_REVIEW: inReview,
  APPROVED: approved,
  REJECTED: [...inReview, commands.Reject],
  PENDING: pending,
  EFFECTIVE: effective,
  RETIRED: [...effective, commands.Retire],
};

export const eventsIn = (status: LifeStatus): DocumentEvent[] => live(...lives[status]);

/** In review, with one of two signatures. */
export const oneSigned = (): DocumentEvent[] => live(...inReview, commands.Approve);

/** Version 2.0 in review while version 1.0 is in force. */
export const revisedWhileEffective = (): DocumentEvent[] => live(...effective, commands.Revise);

export const externallyEffective = (): DocumentEvent[] => live(...created, commands.DeclareExternallyEffective);
