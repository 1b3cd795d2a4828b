import { z } from 'zod';
import { ok, refuse } from '#events/failures.ts';
import { texts } from '#events/texts.ts';
import type { Command } from '#app/kit/command/command.ts';
import { addressOf } from '#app/sign-in/commands/begin-session.ts';
import { registerOrganisation, registration } from '#app/set-up/commands/register.ts';
import { isEmpty, isSetupCode } from '#app/kit/session/set-up-code.ts';

export const setUpInput = z
  .object({
    setupCode: z.string({ error: texts.required }).trim().min(1, texts.required),
    ...registration.shape,
    confirmPassword: z.string({ error: texts.required }).min(1, texts.required),
  })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ['confirmPassword'],
    error: 'The passwords do not match.',
  });

export const demonstrationInput = z.object({ setupCode: setUpInput.shape.setupCode });

/**
 * Loads the demonstration organisation into an empty database, for a person who can read the console. Answers a line
 * for each sign-in, its password first.
 */
export const setUpDemonstration: Command<typeof demonstrationInput, { lines: readonly string[] }> = {
  name: 'organisation.set-up-demonstration',
  input: demonstrationInput,
  permission: 'anyone',
  async run({ setupCode }, { ports }) {
    if (!isSetupCode(ports.config.secretKey, setupCode)) return refuse('setup_code_wrong');
    if (!(await isEmpty(ports.database.pool))) return refuse('setup_already_done');
    // Imported here because it loads the PDF writer.
    const { loadDemonstration } = await import('#app/set-up/demonstration/demonstration.ts');
    const lines = await loadDemonstration(ports);
    return lines ? ok({ lines }) : refuse('setup_already_done');
  },
};

/** Creates the first organisation from the set-up page, for a person who can read the console. */
export const setUp: Command<typeof setUpInput, { organisation: string; user: string }> = {
  name: 'organisation.set-up',
  input: setUpInput,
  permission: 'anyone',
  async run({ setupCode, ...values }, context) {
    const { ports } = context;
    if (!isSetupCode(ports.config.secretKey, setupCode)) return refuse('setup_code_wrong');
    return registerOrganisation(ports, values, 'setup', { onlyFirst: true, address: addressOf(context) });
  },
};
