import { z } from 'zod';
import type { Named } from '#events/common.ts';
import { presetNames, presetOf, presets, qualityUnitName, type Preset } from '#events/organisation/controls.ts';
import { wholeSettings, type OrganisationSettings } from '#events/organisation/events.ts';
import { searchLanguages } from '#events/organisation/search-language.ts';
import { factorAtSigning, secondFactor } from '#events/organisation/second-factor.ts';
import { isTimeZone } from '#events/organisation/settings.ts';
import { recordedAs, settingNames, type SettingName } from '#app/organisation/words/setting-words.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { limits } from '#events/limits.ts';
import { lengthOf, nameKey } from '#events/text.ts';
import { invalidLine, texts } from '#events/texts.ts';

/** The choice of a quality unit that is not there yet. */
export const newUnit = 'new';

const megabyte = 1024 * 1024;

/** A whole number between two bounds, which the refusal names. */
const whole = (least: number, most: number) => {
  const error = `Enter a whole number from ${least} to ${most}.`;
  return z
    .number({ error: (issue) => (issue.input === undefined ? texts.required : error) })
    .int(error)
    .min(least, error)
    .max(most, error);
};

const tick = z.boolean({ error: texts.invalid }).default(false);

/** Every setting of the settings pages. Each has the unit of its name in `app/organisation/words/setting-words.ts`. */
export const settingsForm = z.object({
  name: z
    .string({ error: texts.required })
    .trim()
    .min(1, texts.required)
    .refine((name) => lengthOf(name) <= limits.organisationName, invalidLine(limits.organisationName)),
  timeZone: z.string({ error: texts.required }).refine(isTimeZone, texts.invalid),
  /** A preset that is newly chosen sets the controls; else the ticks of the form decide. */
  preset: z.enum([...presetNames, 'own'], { error: texts.required }),
  reasonForChange: tick,
  separationOfDuties: tick,
  identityVerified: tick,
  unlockByAdmin: tick,
  secondFactor: z.enum(secondFactor.options, { error: texts.required }),
  factorAtSigning: z.enum(factorAtSigning.options, { error: texts.required }),
  /** Days. */
  passwordPolicy: whole(1, 3650),
  lockoutFailures: whole(1, 100),
  /** Minutes. */
  lockoutWithin: whole(1, 1440),
  lockoutFor: whole(1, 1440),
  sessionIdle: whole(1, 1440),
  /** Hours. */
  sessionWhole: whole(1, 168),
  /** Days. */
  invitationDays: whole(1, 14),
  manageSort: z.enum(['name', 'revisedDate'], { error: texts.required }),
  searchLanguage: z.enum(searchLanguages, { error: texts.required }),
  revisionReasons: tick,
  commentsBlock: tick,
  /** The uid of a function; empty: none; `new`: the function with the name of the quality unit. */
  qualityUnit: z.union([z.literal(['', newUnit]), sentUid()], { error: texts.invalid }).default(''),
  employeeTrails: tick,
  /** Megabytes of 1,048,576 bytes. */
  uploadLimit: whole(1, 10_000),
  /** Days. */
  trainingDueDays: whole(0, 365),
  remindBefore: tick,
  /** Days. */
  reminderDays: whole(1, 90),
  remindAfter: tick,
  remindAfterDays: whole(1, 90),
  remindApprovals: tick,
  remindApprovalDays: whole(1, 90),
  escalate: tick,
  escalateDays: whole(1, 365),
  digest: tick,
  /** ISO 8601: 1 is Monday. */
  digestWeekday: whole(1, 7),
  digestHour: whole(0, 23),
} satisfies Record<SettingName, z.ZodType>);
export type SettingsForm = z.output<typeof settingsForm>;

/** The form of one section: these settings alone. */
export const sectionForm = (fields: readonly (keyof SettingsForm)[]) =>
  z.object(Object.fromEntries(fields.map((name) => [name, settingsForm.shape[name]]))) as unknown as z.ZodType<
    Partial<SettingsForm>
  >;

export type ControlTicks = Record<
  | 'reasonForChange'
  | 'separationOfDuties'
  | 'identityVerified'
  | 'unlockByAdmin'
  | 'revisionReasons'
  | 'commentsBlock'
  | 'qualityUnit'
  | 'secondFactor',
  boolean
>;

const ticksOf = ({ controls, secondFactor, ...others }: (typeof presets)[Preset]): ControlTicks => ({
  ...controls,
  ...others,
  secondFactor: secondFactor !== 'off',
});

