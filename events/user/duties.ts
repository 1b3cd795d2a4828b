import type { Named } from '#events/common.ts';

/** A function that a person holds, or will hold. Days are the organisation's, both included: `2026-03-04`. */
export interface Grant {
  readonly function: Named;
  readonly from: string;
  /** Null where it has no end. */
  readonly until: string | null;
}

/** Days on which a person is away, and who approves in their place. Both days are included. */
export interface Absence {
  readonly uid: string;
  readonly from: string;
  readonly until: string;
  readonly deputy: Named;
}

interface Days {
  readonly from: string;
  readonly until: string | null;
}

/** Whether a day lies within two days, both included. */
const covers = ({ from, until }: Days, day: string): boolean => from <= day && (until === null || day <= until);

/** Whether the last day is past. */
export const isOver = ({ until }: Days, today: string): boolean => until !== null && until < today;

/** Whether two periods have a day in common. */
export const overlap = (a: Days, b: Days): boolean =>
  (b.until === null || a.from <= b.until) && (a.until === null || b.from <= a.until);

/** Whether a person holds a function (uid) on a day of the organisation. The person's status is not looked at. */
export const holds = (person: { readonly grants: readonly Grant[] }, uid: string, day: string): boolean =>
  person.grants.some((grant) => grant.function.uid === uid && covers(grant, day));

/** The absence of a person on a day of the organisation, if there is one. */
export const absenceOn = (person: { readonly absences: readonly Absence[] }, day: string): Absence | null =>
  person.absences.find((absence) => covers(absence, day)) ?? null;

/** The uids of the functions that a person holds on a day of the organisation. */
export const functionsOn = (person: { readonly grants: readonly Grant[] }, day: string): string[] =>
  person.grants.flatMap((grant) => (covers(grant, day) ? [grant.function.uid] : []));
