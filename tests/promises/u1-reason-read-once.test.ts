import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ok } from '#events/failures.ts';
import { personalCommand } from '#app/kit/command/command.ts';
import { withReason } from '#app/kit/command/reason.ts';
import { optionalReason } from '#app/kit/forms/reason.ts';
import { parseForm } from '#app/kit/screen/parse-form.ts';
import { organisation } from '#tests/support/organisation.ts';

const fields = z.object({ name: z.string().default('') });
const schemas = {
  'its own fields': fields,
  'every field': z.looseObject({ name: z.string().default('') }),
  'fields with a rule': fields.superRefine(({ name }, context) => {
    if (name === '') context.addIssue({ code: 'custom', message: 'Name it.', path: ['name'] });
  }),
};

describe('a reason is read once, and never answered with a fault', () => {
  it.each(Object.entries(schemas))('by screen: beside %s', (_, schema) => {
    for (const [typed, read] of [
      ['Left. ', 'Left.'],
      ['\n Left.', 'Left.'],
      [' ', null],
      ['', null],
    ] as const)
      for (const name of ['', 'Ana']) {
        const form = new FormData();
        form.append('name', name);
        form.append('reason', typed);
        const submission = parseForm(form, withReason(schema, 'offered', null));
        if (submission.status === 'success') expect(submission.value).toMatchObject({ reason: read });
        else expect(Object.keys(submission.reply().error ?? {})).toEqual(['name']);
      }
  });

  it('by screen and call: a schema that reads it itself never works, rather than for some texts alone', () => {
    const own = z.object({ reason: optionalReason });
    const inOneOfTwo = z.union([own.extend({ act: z.literal('a') }), z.object({ act: z.literal('b') })]);
    for (const schema of [own, fields.and(own), own.transform((given) => given), own.optional(), inOneOfTwo])
      expect(() => withReason(schema, 'offered', null)).toThrow('read by its rule');
  });

  it('by call: beside each of them', async () => {
    const { world, admin } = await organisation();
    for (const [name, input] of Object.entries(schemas)) {
      const command = personalCommand({
        name: `test.${name}`,
        input,
        permission: 'signed-in',
        reason: 'offered',
        run: ({ reason }) => Promise.resolve(ok(reason)),
      });
      expect(await world.attempt(admin, command, { name: 'Ana', reason: ' Left. ' })).toEqual(ok('Left.'));
      expect(await world.attempt(admin, command, { name: 'Ana', reason: ' ' })).toEqual(ok(null));
    }
  });
});
