import { z } from 'zod';
import { texts } from '#events/texts.ts';
import { role } from '#events/user/events.ts';

const text = z.string({ error: texts.required }).trim().min(1, texts.required);

/** What an admin says of a person, but the address. The decider judges names and departments. */
export const profileFields = {
  firstName: text,
  lastName: text,
  role: z.enum(role.options, { error: texts.required }),
  departments: z.array(z.uuid(texts.invalid), { error: texts.required }).min(1, texts.required),
};

/** An address is judged by the decider, whose words the specification gives. */
export const emailField = text;
