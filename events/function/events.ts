import { z } from 'zod';
import { uid } from '#events/common.ts';
import { event, never } from '#events/event.ts';

const named = z.object({ function: uid, name: z.string().min(1) });

/** Stream `function-<uid>`. Who holds it is recorded on the people's streams. */
export const functionEvents = {
  FunctionCreated: event('function.edit', never, named.shape),
  FunctionRenamed: event('function.edit', never, {
    function: uid,
    old: z.string(),
    new: z.string().min(1),
    reason: z.string().nullable(),
  }),
  /** Nobody new can get it. Who holds it keeps it. */
  FunctionRetired: event('function.edit', never, { ...named.shape, reason: z.string() }),
  FunctionReinstated: event('function.edit', never, { ...named.shape, reason: z.string() }),
} as const;
