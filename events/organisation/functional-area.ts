import type { E } from '#events/catalogue.ts';
import type { Decision, Evolution } from '#events/decider.ts';
import { refuse, type Failure } from '#events/failures.ts';
import { limits } from '#events/limits.ts';
import { may, type Principal } from '#events/permissions.ts';
import { reasonProblem } from '#events/reason.ts';
import { hasControlCharacters, isBlank, lengthOf, nameKey, normaliseLine } from '#events/text.ts';
import { texts } from '#events/texts.ts';

interface Naming {
  readonly principal: Principal;
  readonly name: string;
  /** Another area of the organisation has this name, compared by `areaKey`. */
  readonly nameInUse: boolean;
}

export interface CreateFunctionalArea extends Naming {
  /** A new uid. */
  readonly area: string;
}

/** Another name, out of use, or back into use. */
export interface EditFunctionalArea extends Naming {
  /** As it is where absent. */
  readonly retired: boolean | undefined;
  readonly reason: string | null;
}

type FunctionalAreaEvent = E<
  'FunctionalAreaCreated' | 'FunctionalAreaRenamed' | 'FunctionalAreaRetired' | 'FunctionalAreaReinstated'
>;
type Ruling = Decision<FunctionalAreaEvent>;

export interface FunctionalArea {
  readonly area: string;
  readonly name: string;
  readonly retired: boolean;
}
export type FunctionalAreaState = FunctionalArea | null;

/** QA, qa and ＱＡ are one name. */
export const areaKey = nameKey;

/** Whether a name is as short as a functional area's must be. */
export const fitsFunctionalArea = (name: string): boolean => lengthOf(name) <= limits.functionalArea;

function nameRefusal(name: string): { ok: false; failure: Failure } | null {
  if (!isBlank(name) && fitsFunctionalArea(name) && !hasControlCharacters(name)) return null;
  return refuse('functional_area_name_invalid', { fields: { name: [texts.functionalAreaName] } });
}

const inUse = () => refuse('functional_area_exists', { fields: { name: [texts.functionalAreaExists] } });

export function createFunctionalArea(
  { principal, area, name: given, nameInUse }: CreateFunctionalArea,
  state: FunctionalAreaState,
): Ruling {
  if (!may(principal, 'functional_area.create')) {
    return refuse('not_allowed', { detail: 'Only an admin can create functional areas.' });
  }
  const name = normaliseLine(given);
  const refusal = nameRefusal(name);
  if (refusal) return refusal;
  if (nameInUse || state) return inUse();
  return { ok: true, events: [{ type: 'FunctionalAreaCreated', data: { area, name } }] };
}

/** What is retired, or taken back into use, has a reason; nothing changed, nothing recorded. */
export function editFunctionalArea(command: EditFunctionalArea, state: FunctionalAreaState): Ruling {
  const { principal, nameInUse, reason } = command;
  if (!may(principal, 'functional_area.edit')) {
    return refuse('not_allowed', { detail: 'Only an admin can edit functional areas.' });
  }
  if (!state) return refuse('not_found', { detail: 'There is no such functional area.' });
  const { area, name: old } = state;
  const name = normaliseLine(command.name);
  const { retired = state.retired } = command;
  const refusal = nameRefusal(name);
  if (refusal) return refusal;
  if (name !== old && nameInUse) return inUse();
  const events: FunctionalAreaEvent[] = [];
  if (name !== old) events.push({ type: 'FunctionalAreaRenamed', data: { area, old, new: name, reason } });
  if (retired !== state.retired) {
    const problem = reasonProblem(reason ?? '');
    if (problem) return refuse('invalid_input', { fields: { reason: [problem] } });
    const type = retired ? 'FunctionalAreaRetired' : 'FunctionalAreaReinstated';
    events.push({ type, data: { area, name, reason: reason ?? '' } });
  }
  return { ok: true, events };
}

function evolve(state: FunctionalAreaState, event: FunctionalAreaEvent): FunctionalAreaState {
  switch (event.type) {
    case 'FunctionalAreaCreated':
      return { ...event.data, retired: false };
    case 'FunctionalAreaRenamed':
      return state && { ...state, name: event.data.new };
    case 'FunctionalAreaRetired':
    case 'FunctionalAreaReinstated':
      return state && { ...state, retired: event.type === 'FunctionalAreaRetired' };
  }
}

/** Stream `functional-area-<area>`: a name of 1 to 4 characters, as it was written. */
export const functionalAreaEvolution: Evolution<FunctionalAreaEvent, FunctionalAreaState> = {
  initialState: null,
  evolve,
};