/** What each preset sets, as the ticks of the page. */
export const presetTicks: Record<Preset, ControlTicks> = {
  standard: ticksOf(presets.standard),
  regulated: ticksOf(presets.regulated),
};

type Controls = Pick<
  OrganisationSettings,
  'controls' | 'revisionReasons' | 'commentsBlock' | 'qualityUnit' | 'secondFactor'
>;

/** The controls of a form. A preset that is newly chosen sets all, and leaves when a second factor is asked for. */
function controlsOfForm(form: SettingsForm, before: OrganisationSettings, functions: readonly Named[]): Controls {
  const { preset, secondFactor, revisionReasons, commentsBlock } = form;
  const known = [...functions, before.qualityUnit].find((one) => one?.uid === form.qualityUnit);
  // One that is not in use any more is refused, and not taken for none.
  const chosen = known ?? (['', newUnit].includes(form.qualityUnit) ? null : { uid: form.qualityUnit, name: '' });
  // The function keeps the name that it was chosen under.
  const qualityUnit = chosen?.uid === before.qualityUnit?.uid ? (before.qualityUnit ?? null) : chosen;
  if (preset !== 'own' && preset !== presetOf(before)) {
    const { qualityUnit: hasUnit, ...set } = presets[preset];
    const keepsFactor = set.secondFactor !== 'off' && secondFactor !== 'off';
    return { ...set, qualityUnit: hasUnit ? qualityUnit : null, ...(keepsFactor && { secondFactor }) };
  }
  const { reasonForChange, separationOfDuties, identityVerified, unlockByAdmin } = form;
  const controls = { reasonForChange, separationOfDuties, identityVerified, unlockByAdmin };
  return { controls, revisionReasons, commentsBlock, qualityUnit, secondFactor };
}

/** Whether the function with the name of the quality unit is it: asked for, or a preset asks for one. */
export const namesQualityUnit = ({ preset, qualityUnit }: SettingsForm, before: OrganisationSettings): boolean =>
  preset !== 'own' && preset !== presetOf(before)
    ? presets[preset].qualityUnit && ['', newUnit].includes(qualityUnit)
    : qualityUnit === newUnit;

/** The choices of a quality unit, and the one that a preset takes: the function of its name, or a new one. */
export function qualityUnitChoices(settings: OrganisationSettings, functions: readonly Named[]) {
  const named = functions.find(({ name }) => nameKey(name) === nameKey(qualityUnitName));
  const units = [
    { value: '', label: 'Off' },
    ...functions.map(({ uid, name }) => ({ value: uid, label: name })),
    ...(named ? [] : [{ value: newUnit, label: `${qualityUnitName} (not in use yet)` }]),
  ];
  return { units, unit: settings.qualityUnit?.uid ?? named?.uid ?? newUnit };
}

const megabytesOf = ({ uploadLimit }: OrganisationSettings): number => Math.max(1, Math.round(uploadLimit / megabyte));

/** The form's values for an organisation. */
export function formOf(name: string, settings: OrganisationSettings): SettingsForm {
  const whole = wholeSettings(settings) as unknown as Record<string, Record<string, unknown> | undefined>;
  const values = settingNames.map((setting) => {
    const [field = '', inner] = recordedAs(setting).split('.');
    return [setting, inner === undefined ? whole[field] : whole[field]?.[inner]];
  });
  return {
    ...(Object.fromEntries(values) as SettingsForm),
    name,
    preset: presetOf(settings),
    qualityUnit: settings.qualityUnit?.uid ?? '',
    reminderDays: Math.max(1, settings.reminderDays),
    uploadLimit: megabytesOf(settings),
  };
}

/**
 * The settings of a form. What was not changed stays as it is: an upload limit exact to the byte, and no days before
 * the due date, which the form has as one.
 */
export function settingsOfForm(
  form: SettingsForm,
  before: OrganisationSettings,
  functions: readonly Named[] = [],
): OrganisationSettings {
  const settings: Record<string, unknown> = {};
  for (const setting of settingNames) {
    const [field = '', inner] = recordedAs(setting).split('.');
    settings[field] =
      inner === undefined ? form[setting] : { ...(settings[field] as object | undefined), [inner]: form[setting] };
  }
  const { name: _name, preset: _preset, ...others } = settings;
  return {
    ...(others as OrganisationSettings),
    ...controlsOfForm(form, before, functions),
    reminderDays: form.reminderDays === Math.max(1, before.reminderDays) ? before.reminderDays : form.reminderDays,
    uploadLimit: form.uploadLimit === megabytesOf(before) ? before.uploadLimit : form.uploadLimit * megabyte,
  };
}
