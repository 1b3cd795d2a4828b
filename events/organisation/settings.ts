import type { Change } from '#events/common.ts';
import { organisationSettings, remindersOf, type OrganisationSettings } from '#events/organisation/events.ts';
import { texts } from '#events/texts.ts';

/** True for an IANA zone name that this runtime knows. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The settings as one flat list of fields, `lockout.failures` and the like, for comparing and for the audit trail. */
const flat = (settings: OrganisationSettings): Record<string, string> =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([field, value]) =>
      typeof value === 'object'
        ? Object.entries(value).map(([inner, one]) => [`${field}.${inner}`, String(one)])
        : [[field, String(value)]],
    ),
  );

/** What is wrong with settings, by field; empty where nothing is. */
export function settingsProblems(settings: OrganisationSettings): Record<string, string[]> {
  const parsed = organisationSettings.safeParse(settings);
  const fields: Record<string, string[]> = {};
  for (const issue of parsed.error?.issues ?? []) fields[issue.path.join('.')] = [texts.invalid];
  if (!isTimeZone(settings.timeZone)) fields.timeZone = [texts.invalid];
  return fields;
}

/** Each setting that differs, with old and new value. */
export function settingsChanges(before: OrganisationSettings, after: OrganisationSettings): Change[] {
  const whole = (settings: OrganisationSettings) => flat({ ...settings, reminders: remindersOf(settings) });
  const [old, next] = [whole(before), whole(after)];
  return Object.keys(next).flatMap((field) =>
    old[field] === next[field] ? [] : [{ field, old: old[field] ?? null, new: next[field] ?? null }],
  );
}
