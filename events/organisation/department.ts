import type { E } from '#events/catalogue.ts';
import type { Decision, Evolution } from '#events/decider.ts';
import { refuse, type Failure } from '#events/failures.ts';
import { limits } from '#events/limits.ts';
import { may, type Principal } from '#events/permissions.ts';
import { hasControlCharacters, isBlank, lengthOf, nameKey, normaliseLine } from '#events/text.ts';
import { invalidDepartmentName, texts } from '#events/texts.ts';

type DepartmentEvent = E<'DepartmentCreated' | 'DepartmentRenamed'>;
type Ruling = Decision<DepartmentEvent>;

interface CommandBase {
  readonly principal: Principal;
  readonly name: string;
  /** Another department of the organisation has this name, compared by `departmentKey`. */
  readonly nameInUse: boolean;
}

export interface CreateDepartment extends CommandBase {
  /** A new uid. */
  readonly department: string;
}

export interface RenameDepartment extends CommandBase {
  readonly reason: string | null;
}

export interface Department {
  readonly uid: string;
  readonly name: string;
}
export type DepartmentState = Department | null;

/** Two names with the same key are the same name. */
export const departmentKey = nameKey;

function nameRefusal(name: string): { ok: false; failure: Failure } | null {
  if (isBlank(name)) return refuse('invalid_input', { fields: { name: [texts.departmentNameRequired] } });
  if (departmentKey(name) === 'all departments') {
    return refuse('department_name_reserved', { fields: { name: [texts.departmentNameReserved] } });
  }
  return lengthOf(name) > limits.departmentName || hasControlCharacters(name)
    ? refuse('invalid_input', { fields: { name: [invalidDepartmentName] } })
    : null;
}

export function createDepartment(command: CreateDepartment, state: DepartmentState): Ruling {
  if (!may(command.principal, 'department.create')) {
    return refuse('not_allowed', { detail: 'Only an admin can create departments.' });
  }
  if (state) return refuse('conflict', { detail: 'This department has been created before.' });
  const name = normaliseLine(command.name);
  const refusal = nameRefusal(name);
  if (refusal) return refusal;
  if (command.nameInUse) return refuse('department_exists', { fields: { name: [texts.departmentExists] } });
  return { ok: true, events: [{ type: 'DepartmentCreated', data: { department: command.department, name } }] };
}

export function renameDepartment(command: RenameDepartment, state: DepartmentState): Ruling {
  if (!may(command.principal, 'department.rename')) {
    return refuse('not_allowed', { detail: 'Only an admin can edit departments.' });
  }
  if (!state) return refuse('not_found', { detail: 'There is no such department.' });
  const name = normaliseLine(command.name);
  const refusal = nameRefusal(name);
  if (refusal) return refusal;
  if (name === state.name) return { ok: true, events: [] };
  if (command.nameInUse) {
    return refuse('department_name_conflicting', { fields: { name: [texts.departmentConflict] } });
  }
  return {
    ok: true,
    events: [
      {
        type: 'DepartmentRenamed',
        data: { department: state.uid, old: state.name, new: name, reason: command.reason },
      },
    ],
  };
}

/** Stream `department-<uid>`. */
export const departmentEvolution: Evolution<DepartmentEvent, DepartmentState> = {
  initialState: null,
  evolve: (state, event) =>
    event.type === 'DepartmentCreated'
      ? { uid: event.data.department, name: event.data.name }
      : state && { ...state, name: event.data.new },
};
