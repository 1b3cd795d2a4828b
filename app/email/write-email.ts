import { z } from 'zod';
import type { Recorded } from '#events/catalogue.ts';
import { uid } from '#events/common.ts';
import { isOpen } from '#events/document/approval.ts';
import type { ApprovalRequest } from '#events/document/events.ts';
import { typeLabel } from '#events/document/type.ts';
import { findApproval, type Document } from '#events/document/state.ts';
import type { UserStatus } from '#events/user/events.ts';
import type { CodePurpose } from '#app/identity/codes.ts';
import { documentAt } from '#app/email/ledger-facts.ts';
import type { Ports } from '#app/ports.ts';
import type { Written } from './deliver.ts';
import type { LetterContext } from './email.ts';
import * as about from './templates/documents.ts';
import * as people from './templates/people.ts';
import { readTraining } from './training-facts.ts';
import { readRecipient, type Recipient } from './recipient.ts';

export const templates = [
  'invitation',
  'reactivation',
  'reset-code',
  'password-changed',
  'account-locked',
  'approval-wanted',
  'document-rejected',
  'training-assigned',
] as const;
export type Template = (typeof templates)[number];

/** What a job says of a letter: the event it is about, and to whom it goes. No code, no text: they are made when it is sent. */
export const letterRequest = z.object({
  org: uid,
  /** The event's place in the ledger, decimal text. */
  position: z.string().regex(/^\d+$/),
  template: z.enum(templates),
  /** The recipient's uid. */
  to: uid,
  /** For `training-assigned`: that person's training records of the event. */
  records: z.array(uid).min(1).optional(),
});
export type LetterRequest = z.infer<typeof letterRequest>;

interface Desk {
  ports: Ports;
  request: LetterRequest;
  key: string;
  event: Recorded;
  recipient: Recipient;
  context: LetterContext;
}

const skip = (why: string): Written => ({ skip: why });
const actorName = ({ actor }: Recorded): string => (actor.kind === 'user' ? actor.name : 'An administrator');

/** Who a letter of each kind may still go to: who left gets none, and who has confirmed needs no code for it. */
const recipientsOf: Record<Template, UserStatus> = {
  invitation: 'INVITED',
  reactivation: 'INVITED',
  'reset-code': 'ACTIVE',
  'password-changed': 'ACTIVE',
  'account-locked': 'ACTIVE',
  'approval-wanted': 'ACTIVE',
  'document-rejected': 'ACTIVE',
  'training-assigned': 'ACTIVE',
};

/** Writes the letter that an event asks for, from what the ledger says of that moment and not from what is now. */
export async function writeLetter(desk: Desk): Promise<Written> {
  const { template } = desk.request;
  const wanted = recipientsOf[template];
  if (desk.recipient.status !== wanted) return skip(`the recipient is ${desk.recipient.status}`);
  switch (template) {
    case 'invitation':
      return codeLetter(desk, 'confirm');
    case 'reactivation':
      return codeLetter(desk, 'reconfirm');
    case 'reset-code':
      return codeLetter(desk, 'reset');
    case 'password-changed':
      return passwordChanged(desk);
    case 'account-locked':
      return accountLocked(desk);
    case 'approval-wanted':
      return approvalWanted(desk);
    case 'document-rejected':
      return documentRejected(desk);
    case 'training-assigned':
      return trainingAssigned(desk);
  }
}

/** The code is made here, when it is sent: neither the job nor the ledger ever holds it. Its time runs from the event. */
async function codeLetter(desk: Desk, purpose: CodePurpose): Promise<Written> {
  const { ports, request, key, event, recipient, context } = desk;
  const expiresAt = expiryOf(event);
  if (expiresAt === null) return skip(`${event.type} issues no code`);
  if (expiresAt <= context.now) return skip('the code expired before it could be sent');
  const code = await ports.identity.codes.issue({
    org: request.org,
    user: recipient.uid,
    purpose,
    key,
    issuedAt: event.recordedAt,
    expiresAt,
  });
  const issued = { code, expiresAt };
  const inviter = actorName(event);
  if (event.type === 'UserInvited') {
    const departments = event.data.departments.map(({ name }) => name);
    return { letter: people.invitation(context, { inviter, role: event.data.role, departments, issued }) };
  }
  if (event.type === 'UserReactivated') {
    const { role, departments } = recipient;
    return { letter: people.reactivation(context, { inviter, role, departments, issued }) };
  }
  return {
    letter: purpose === 'reset' ? people.resetCode(context, issued) : people.newCode(context, purpose, issued),
  };
}

