import type { Actor } from '#events/actor.ts';
import type { Recorded } from '#events/catalogue.ts';
import type { Change } from '#events/common.ts';
import type { Signature } from '#events/signature.ts';
import type { Told } from '#app/wording/phrases.ts';
import { aboutDocuments } from '#app/wording/describe-document-event.ts';
import { aboutEvidence } from '#app/wording/describe-evidence-event.ts';
import { aboutPeople } from '#app/wording/describe-people-event.ts';
import { aboutTraining } from '#app/wording/describe-training-event.ts';

/** An event as a sentence: who (bold on the page) and what; below it a quieter line, what changed, and the signature. */
export interface Described {
  subject: string;
  /** Goes on after the subject, without a full stop. */
  sentence: string;
  note: string | null;
  changes: Change[];
  /** Whom a batch concerns: the people with the same fact stand together. */
  people: PeopleConcerned[];
  signature: Signature | null;
  /** A person's reason, in their words. */
  reason: string | null;
  /** The status that the document reached by it, where it reached one. */
  status: 'IN_REVIEW' | 'APPROVED' | 'REJECTED' | 'PENDING' | 'EFFECTIVE' | 'RETIRED' | null;
}

/** People whom one event concerns in the same way, such as 'Version 2.1, due 04 Mar 2026'. */
export interface PeopleConcerned {
  fact: string;
  names: string[];
}

/** How to show dates (the organisation's zone) and people whom an event names by uid alone. */
export interface Words {
  zone: string;
  personName(uid: string): string;
  /** The uid of the document whose trail it is: of a batch, its records alone are told. */
  document?: string;
  /** Whether the event came from an open session, whoever sat at it. */
  inSession?: boolean;
}

const telling = { ...aboutPeople, ...aboutDocuments, ...aboutTraining, ...aboutEvidence };

/** Tells an event in words, for the audit trail's page, PDF and CSV alike. */
export function describe(event: Recorded, words: Words): Described {
  const tell = telling[event.type] as (data: unknown, words: Words) => Told;
  const inSession = event.actor.kind === 'user' && event.actor.session !== null;
  const { sentence, subject, ...more } = tell(event.data, { ...words, inSession });
  const base = { note: null, changes: [], people: [], signature: null, reason: null, status: null };
  return { ...base, ...more, sentence, subject: subject ?? nameOf(event.actor) };
}

/** Who acted, as the event recorded it. */
export function nameOf(actor: Actor): string {
  switch (actor.kind) {
    case 'user':
      return actor.name;
    case 'system':
      return actor.name;
    case 'visitor':
      return 'A visitor';
  }
}
