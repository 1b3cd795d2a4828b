import { z } from 'zod';
import { texts } from '#events/texts.ts';
import { isNewEmail, normaliseEmail } from '#events/user/email.ts';
import { role } from '#events/user/events.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';

const text = z.string({ error: texts.required }).trim().min(1, texts.required);

const names = { firstName: text, lastName: text };
const place = {
  role: z.enum(role.options, { error: ({ input }) => (input ? texts.invalid : texts.required) }),
  departments: z.array(sentUid(texts.invalid), { error: texts.required }).min(1, texts.required),
};

/** A person's fields in an admin's form, without the address. The rule checks names and departments. */
export const profileFields = { ...names, ...place };

/** Whether the address cannot be a new person's. */
const isNoAddress = (email: unknown): boolean =>
  typeof email === 'string' && email.trim() !== '' && !isNewEmail(normaliseEmail(email));

/**
 * The input of an invitation. The rule checks the address; if another field is missing it is not asked, and this
 * schema reports the address too.
 */
export const invitedPerson = z.object({ ...names, email: text, ...place }).refine(({ email }) => !isNoAddress(email), {
  path: ['email'],
  error: texts.emailFormat,
  when: ({ issues }) => issues.length > 0,
});
