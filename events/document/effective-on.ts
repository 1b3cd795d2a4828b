import { z } from 'zod';
import { dayIn, type Instant } from '#events/time.ts';

/**
 * A calendar date as it was chosen, and the IANA zone that it was chosen in. The moment that follows stands beside it.
 */
export const effectiveOn = z.object({ date: z.iso.date(), zone: z.string() });
export type EffectiveOn = z.infer<typeof effectiveOn>;

export const effectiveOnOf = (moment: Instant, zone: string): EffectiveOn => ({ date: dayIn(moment, zone), zone });
