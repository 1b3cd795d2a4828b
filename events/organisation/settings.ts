import type { Change } from '#events/common.ts';
import { presetOf } from '#events/organisation/controls.ts';
import { organisationSettings, wholeSettings, type OrganisationSettings } from '#events/organisation/events.ts';
import { texts } from '#events/texts.ts';

/**
 * An IANA zone as its list spells it, `Europe/Rome` of `europe/rome`; an older name of one (`Asia/Calcutta`) stays what
 * it is. Null where this runtime knows none of that name. An offset is none: it has no summer, and not every reader
 * counts it in the same direction.
 */
function zoneNamed(name: string): string | null {
  if (/^[-+]/.test(name)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch {
    return null;
  }
}

/** True for an IANA zone name that this runtime knows. */
export const isTimeZone = (name: string): boolean => zoneNamed(name) !== null;

/** Settings as they are recorded: the zone stands at the foot of reports, and in the list of the page of settings. */
export const spelledSettings = (settings: OrganisationSettings): OrganisationSettings => ({
  ...settings,
  timeZone: zoneNamed(settings.timeZone) ?? settings.timeZone,
});

/** The settings as one flat list of fields, `lockout.failures` and the like, for comparing and for the audit trail. */
const flat = (settings: Omit<OrganisationSettings, 'qualityUnit'>): Record<string, string> =>
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

/** Each setting that differs, with old and new value; the preset is named beside its controls. */
export function settingsChanges(before: OrganisationSettings, after: OrganisationSettings): Change[] {
  const whole = ({ qualityUnit, ...settings }: OrganisationSettings): Record<string, string> => ({
    ...flat(wholeSettings(settings)),
    preset: presetOf({ ...settings, qualityUnit }),
  });
  const [old, next] = [whole(before), whole(after)];
  const [unit, nextUnit] = [before.qualityUnit ?? null, after.qualityUnit ?? null];
  const units =
    unit?.uid === nextUnit?.uid ? [] : [{ field: 'qualityUnit', old: unit?.name ?? null, new: nextUnit?.name ?? null }];
  const others = [...new Set([...Object.keys(old), ...Object.keys(next)])].flatMap((field) =>
    old[field] === next[field] ? [] : [{ field, old: old[field] ?? null, new: next[field] ?? null }],
  );
  return [...others, ...units];
}
