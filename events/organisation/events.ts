import { z } from 'zod';
import { change, named, sha256, uid } from '#events/common.ts';
import { event, never, people } from '#events/event.ts';
import { controlsOf, invitationDaysOf, organisationControls, presets } from '#events/organisation/controls.ts';
import {
  factorAtSigning,
  factorAtSigningOf,
  secondFactor,
  secondFactorOf,
} from '#events/organisation/second-factor.ts';
import { searchLanguageOf, searchLanguages } from '#events/organisation/search-language.ts';
import { singleSignOn } from '#events/single-sign-on/settings.ts';

/** What the clock sends. Days count from the moment that the words name; `digestHour` is in the organisation's zone. */
export const reminderSettings = z.object({
  /** So many days before training is due: `reminderDays`. */
  beforeDue: z.boolean(),
  afterDue: z.boolean(),
  /** Days after the due date. */
  afterDueDays: z.number().int().positive(),
  approvals: z.boolean(),
  /** Days that an approval has been open. */
  approvalDays: z.number().int().positive(),
  /** To the admins of the person's department. */
  escalation: z.boolean(),
  /** Days after the due date. */
  escalationDays: z.number().int().positive(),
  digest: z.boolean(),
  /** ISO 8601: 1 is Monday, 7 is Sunday. */
  digestWeekday: z.number().int().min(1).max(7),
  digestHour: z.number().int().min(0).max(23),
});
export type ReminderSettings = z.infer<typeof reminderSettings>;

export const defaultReminders: ReminderSettings = {
  beforeDue: true,
  afterDue: true,
  afterDueDays: 1,
  approvals: true,
  approvalDays: 7,
  escalation: true,
  escalationDays: 7,
  digest: true,
  digestWeekday: 1,
  digestHour: 7,
};

/** The organisation's settings (rules.md section 5), each with its unit in the name or beside it. */
export const organisationSettings = z.object({
  /** IANA zone name. A date without a time means 00:00 in it. */
  timeZone: z.string(),
  /** Days that a password stays valid (`passwordPolicy`). */
  passwordPolicy: z.number().int().positive(),
  lockout: z.object({
    failures: z.number().int().positive(),
    withinMinutes: z.number().int().positive(),
    forMinutes: z.number().int().positive(),
  }),
  session: z.object({ idleMinutes: z.number().int().positive(), absoluteHours: z.number().int().positive() }),
  /** Both readings of the specification. */
  manageSort: z.enum(['name', 'revisedDate']),
  trainingDueDays: z.number().int().nonnegative(),
  /** Days before the due date at which a reminder is sent. */
  reminderDays: z.number().int().nonnegative(),
  /** Bytes. */
  uploadLimit: z.number().int().positive(),
  /** Absent where nobody has set them: `remindersOf` answers what counts. */
  reminders: reminderSettings.optional(),
  /** Absent where nobody has set them: `controlsOf` answers what counts. */
  controls: organisationControls.optional(),
  /** Days that an invitation stays valid; absent where nobody has set them: `invitationDaysOf`. */
  invitationDays: z.number().int().min(1).max(14).optional(),
  /** Absent where nobody has set it: `searchLanguageOf`. */
  searchLanguage: z.enum(searchLanguages).optional(),
  /** Absent where nobody has set it: `secondFactorOf`. */
  secondFactor: secondFactor.optional(),
  /** Absent where nobody has set it: `factorAtSigningOf`. */
  factorAtSigning: factorAtSigning.optional(),
  /** No revision is sent for review without its reason and a summary; absent where nobody has set it: off. */
  revisionReasons: z.boolean().optional(),
  /** An open comment that must be fixed blocks an approval; absent where nobody has set it: it does not. */
  commentsBlock: z.boolean().optional(),
  /** The function of which a person signs each version; null or absent: none. */
  qualityUnit: named.nullable().optional(),
  /** Employees may download the audit trails of what they may read; absent where nobody has set it: they may. */
  employeeTrails: z.boolean().optional(),
  /** Absent where people sign in with passwords. */
  singleSignOn: singleSignOn.optional(),
});
export type OrganisationSettings = z.infer<typeof organisationSettings>;

