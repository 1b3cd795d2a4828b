import { sql } from 'kysely';

/**
 * When the version in force of `d` (`read.document`) is due for periodic review: the rule of `events/document/periodic-review.ts`, written
 * as the index `document_review_due` has it. ISO 8601 in UTC.
 */
export const reviewDue = sql<string>`((greatest(d.latest_effective_at, d.reviewed_at) at time zone 'UTC' + d.review_interval * interval '24 hours') at time zone 'UTC')`;
