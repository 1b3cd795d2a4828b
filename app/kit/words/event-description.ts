import type { E, EventType } from '#events/catalogue.ts';
import type { Change } from '#events/common.ts';
import type { Signature } from '#events/signature.ts';

/** An event in words: subject (bold on the page) and sentence, then note, changes and signature. */
export interface EventDescription {
  subject: string;
  /** Follows the subject, without a full stop. */
  sentence: string;
  note: string | null;
  changes: Change[];
  /** The people of a batch, grouped by the same fact. */
  people: PeopleConcerned[];
  signature: Signature | null;
  /** A person's reason, in their words. */
  reason: string | null;
  /** The status that the document got by it, if any. */
  status: 'IN_REVIEW' | 'APPROVED' | 'REJECTED' | 'PENDING' | 'EFFECTIVE' | 'RETIRED' | null;
  /** It changed nothing: screens do not list it. */
  hidden: boolean;
}

/** People whom one event concerns in the same way, such as 'Version 2.1, due 04 Mar 2026'. */
export interface PeopleConcerned {
  fact: string;
  names: string[];
}

/** How to write dates (in the organisation's zone) and the names of people whom an event has only the uid of. */
export interface DescriptionContext {
  zone: string;
  personName(uid: string): string;
  /** The document of the trail: only its records of a batch are described. */
  document?: string;
  /** The uid of the person whose log it is: of a batch, only their records are described. */
  person?: string;
  /** Number and title of a document, in a log that is not about one document. */
  documentTitle?: (uid: string) => string | undefined;
}

/** The same with the actor's recorded name, and whether they had a session. */
export interface EventContext extends DescriptionContext {
  actor: string;
  inSession: boolean;
}

/** The description of one event type; the default subject is the actor. */
export type Description = Pick<EventDescription, 'sentence'> & Partial<EventDescription>;

/** The descriptions of these event types. */
export type Descriptions<T extends EventType> = {
  [K in T]: (data: E<K>['data'], context: EventContext) => Description;
};
