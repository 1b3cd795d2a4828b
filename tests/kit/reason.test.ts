import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ok } from '#events/failures.ts';
import { presets } from '#events/organisation/controls.ts';
import { defaultSettings } from '#events/organisation/events.ts';
import { personalCommand } from '#app/kit/command/command.ts';
import { changeSettings } from '#app/organisation/commands/change-settings.ts';
import { organisation } from '#tests/support/organisation.ts';

const act = <R extends 'offered' | 'required'>(reason: R) =>
  personalCommand({
    name: `test.${reason}`,
    input: z.object({ name: z.string() }),
    permission: 'signed-in',
    reason,
    run: ({ name, reason }) => Promise.resolve(ok({ name, reason })),
  });

describe('a command that asks why', () => {
  it('gets null without a reason, and the trimmed reason with one', async () => {
    const { world, admin } = await organisation();
    const offered = act('offered');
    for (const reason of [undefined, null, '', ' \n'])
      expect(await world.act(admin, offered, { name: 'a', reason })).toEqual({ name: 'a', reason: null });
    expect(await world.act(admin, offered, { name: 'a', reason: ' Audit. ' })).toEqual({ name: 'a', reason: 'Audit.' });
    expect(
      await world.attempt(admin, offered, {
        name: 'a',
        reason: 'x'.repeat(1001),
      }),
    ).toMatchObject({
      failure: {
        fields: { reason: ['Invalid Input. Enter up to 1000 characters.'] },
      },
    });
  });

  it('[A11-9b] is refused without one where organisation or command requires it, beside other mistakes', async () => {
    const { world, admin } = await organisation();
    const refused = { failure: { code: 'invalid_input', fields: { reason: ['This field is required.'] } } };
    expect(await world.attempt(admin, act('required'), { name: 'a' })).toMatchObject(refused);
    const settings = { ...defaultSettings, controls: { ...presets.standard.controls, reasonForChange: true } };
    await world.act(admin, changeSettings, { name: world.name, settings, reason: 'The inspection of May.' });
    for (const reason of [undefined, null, '', ' \n'])
      expect(await world.attempt(admin, act('offered'), { name: 'a', reason })).toMatchObject(refused);
    expect(await world.attempt(admin, act('offered'), {})).toMatchObject({
      failure: { fields: { name: ['This field is required.'], reason: ['This field is required.'] } },
    });
    expect(await world.act(admin, act('offered'), { name: 'a', reason: 'b' })).toEqual({ name: 'a', reason: 'b' });
  });
});
