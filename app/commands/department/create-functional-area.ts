import { z } from 'zod';
import { ok } from '#events/failures.ts';
import { functionalAreaDecider, functionalAreaKey } from '#events/organisation/functional-area.ts';
import { streams } from '#events/streams.ts';
import { isStorableText, normaliseLine } from '#events/text.ts';
import { texts } from '#events/texts.ts';
import { commit, personalCommand } from '#app/commands/command.ts';
import { load, principalOf } from '#app/commands/load.ts';

/** Creates a functional area: 1 to 4 characters. */
export const createFunctionalArea = personalCommand({
  name: 'functional-area.create',
  input: z.object({
    name: z.string({ error: texts.functionalAreaName }).refine(isStorableText, texts.functionalAreaName),
  }),
  permission: 'functional_area.create',
  async run({ name }, context) {
    return commit(context, async () => {
      const { stream, version, state } = await load(
        context,
        streams.functionalArea(functionalAreaKey(name)),
        functionalAreaDecider,
      );
      const decision = functionalAreaDecider.decide(
        { type: 'CreateFunctionalArea', principal: principalOf(context), name },
        state,
      );
      if (!decision.ok) return decision;
      return ok({ writes: [{ stream, version, events: decision.events }], answer: { name: normaliseLine(name) } });
    });
  },
});
