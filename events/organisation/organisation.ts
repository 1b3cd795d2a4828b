import type { E } from '#events/catalogue.ts';
import type { Named } from '#events/common.ts';
import type { Decision, Evolution } from '#events/decider.ts';
import { refuse } from '#events/failures.ts';
import { controlsOf } from '#events/organisation/controls.ts';
import { limits } from '#events/limits.ts';
import type { OrganisationSettings } from '#events/organisation/events.ts';
import { settingsChanges, settingsProblems, spelledSettings } from '#events/organisation/settings.ts';
import { may, type Principal } from '#events/permissions.ts';
import { singleSignOnProblems, type SingleSignOn } from '#events/single-sign-on/settings.ts';
import { reasonProblem } from '#events/reason.ts';
import { hasControlCharacters, isBlank, lengthOf, normaliseLine } from '#events/text.ts';
import { invalidLine, texts } from '#events/texts.ts';
import { batchesOf } from '#events/training/batches.ts';

export type OrganisationEvent = E<
  | 'OrganisationCreated'
  | 'OrganisationSettingsChanged'
  | 'OrganisationExported'
  | 'OrganisationImported'
  | 'EarlierPeopleVerified'
  | 'ClockMovedBack'
>;
type Ruling = Decision<OrganisationEvent>;

/** By the set-up page or the console. */
export interface CreateOrganisation {
  readonly principal: Principal;
  /** A new uid. */
  readonly organisation: string;
  readonly name: string;
  readonly domain: string;
  readonly settings: OrganisationSettings;
  /** Of the demonstration alone. */
  readonly timesSimulated?: boolean;
}

export interface ChangeSettings {
  readonly principal: Principal;
  readonly name: string;
  readonly settings: OrganisationSettings;
  readonly reason: string;
  /** Active people whose identity nobody verified. */
  readonly unverified: readonly Named[];
  /** The functions in use, one of which may be the quality unit. */
  readonly functions: readonly Named[];
  /** Who holds the function of the quality unit today (uids). */
  readonly unitHolders: readonly string[];
}

/** How people sign in: with OpenID Connect, or with passwords (null). */
export interface SetSingleSignOn {
  readonly principal: Principal;
  readonly singleSignOn: SingleSignOn | null;
  /** What stands in the way, as the server found it, by field. */
  readonly found: Readonly<Record<string, string[]>>;
  readonly reason: string;
}

/** An archive of the organisation at a checkpoint leaves the system. */
export interface ExportOrganisation {
  readonly principal: Principal;
  readonly size: number;
  /** Hexadecimal. */
  readonly root: string;
}

/** The organisation was made again here from an archive. */
export interface RecordImport {
  readonly principal: Principal;
  readonly archive: string;
  readonly size: number;
  readonly root: string;
}

export interface Organisation {
  readonly uid: string;
  readonly name: string;
  readonly domain: string;
  readonly settings: OrganisationSettings;
  readonly timesSimulated: boolean;
}
export type OrganisationState = Organisation | null;

function nameProblem(name: string): string | null {
  if (isBlank(name)) return texts.required;
  return lengthOf(name) > limits.organisationName || hasControlCharacters(name)
    ? invalidLine(limits.organisationName)
    : null;
}

function problems(name: string, settings: OrganisationSettings): Record<string, string[]> {
  const problem = nameProblem(name);
  return { ...(problem ? { name: [problem] } : {}), ...settingsProblems(settings) };
}

export function createOrganisation(command: CreateOrganisation, state: OrganisationState): Ruling {
  if (command.principal.kind !== 'system') {
    return refuse('not_allowed', { detail: 'Only the system itself does this.' });
  }
  if (state) return refuse('conflict', { detail: 'This organisation has been created before.' });
  const { organisation, domain, timesSimulated = false } = command;
  const settings = spelledSettings(command.settings);
  const name = normaliseLine(command.name);
  const fields = problems(name, settings);
  if (Object.keys(fields).length > 0) return refuse('invalid_input', { fields });
  return {
    ok: true,
    events: [
      {
        type: 'OrganisationCreated',
        data: {
          organisation,
          name,
          domain: domain.trim().toLowerCase(),
          settings,
          ...(timesSimulated && { timesSimulated }),
        },
      },
    ],
  };
}

/** Whether the quality unit stays what it is, or is none or a function in use under its name. */
function isQualityUnit({ settings: { qualityUnit }, functions }: ChangeSettings, { settings }: Organisation): boolean {
  if (!qualityUnit || qualityUnit.uid === settings.qualityUnit?.uid) return true;
  return functions.some(({ uid, name }) => uid === qualityUnit.uid && name === qualityUnit.name);
}

/** Whether the person chooses as the quality unit a function that they alone hold (21 CFR 211.22(c)). */
function makesOneselfTheUnit(
  { principal, settings: { qualityUnit }, unitHolders }: ChangeSettings,
  state: Organisation,
) {
  if (principal.kind !== 'user' || !qualityUnit || qualityUnit.uid === state.settings.qualityUnit?.uid) return false;
  return unitHolders.length > 0 && unitHolders.every((uid) => uid === principal.uid);
}

