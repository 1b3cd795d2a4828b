import type { E } from '#events/catalogue.ts';
import type { Decision, Evolution } from '#events/decider.ts';
import { refuse, type Failure } from '#events/failures.ts';
import type { functionEvents } from '#events/function/events.ts';
import { limits } from '#events/limits.ts';
import { may, type Principal } from '#events/permissions.ts';
import { reasonProblem } from '#events/reason.ts';
import { hasControlCharacters, isBlank, lengthOf, normaliseLine } from '#events/text.ts';
import { invalidLine, texts } from '#events/texts.ts';

interface Naming {
  readonly principal: Principal;
  readonly name: string;
  /** Another function of the organisation has this name, compared by `nameKey`. */
  readonly nameInUse: boolean;
}

export interface CreateFunction extends Naming {
  /** A new uid. */
  readonly uid: string;
}

/** Another name, out of use, or back into use. */
export interface EditFunction extends Naming {
  /** As it is where absent. */
  readonly retired: boolean | undefined;
  /** It is the quality unit of the organisation's settings. */
  readonly isQualityUnit: boolean;
  /** The names of the routes in use that ask for it. */
  readonly routes: readonly string[];
  readonly reason: string | null;
}

export type FunctionEvent = E<keyof typeof functionEvents>;
type Ruling = Decision<FunctionEvent>;

/** A named task of the organisation that people hold, for instance the quality unit. */
export interface JobFunction {
  readonly uid: string;
  readonly name: string;
  readonly retired: boolean;
}
export type FunctionState = JobFunction | null;

function nameRefusal(name: string): { ok: false; failure: Failure } | null {
  if (isBlank(name)) return refuse('invalid_input', { fields: { name: [texts.required] } });
  return lengthOf(name) > limits.functionName || hasControlCharacters(name)
    ? refuse('invalid_input', { fields: { name: [invalidLine(limits.functionName)] } })
    : null;
}

export function createFunction(
  { principal, uid, name: given, nameInUse }: CreateFunction,
  state: FunctionState,
): Ruling {
  // The system makes the quality unit of an organisation that begins with it.
  if (principal.kind !== 'system' && !may(principal, 'function.edit'))
    return refuse('not_allowed', { detail: 'Only an admin can create functions.' });
  const name = normaliseLine(given);
  const refusal = nameRefusal(name);
  if (refusal) return refusal;
  if (nameInUse || state) return refuse('function_exists');
  return { ok: true, events: [{ type: 'FunctionCreated', data: { function: uid, name } }] };
}

/** Retirement and reinstatement need a reason. Nothing changed, nothing recorded. */
export function editFunction(command: EditFunction, state: FunctionState): Ruling {
  const { principal, nameInUse, reason } = command;
  if (!may(principal, 'function.edit')) return refuse('not_allowed', { detail: 'Only an admin can edit functions.' });
  if (!state) return refuse('not_found', { detail: 'There is no such function.' });
  const { uid, name: old } = state;
  const name = normaliseLine(command.name);
  const { retired = state.retired } = command;
  const refusal = nameRefusal(name);
  if (refusal) return refusal;
  if (name !== old && nameInUse) return refuse('function_exists');
  const events: FunctionEvent[] = [];
  if (name !== old) events.push({ type: 'FunctionRenamed', data: { function: uid, old, new: name, reason } });
  if (retired !== state.retired) {
    if (retired && command.isQualityUnit)
      return refuse('invalid_input', {
        fields: { retired: [`${old} is the quality unit. Choose another one under Settings, Controls first.`] },
      });
    if (retired && command.routes.length > 0)
      return refuse('invalid_input', {
        fields: { retired: [`Approval routes ask for ${old}: ${command.routes.join(', ')}. Change them first.`] },
      });
    const problem = reasonProblem(reason ?? '');
    if (problem) return refuse('invalid_input', { fields: { reason: [problem] } });
    const type = retired ? 'FunctionRetired' : 'FunctionReinstated';
    events.push({ type, data: { function: uid, name, reason: reason ?? '' } });
  }
  return { ok: true, events };
}

function evolve(state: FunctionState, event: FunctionEvent): FunctionState {
  switch (event.type) {
    case 'FunctionCreated':
      return { uid: event.data.function, name: event.data.name, retired: false };
    case 'FunctionRenamed':
      return state && { ...state, name: event.data.new };
    case 'FunctionRetired':
    case 'FunctionReinstated':
      return state && { ...state, retired: event.type === 'FunctionRetired' };
  }
}

/** Stream `function-<uid>`. */
export const functionEvolution: Evolution<FunctionEvent, FunctionState> = { initialState: null, evolve };
