import { z } from 'zod';

/** UUID as text. */
export const uid = z.uuid();

/** An `Instant`. */
export const instant = z.iso.datetime({ precision: 3 });

/** SHA-256 as 64 lower-case hexadecimal digits. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Somebody or something by its uid, with its name as it was when the event happened. */
export const named = z.object({ uid, name: z.string() });
export type Named = z.infer<typeof named>;

/** One changed field: what it was and what it became. `null` where there was or is nothing. */
export const change = z.object({ field: z.string(), old: z.string().nullable(), new: z.string().nullable() });
export type Change = z.infer<typeof change>;