/** Each change has its reason. Nothing changed, nothing recorded. People of before `identityVerified` count as such. */
export function changeSettings(command: ChangeSettings, state: OrganisationState): Ruling {
  if (!may(command.principal, 'organisation.change_settings')) {
    return refuse('not_allowed', { detail: "Only an admin can change the organisation's settings." });
  }
  if (!state) return refuse('not_found', { detail: 'There is no such organisation.' });
  // Single sign-on has its own command, which checks the issuer.
  const { singleSignOn: _sent, ...sent } = command.settings;
  const { singleSignOn } = state.settings;
  const settings = spelledSettings({ ...sent, ...(singleSignOn && { singleSignOn }) });
  const name = normaliseLine(command.name);
  const reason = reasonProblem(command.reason);
  const fields = {
    ...problems(name, settings),
    ...(isQualityUnit(command, state) ? {} : { qualityUnit: ['Choose a function that is in use.'] }),
    ...(reason ? { reason: [reason] } : {}),
  };
  if (Object.keys(fields).length > 0) return refuse('invalid_input', { fields });
  if (makesOneselfTheUnit(command, state))
    return refuse('not_allowed', {
      detail:
        `You would be the only one who holds the function ${settings.qualityUnit?.name}, and nobody gives themselves ` +
        'a function. Who can choose it: another admin.',
    });
  const renamed = name === state.name ? [] : [{ field: 'name', old: state.name, new: name }];
  const changes = [...renamed, ...settingsChanges(state.settings, settings)];
  if (changes.length === 0) return { ok: true, events: [] };
  const starts = controlsOf(settings).identityVerified && !controlsOf(state.settings).identityVerified;
  return {
    ok: true,
    events: [
      {
        type: 'OrganisationSettingsChanged',
        data: { organisation: state.uid, name, settings, changes, reason: command.reason.trim() },
      },
      ...batchesOf(starts ? command.unverified : []).map((people) => ({
        type: 'EarlierPeopleVerified' as const,
        data: { organisation: state.uid, people },
      })),
    ],
  };
}

/** Single sign-on is switched on, changed or switched off. Nothing changed, nothing recorded. */
export function setSingleSignOn(command: SetSingleSignOn, state: OrganisationState): Ruling {
  if (!may(command.principal, 'organisation.change_settings'))
    return refuse('not_allowed', { detail: 'Only an admin can change how people sign in.' });
  if (!state) return refuse('not_found', { detail: 'There is no such organisation.' });
  const { singleSignOn, found } = command;
  const reason = reasonProblem(command.reason);
  const fields = {
    ...found,
    ...(singleSignOn && singleSignOnProblems(singleSignOn)),
    ...(reason ? { reason: [reason] } : {}),
  };
  if (Object.keys(fields).length > 0) return refuse('invalid_input', { fields });
  const { singleSignOn: _before, ...others } = state.settings;
  const settings = { ...others, ...(singleSignOn && { singleSignOn }) };
  const changes = settingsChanges(state.settings, settings);
  if (changes.length === 0) return { ok: true, events: [] };
  const { uid: organisation, name } = state;
  return {
    ok: true,
    events: [
      {
        type: 'OrganisationSettingsChanged',
        data: { organisation, name, settings, changes, reason: command.reason.trim() },
      },
    ],
  };
}

/** An admin or the console takes the organisation out at a checkpoint. */
export function recordExport({ principal, size, root }: ExportOrganisation, state: OrganisationState): Ruling {
  if (principal.kind !== 'system' && !may(principal, 'organisation.export'))
    return refuse('not_allowed', { detail: 'Only an admin can export the organisation.' });
  if (!state) return refuse('not_found', { detail: 'There is no such organisation.' });
  return { ok: true, events: [{ type: 'OrganisationExported', data: { organisation: state.uid, size, root } }] };
}

export function recordImport({ principal, archive, size, root }: RecordImport, state: OrganisationState): Ruling {
  if (principal.kind !== 'system') return refuse('not_allowed', { detail: 'Only the system itself does this.' });
  if (!state) return refuse('not_found', { detail: 'There is no such organisation.' });
  const { uid: organisation } = state;
  return { ok: true, events: [{ type: 'OrganisationImported', data: { organisation, archive, size, root } }] };
}

function evolve(state: OrganisationState, event: OrganisationEvent): OrganisationState {
  switch (event.type) {
    case 'OrganisationCreated': {
      const { organisation: uid, name, domain, settings, timesSimulated = false } = event.data;
      return { uid, name, domain, settings, timesSimulated };
    }
    case 'OrganisationSettingsChanged':
      return (
        state && {
          ...state,
          name: event.data.name,
          settings: event.data.settings,
        }
      );
    case 'OrganisationExported':
    case 'OrganisationImported':
    case 'EarlierPeopleVerified':
    case 'ClockMovedBack':
      return state;
  }
}

/** Stream `organisation`. */
export const organisationEvolution: Evolution<OrganisationEvent, OrganisationState> = { initialState: null, evolve };
