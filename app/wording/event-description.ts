import type { E, EventType } from '#events/catalogue.ts';
import type { Change } from '#events/common.ts';
import type { Signature } from '#events/signature.ts';

/** An event as a sentence: who (bold on the page) and what; below it a note, what changed, and the signature. */
export interface EventDescription {
  subject: string;
  /** Follows the subject, without a full stop. */
  sentence: string;
  note: string | null;
  changes: Change[];
  /** The people of a batch: those with the same fact stand together. */
  people: PeopleConcerned[];
  signature: Signature | null;
  /** A person's reason, in their words. */
  reason: string | null;
  /** The status that the document reached by it, where it reached one. */
  status: 'IN_REVIEW' | 'APPROVED' | 'REJECTED' | 'PENDING' | 'EFFECTIVE' | 'RETIRED' | null;
  /** It changed nothing: lists on the screen leave it out. */
  hidden: boolean;
}

/** People whom one event concerns in the same way, such as 'Version 2.1, due 04 Mar 2026'. */
export interface PeopleConcerned {
  fact: string;
  names: string[];
}

/** How to write dates (the organisation's zone) and people whom an event names by uid alone. */
export interface DescriptionContext {
  zone: string;
  personName(uid: string): string;
  /** The uid of the document whose trail it is: of a batch, only its records are described. */
  document?: string;
}

/** The same, with what the event's own record says of its actor: the name, and whether an open session was used. */
export interface EventContext extends DescriptionContext {
  actor: string;
  inSession: boolean;
}

/** What a description says beside the actor, which is its subject unless another is given. */
export type Description = Pick<EventDescription, 'sentence'> & Partial<EventDescription>;

/** The descriptions of these event types. */
export type Descriptions<T extends EventType> = {
  [K in T]: (data: E<K>['data'], context: EventContext) => Description;
};
