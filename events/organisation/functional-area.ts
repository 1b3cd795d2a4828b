import type { E } from '#events/catalogue.ts';
import type { Decider } from '#events/decider.ts';
import { refuse } from '#events/failures.ts';
import { limits } from '#events/limits.ts';
import { may, type Principal } from '#events/permissions.ts';
import { hasControlCharacters, isBlank, lengthOf, normaliseLine } from '#events/text.ts';
import { texts } from '#events/texts.ts';

export interface CreateFunctionalArea {
  readonly type: 'CreateFunctionalArea';
  readonly principal: Principal;
  readonly name: string;
}

type FunctionalAreaEvent = E<'FunctionalAreaCreated'>;

/** The name's identity, for its stream: QA, qa and ＱＡ are one area. */
export const functionalAreaKey = (name: string): string => normaliseLine(name.normalize('NFKC')).toUpperCase();

/** Whether a name is as short as a functional area's must be. */
export const fitsFunctionalArea = (name: string): boolean => lengthOf(name) <= limits.functionalArea;

/** Stream `functional-area-<key>`: an area of 1 to 4 characters, as it was first written. The state is its name. */
export const functionalAreaDecider: Decider<CreateFunctionalArea, FunctionalAreaEvent, string | null> = {
  initialState: null,
  decide({ principal, name: given }, state) {
    if (!may(principal, 'functional_area.create')) {
      return refuse('not_allowed', { detail: 'Only an admin can create functional areas.' });
    }
    const name = normaliseLine(given);
    if (isBlank(name) || !fitsFunctionalArea(name) || hasControlCharacters(name)) {
      return refuse('functional_area_name_invalid', { fields: { name: [texts.functionalAreaName] } });
    }
    if (state !== null) return refuse('functional_area_exists', { fields: { name: [texts.functionalAreaExists] } });
    return { ok: true, events: [{ type: 'FunctionalAreaCreated', data: { name } }] };
  },
  evolve: (_state, event) => event.data.name,
};