export const defaultSettings: OrganisationSettings = {
  timeZone: 'UTC',
  passwordPolicy: 90,
  lockout: { failures: 5, withinMinutes: 15, forMinutes: 15 },
  session: { idleMinutes: 30, absoluteHours: 12 },
  manageSort: 'name',
  trainingDueDays: 14,
  reminderDays: 3,
  uploadLimit: 250 * 1024 * 1024,
  reminders: defaultReminders,
  controls: presets.standard.controls,
  invitationDays: 1,
  searchLanguage: 'english',
  secondFactor: 'off',
  factorAtSigning: 'each_signature',
};

/** What the clock sends by itself in an organisation with these settings. */
export const remindersOf = ({ reminders }: Pick<OrganisationSettings, 'reminders'>): ReminderSettings =>
  reminders ?? defaultReminders;

/** The settings with what counts where nobody has set one. */
export const wholeSettings = (settings: OrganisationSettings) => ({
  ...settings,
  reminders: remindersOf(settings),
  controls: controlsOf(settings),
  invitationDays: invitationDaysOf(settings),
  searchLanguage: searchLanguageOf(settings),
  secondFactor: secondFactorOf(settings),
  factorAtSigning: factorAtSigningOf(settings),
  revisionReasons: settings.revisionReasons ?? false,
  commentsBlock: settings.commentsBlock ?? false,
  employeeTrails: settings.employeeTrails ?? true,
});

/** Stream `organisation`. */
export const organisationEvents = {
  OrganisationCreated: event(null, never, {
    organisation: uid,
    name: z.string(),
    domain: z.string(),
    settings: organisationSettings,
    /** Of a demonstration alone: its events may have simulated times, and say beside each what the clock read. */
    timesSimulated: z.literal(true).optional(),
  }),
  /** `settings` is the whole after the change; `changes` names each old and new value. */
  OrganisationSettingsChanged: event('organisation.change_settings', never, {
    organisation: uid,
    name: z.string(),
    settings: organisationSettings,
    changes: z.array(change).min(1),
    reason: z.string(),
  }),
  /**
   * The setting `identityVerified` was switched on: these people were active before, and count as verified. At most
   * `trainingBatchSize` an event.
   */
  EarlierPeopleVerified: event(null, never, { organisation: uid, people: z.array(named).min(1) }),
  /** An archive of the organisation was asked for: of the ledger at this checkpoint (`root` in hexadecimal). */
  OrganisationExported: event('organisation.export', never, {
    organisation: uid,
    size: z.number().int().positive(),
    root: sha256,
  }),
  /**
   * Another installation made the organisation again from an archive; `archive` is the SHA-256 of its manifest. Secrets
   * stayed behind: people choose new passwords and second factors.
   */
  OrganisationImported: event(null, never, {
    organisation: uid,
    archive: sha256,
    size: z.number().int().positive(),
    root: sha256,
  }),
  /** The server's clock was behind the ledger's last time: recorded, because times must not run backwards unnoticed. */
  ClockMovedBack: event(null, never, { lastRecordedAt: z.string(), serverTime: z.string() }),
} as const;

/** Stream `department-<uid>`. */
export const departmentEvents = {
  DepartmentCreated: event('department.create', people, { department: uid, name: z.string() }),
  DepartmentRenamed: event('department.rename', people, {
    department: uid,
    old: z.string(),
    new: z.string(),
    reason: z.string().nullable(),
  }),
} as const;

/** `area`: a uid; areas of before they could be renamed have their first name in capitals. */
const area = z.object({ area: z.string().min(1), name: z.string().min(1).max(4) });

/** Stream `functional-area-<area>`. Each document of a renamed area records its `DocumentAreaRenamed` beside it. */
export const functionalAreaEvents = {
  FunctionalAreaCreated: event('functional_area.create', never, area.shape),
  FunctionalAreaRenamed: event('functional_area.edit', never, {
    area: z.string().min(1),
    old: z.string(),
    new: z.string().min(1).max(4),
    reason: z.string().nullable(),
  }),
  /** It is not offered for new documents; its own keep it. */
  FunctionalAreaRetired: event('functional_area.edit', never, { ...area.shape, reason: z.string() }),
  FunctionalAreaReinstated: event('functional_area.edit', never, { ...area.shape, reason: z.string() }),
} as const;
