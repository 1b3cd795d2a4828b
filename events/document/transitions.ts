import { statusInWords, type LifeStatus } from '#events/document/status.ts';

interface Rule {
  /** The statuses from which the command is possible (rules.md section 2). */
  readonly from: readonly LifeStatus[];
  /** As in 'It can be …'. */
  readonly done: string;
  /** As in 'Allowed now: …'. Null for what no person does. */
  readonly doing: string | null;
}

/** Every command on a document that exists, and where in its life it may come. The whole of the permitted sequence. */
export const transitions = {
  EditDraft: { from: ['CREATED'], done: 'edited', doing: 'edit the draft' },
  AttachFile: { from: ['CREATED', 'REJECTED'], done: 'given a file', doing: 'attach a file' },
  SendForReview: { from: ['CREATED'], done: 'sent for review', doing: 'send for review' },
  DeclareExternallyEffective: {
    from: ['CREATED'],
    done: 'declared effective outside the system',
    doing: 'declare effective outside the system',
  },
  AddApprover: { from: ['IN_REVIEW'], done: 'given another approver', doing: 'add an approver' },
  RemoveApprover: { from: ['IN_REVIEW'], done: 'relieved of an approver', doing: 'remove an approver' },
  ReplaceApprover: {
    from: ['IN_REVIEW'],
    done: 'given another approver in the place of one',
    doing: 'replace an approver',
  },
  Approve: { from: ['IN_REVIEW'], done: 'approved', doing: 'approve' },
  Reject: { from: ['IN_REVIEW'], done: 'rejected', doing: 'reject' },
  Publish: { from: ['APPROVED'], done: 'published', doing: 'publish' },
  ChangeEffectiveDate: { from: ['PENDING'], done: 'given another effective date', doing: 'change the effective date' },
  ChangeDepartments: {
    from: ['PENDING', 'EFFECTIVE'],
    done: 'assigned to other departments',
    doing: 'change the departments',
  },
  BecomeEffective: { from: ['PENDING'], done: 'put into force', doing: null },
  Revise: {
    from: ['REJECTED', 'APPROVED', 'PENDING', 'EFFECTIVE', 'IN_REVIEW'],
    done: 'revised',
    doing: 'revise',
  },
  RecordReview: { from: ['EFFECTIVE'], done: 'recorded as reviewed', doing: 'record a periodic review' },
  Retire: {
    from: ['IN_REVIEW', 'APPROVED', 'REJECTED', 'PENDING', 'EFFECTIVE'],
    done: 'retired',
    doing: 'retire',
  },
  Reinstate: { from: ['RETIRED'], done: 'reinstated', doing: 'reinstate' },
  TransferOwnership: {
    from: ['CREATED', 'IN_REVIEW', 'APPROVED', 'REJECTED', 'PENDING', 'EFFECTIVE'],
    done: 'given another owner',
    doing: 'transfer the ownership',
  },
  WaiveSeparation: {
    from: ['CREATED', 'IN_REVIEW', 'APPROVED', 'REJECTED', 'PENDING', 'EFFECTIVE'],
    done: 'given an exception from the separation of duties',
    doing: 'record an exception from the separation of duties',
  },
  Discard: { from: ['CREATED'], done: 'discarded', doing: 'discard' },
} as const satisfies Record<string, Rule>;

/** A command whose place in the document's life the table rules. */
export type LifeCommand = keyof typeof transitions;
export const lifeCommands = Object.keys(transitions) as LifeCommand[];

const rules: Record<LifeCommand, Rule> = transitions;

export const isAllowedFrom = (command: LifeCommand, status: LifeStatus): boolean =>
  rules[command].from.includes(status);

/** The commands that the status allows; roles and facts may still refuse. For screens and for refusals. */
export const allowedIn = (status: LifeStatus): LifeCommand[] =>
  lifeCommands.filter((command) => isAllowedFrom(command, status));

const list = (words: readonly string[], last: string): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;

/** The sentence of a refusal: the state that it is in, where the command belongs, and what is allowed now. */
export function sequenceSentence(command: LifeCommand, status: LifeStatus): string {
  const rule = rules[command];
  const now = allowedIn(status).flatMap((allowed) => rules[allowed].doing ?? []);
  return [
    `This document is ${statusInWords(status)}.`,
    `It can be ${rule.done} only while it is ${list(rule.from.map(statusInWords), 'or')}.`,
    now.length === 0 ? 'Nothing is allowed any more.' : `Allowed now: ${list(now, 'and')}.`,
  ].join(' ');
}
