import { z } from 'zod';
import { RefusedCall, type Call } from '#app/server/endpoint.ts';

/** A uid as it is, or within an entity. */
export const named = z.union([z.string(), z.object({ uid: z.string() })]);
export const uidOf = (one: z.output<typeof named>): string => (typeof one === 'string' ? one : one.uid).toLowerCase();

/** A person as a client sends one. The product ignores status, cognitoId, token and phoneNum. */
export const userBody = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.string(),
  departments: z.array(named).describe('Departments, or their uids.'),
  org: named.nullish().describe('Your own organisation, or its uid.'),
  phoneNum: z.string().nullish(),
  status: z.string().nullish(),
  cognitoId: z.string().nullish(),
  token: z.string().nullish(),
});

/** The person's fields as the commands take them. */
export const toProfileFields = ({ firstName, lastName, role, departments }: z.output<typeof userBody>) => ({
  firstName,
  lastName,
  role,
  departments: departments.map(uidOf),
});

/** Refuses another organisation with `not_found` (throws `RefusedCall`). */
export function ownOrganisation(call: Pick<Call, 'viewer'>, org: z.output<typeof named> | null | undefined): void {
  if (org != null && uidOf(org) !== call.viewer?.org) throw new RefusedCall({ code: 'not_found' });
}
