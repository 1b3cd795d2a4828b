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

/** What an admin enters of a person, without the address. The decider checks names and departments. */
export const profileFields = { ...names, ...place };

/** Whether an address was entered that a new person cannot have. */
const isNoAddress = (email: unknown): boolean =>
  typeof email === 'string' && email.trim() !== '' && !isNewEmail(normaliseEmail(email));

/**
 * What an invitation holds. The decider checks the address, with the specification's words; where another field is
 * missing, and the decider is not asked, this schema reports the address with it.
 */
export const invitedPerson = z.object({ ...names, email: text, ...place }).refine(({ email }) => !isNoAddress(email), {
  path: ['email'],
  error: texts.emailFormat,
  when: ({ issues }) => issues.length > 0,
});
