import { z } from 'zod';
import { functionalAreaDecider, functionalAreaKey } from '#events/organisation/functional-area.ts';
import { streams } from '#events/streams.ts';
import { isStorableText, normaliseLine } from '#events/text.ts';
import { texts } from '#events/texts.ts';
import { change } from '#app/commands/change.ts';
import { personalCommand } from '#app/commands/command.ts';

/** Creates a functional area: 1 to 4 characters. */
export const createFunctionalArea = personalCommand({
  name: 'functional-area.create',
  input: z.object({
    name: z.string({ error: texts.functionalAreaName }).refine(isStorableText, texts.functionalAreaName),
  }),
  permission: 'functional_area.create',
  run: ({ name }, context) =>
    change(
      context,
      { stream: streams.functionalArea(functionalAreaKey(name)), decider: functionalAreaDecider },
      (state, { principal }) => ({
        decision: functionalAreaDecider.decide({ type: 'CreateFunctionalArea', principal, name }, state),
        answer: { name: normaliseLine(name) },
      }),
    ),
});
