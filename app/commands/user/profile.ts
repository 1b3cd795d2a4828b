import { z } from 'zod';
import { texts } from '#events/texts.ts';
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

/** What an invitation says. The address is judged by the decider, whose words the specification gives. */
export const invitedFields = { ...names, email: text, ...place };
