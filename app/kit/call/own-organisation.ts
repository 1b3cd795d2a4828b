import { z } from 'zod';
import { RefusedCall, type Call } from '#app/kit/call/endpoint.ts';
import { uidText } from '#app/kit/call/fields.ts';

/** A uid as it is, or within an entity. */
export const named = z.union([uidText, z.object({ uid: uidText })]);
export const uidOf = (one: z.output<typeof named>): string => (typeof one === 'string' ? one : one.uid).toLowerCase();

/** Refuses another organisation with `not_found` (throws `RefusedCall`). */
export function ownOrganisation(call: Pick<Call, 'viewer'>, org: z.output<typeof named> | null | undefined): void {
  if (org != null && uidOf(org) !== call.viewer?.org) throw new RefusedCall({ code: 'not_found' });
}
