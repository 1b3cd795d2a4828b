import { z } from 'zod';
import { texts } from '#events/texts.ts';
import { isNewEmail, normaliseEmail } from '#events/user/email.ts';
import { role } from '#events/user/events.ts';
import { sentUid } from '#app/forms/sent-uid.ts';

const text = z.string({ error: texts.required }).trim().min(1, texts.required);

const names = { firstName: text, lastName: text };
const place = {
  role: z.enum(role.options, { error: ({ input }) => (input ? texts.invalid : texts.required) }),
  departments: z.array(sentUid(texts.invalid), { error: texts.required }).min(1, texts.required),
};

/** What an admin says of a person, but the address. The decider judges names and departments. */
export const profileFields = { ...names, ...place };

/** Not an address that a new person can have; what is missing is told as that. */
const isNoAddress = (email: unknown): boolean =>
  typeof email === 'string' && email.trim() !== '' && !isNewEmail(normaliseEmail(email));

/**
 * What an invitation says. The address is judged by the decider, whose words the specification gives; where the decider is not asked, since
 * something else is missing, it is told beside that.
 */
export const invitedPerson = z.object({ ...names, email: text, ...place }).refine(({ email }) => !isNoAddress(email), {
  path: ['email'],
  error: texts.emailFormat,
  when: ({ issues }) => issues.length > 0,
});
