import { z } from 'zod';
import { uid } from '#events/common.ts';

const named = z.object({ function: uid, name: z.string().min(1) });

/** Stream `function-<uid>`. Who holds it is recorded on the people's streams. */
export const functionEvents = {
  FunctionCreated: named,
  FunctionRenamed: z.object({ function: uid, old: z.string(), new: z.string().min(1), reason: z.string().nullable() }),
  /** Nobody new can get it. Who holds it keeps it. */
  FunctionRetired: named.extend({ reason: z.string() }),
  FunctionReinstated: named.extend({ reason: z.string() }),
} as const;
