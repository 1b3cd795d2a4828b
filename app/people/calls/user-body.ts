import { z } from 'zod';
import { emailAddress, firstName, ignoredText, lastName, roleText } from '#app/kit/call/fields.ts';
import { normaliseEmail } from '#events/user/email.ts';
import { user } from '#app/kit/call/user-entity.ts';
import { userAnswer } from '#app/kit/call/user-answer.ts';
import type { Call } from '#app/kit/call/endpoint.ts';
import { named, uidOf } from '#app/kit/call/own-organisation.ts';
import { readEarlier, wholeEntity, type Passes } from '#app/kit/call/fixed-fields.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';

const changes = z.object({
  firstName,
  lastName,
  role: roleText,
  departments: z.array(named).describe('Departments, or their uids.'),
  org: named.nullish().describe('Your own organisation, or its uid.'),
});
const edited = changes.extend({
  manager: named.nullish().describe('A person, or the uid; null for none. Left out: as it is.'),
});
const newcomer = changes.extend({
  email: emailAddress,
  cognitoId: ignoredText.nullish().describe('Ignored: accounts are part of this product.'),
  token: ignoredText.nullish().describe('Ignored: the product makes the code.'),
});

/** A new person as a client sends one. */
export const invitedBody = wholeEntity(user, newcomer);
export const comparesInvited = { changes: newcomer, there: () => ({ data: { status: 'INVITED' } }) };

/** A lock of a copy that was read before, which has ended by itself. */
const lockOver: Passes = (sent, there) => {
  const until = (sent as { until?: unknown } | null)?.until;
  return there === null && typeof until === 'number' && until <= Date.now();
};

/** A person as a client sends one: the whole entity, or the fields that change. */
export const userBody = wholeEntity(user, edited);
export const comparesUser = {
  changes: edited,
  passes: {
    email: (sent, there) => typeof sent === 'string' && normaliseEmail(sent) === there,
    credentialUpdateDate: readEarlier,
    lock: lockOver,
  } satisfies Readonly<Record<string, Passes>>,
  there: ({ params, ...call }: Call<{ uid: string }, unknown, unknown, Viewer>) => userAnswer(params.uid, call),
};

/** A reactivation takes the whole person too, whose status becomes INVITED. */
const reactivation = z.object({ status: z.literal('INVITED').optional() });
export const reactivationBody = wholeEntity(user, reactivation);
/** The manager of a person who is edited. */
export const toManager = ({ manager }: z.output<typeof edited>) => (manager ? uidOf(manager) : manager);

export const comparesReactivation = { ...comparesUser, changes: reactivation };

/** The person's fields as the commands take them. */
export const toProfileFields = ({ firstName, lastName, role, departments }: z.output<typeof changes>) => ({
  firstName,
  lastName,
  role,
  departments: departments.map(uidOf),
});
