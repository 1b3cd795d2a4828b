import { z } from 'zod';
import { safeRedirect } from '#app/kit/session/session.ts';

/** The form for one name and the next page. The command checks the name. */
export const nameForm = z.object({
  name: z.string().optional().default(''),
  returnTo: z.string().optional(),
});

/** The address to go back to: one of this site, or `otherwise`. */
export const backTo = (returnTo: string | undefined, otherwise: string): string =>
  safeRedirect(returnTo ?? null) ?? otherwise;

/** The form of `EditPage`. */
export const editForm = z.object({ name: z.string().optional().default(''), retired: z.boolean().default(false) });