function expiryOf(event: Recorded): string | null {
  switch (event.type) {
    case 'UserInvited':
    case 'UserReactivated':
      return event.data.codeExpiresAt;
    case 'VerificationCodeIssued':
      return event.data.expiresAt;
    default:
      return null;
  }
}

function passwordChanged({ event, context }: Desk): Written {
  if (event.type !== 'PasswordSet') return skip(`${event.type} sets no password`);
  const { how } = event.data;
  if (how !== 'changed' && how !== 'reset') return skip(`the password was ${how}`);
  return { letter: people.passwordChanged(context, { at: event.recordedAt, how }) };
}

async function accountLocked({ ports, request, event, recipient, context }: Desk): Promise<Written> {
  if (event.type !== 'UserLockedOut') return skip(`${event.type} locks nobody out`);
  const person = await readRecipient(ports.database, request.org, event.data.user);
  if (!person) return skip('the person is not there');
  const address = event.actor.kind === 'system' ? null : event.actor.address;
  const facts = {
    person: { name: person.fullName, email: person.email },
    at: event.recordedAt,
    until: event.data.until,
    address,
  };
  const own = recipient.uid === event.data.user;
  return { letter: own ? people.ownAccountLocked(context, facts) : people.accountLocked(context, facts) };
}

const named = (document: Document, version: string, name = document.name): about.NamedDocument => ({
  uid: document.uid,
  number: [typeLabel(document.type), document.functionalArea, document.docNum].join(' - '),
  version,
  name,
});

/** The approvals that an event opens, and of which version; null where it opens none. */
function approvalsAsked(
  event: Recorded,
): { document: string; version: string; approvals: readonly ApprovalRequest[] } | null {
  switch (event.type) {
    case 'DocumentSentForReview':
    case 'DocumentRevised':
      return event.data;
    case 'ApproverAdded':
      return { ...event.data, approvals: [event.data.approval] };
    case 'ApproverReplaced':
      return { ...event.data, approvals: [event.data.replacement] };
    default:
      return null;
  }
}

async function approvalWanted({ ports, request, event, recipient, context }: Desk): Promise<Written> {
  const asked = approvalsAsked(event);
  if (!asked) return skip(`${event.type} asks for no approval`);
  const { past, present } = await documentAt(ports.ledger, request.org, asked.document, event.position);
  const own = asked.approvals.find(({ user }) => user === recipient.uid);
  const found = own && present ? findApproval(present, own.uid) : null;
  if (!past || !found || !isOpen(found.approval)) return skip('the approval is no longer open');
  const from = event.actor.kind === 'user' ? event.actor.name : past.owner.name;
  const document = named(past, asked.version);
  return { letter: about.approvalWanted(context, { document, from, owner: past.owner.name }) };
}

async function documentRejected({ ports, request, event, recipient, context }: Desk): Promise<Written> {
  if (event.type !== 'ApprovalRejected') return skip(`${event.type} rejects nothing`);
  const { past } = await documentAt(ports.ledger, request.org, event.data.document, event.position);
  if (!past) return skip('the document is not there');
  const document = named(past, event.data.version);
  return {
    letter: about.documentRejected(context, {
      document,
      signature: event.data.signature,
      recipient: past.owner.uid === recipient.uid ? 'owner' : 'approver',
    }),
  };
}

/**
 * The name and number that each version has: one letter for everything that one event assigned, but what was cancelled or signed since. A
 * confirmation's lists all that was assigned by then: an invited person was told of none of it.
 */
async function trainingAssigned({ ports, request, event, recipient, context }: Desk): Promise<Written> {
  const { uid: user } = recipient;
  if (event.type === 'UserConfirmed' || event.type === 'UserReconfirmed') {
    const training = await readTraining(ports.database, request.org, { user, assignedBy: event.recordedAt });
    return toTrain(context, training, event.type === 'UserConfirmed' ? 'confirmed' : 'reactivated');
  }
  if (event.type !== 'TrainingAssigned') return skip(`${event.type} assigns no training`);
  const { assignments, because } = event.data;
  const records = request.records ?? assignments.filter((one) => one.user === user).map(({ record }) => record);
  if (records.length === 0) return skip('nothing is assigned to this person');
  return toTrain(context, await readTraining(ports.database, request.org, { user, records }), because);
}

const toTrain = (
  context: LetterContext,
  training: readonly about.TrainingToDo[],
  because: Parameters<typeof about.trainingAssigned>[1]['because'],
): Written =>
  training.length === 0
    ? skip('none of the training is open any more')
    : { letter: about.trainingAssigned(context, { training, because }) };
