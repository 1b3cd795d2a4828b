import type { DraftChange } from '#events/document/change.ts';
import type { Place } from '#events/route/place.ts';
import type { Instant } from '#events/time.ts';

/** A revision as prepared so far. Files are keys of stored files; empty if none was given. */
export interface PreparedRevision {
  name: string;
  version: string;
  working: string;
  final: string;
  /** Days. */
  trainingInterval?: number | undefined;
  /** Days. */
  reviewInterval?: number | undefined;
  change?: DraftChange | null | undefined;
}

/** A client's changes of a document, prepared for the call that submits them. People and departments are uids. */
export interface PreparedChange {
  departments?: string[] | undefined;
  /** The date for which it is to be published. */
  effectiveAt?: Instant | undefined;
  revision?: PreparedRevision;
  /** Approvers in addition to those who stay. */
  approvers?: string[];
  /** The same with the step of the route that they are asked in. */
  places?: Place[] | undefined;
  /** Approvers of the previous version who are not asked again. */
  leaving?: string[];
  /** Why it is revised. */
  reason?: string | undefined;
  /** The draft or the revision is submitted as soon as it is complete. */
  awaited?: boolean | undefined;
}
