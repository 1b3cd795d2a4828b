import type { Change, Named } from '#events/common.ts';
import type { DocumentType } from '#events/document/events.ts';
import { statusLabel, type DocumentStatus } from '#events/document/status.ts';
import { typeLabel } from '#events/document/type.ts';
import type { IdentityHow } from '#events/user/events.ts';
import { recordedRoleLabel } from '#events/user/role.ts';
import { signatureMeanings } from '#events/signature-meaning.ts';
import { type Signature } from '#events/signature.ts';
import type { Instant } from '#events/time.ts';
import { showDate, showMoment } from '#app/ui/text/date.ts';

export const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
export const list = (names: readonly { name: string }[]): string => names.map(({ name }) => name).join(', ') || 'none';
export const changed = (field: string, old: string | null, now: string | null): Change => ({ field, old, new: now });
export const people = (count: number): string => (count === 1 ? 'one person' : `${count} people`);
export const records = (count: number): string => (count === 1 ? 'one training record' : `${count} training records`);
/**
 * A status at that time: of a scheduled version by its training rate, or in words that fit both if it is not recorded.
 */
const statusThen = (status: DocumentStatus, trainingRate: number | null): string =>
  status === 'PENDING' && trainingRate === null
    ? 'Scheduled to become effective'
    : statusLabel(status, trainingRate ?? 0);
/** `trainingRate` counts if one of the two is PENDING. */
export const status = (from: DocumentStatus | null, to: DocumentStatus, trainingRate: number | null = null): Change =>
  changed('Status', from && statusThen(from, trainingRate), statusThen(to, trainingRate));
export const namedChanges = (field: string, added: readonly Named[], removed: readonly Named[]): Change[] => [
  ...removed.map(({ name }) => changed(field, name, null)),
  ...added.map(({ name }) => changed(field, null, name)),
];
/**
 * An effective date with its zone, and the moment at which it begins: `04 Mar 2026 (Europe/Rome, 03 Mar 2026 23:00
 * UTC)`.
 */
export const effectiveDay = (at: Instant, zone: string): string =>
  zone === 'UTC' ? showDate(at, zone) : `${showDate(at, zone)} (${zone}, ${showMoment(at)})`;

/** An old and a new moment as dates of the zone, with times if both are on one day. */
export function movedDates(
  { old, new: now }: { old: string; new: string },
  zone: string,
  oldZone = zone,
): { old: string; new: string } {
  const dates = { old: showDate(old, oldZone), new: showDate(now, zone) };
  return dates.old === dates.new ? { old: showMoment(old), new: showMoment(now) } : dates;
}
export const printed = (signature: Signature): string =>
  `Printed name ${signature.printedName}. Meaning: ${signatureMeanings[signature.meaning].replace(/:$/, '')}. ` +
  `Identity confirmed with ${signature.credential.method}.`;

const fields: Record<string, string> = {
  name: 'Title',
  type: 'Type',
  functionalArea: 'Functional area',
  docNum: 'ID',
  version: 'Version',
  externallyEffective: 'Already effective outside the system',
  declarationReason: 'Why it is already effective',
  trainingInterval: 'Training interval, days',
  reviewInterval: 'Review interval, days',
  approvers: 'Approvers',
  change: 'What changes and why',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  role: 'Role',
};
/** How an identity was verified. */
export const identityWords: Record<IdentityHow | 'earlier', string> = {
  in_person: 'In person',
  document: 'By a document',
  personnel_office: 'By the personnel office',
  set_up: 'First admin, with the set-up code or the console',
  earlier: 'Active before identities had to be verified',
};
/** Who changed something last, and when. */
export const lastChange = (by: string, at: Instant): string => `${by} changed it on ${showMoment(at)}.`;

const yesOrNo = (stored: string): string => (stored === 'true' ? 'Yes' : 'No');
/** Values with other words on the screens than in the event. */
const values: Record<string, (stored: string) => string> = {
  type: (type) => typeLabel(type as DocumentType),
  externallyEffective: yesOrNo,
  role: recordedRoleLabel,
};

/** The name of a field on the screens, and the words of its values where they are others than in the event. */
interface FieldWords {
  name: string;
  value: ((stored: string) => string) | undefined;
}
const wordsOf = (field: string): FieldWords => ({ name: fields[field] ?? field, value: values[field] });

/** Changes with the screens' names of fields and values. `ownWords`: of fields that one subject alone has. */
export const describeChanges = (
  changes: readonly Change[],
  ownWords?: (field: string) => FieldWords | null,
): Change[] =>
  changes.map(({ field, old, new: now }) => {
    const { name, value } = ownWords?.(field) ?? wordsOf(field);
    const words = (stored: string | null) => (stored === null ? null : (value?.(stored) ?? stored));
    return changed(name, words(old), words(now));
  });
