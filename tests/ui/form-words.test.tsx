import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { setUpInput } from '#app/set-up/commands/set-up.ts';
import { inviteUser } from '#app/people/commands/invite.ts';
import { draftFormWith } from '#app/documents/forms/document.ts';
import { requiredReason } from '#app/kit/forms/reason.ts';
import { parseForm } from '#app/kit/screen/parse-form.ts';
import { ExternalCheck } from '#app/documents/screens/create/external-check.tsx';
import { numbersNamed } from '#app/organisation/words/settings.ts';
import { plainField, TextField } from '#app/ui/field/field.tsx';
import { problemsOf } from '#app/ui/form/form-state.ts';
import { StrengthMeter } from '#app/ui/strength-meter/strength-meter.tsx';
import { limits } from '#events/limits.ts';
import { invalidText, texts } from '#events/texts.ts';
import { shown } from '#tests/support/shown.tsx';
import { type Gallery, openGallery } from './open.ts';

describe('the error summary of a form', () => {
  const problems = (schema: z.ZodType, fieldErrors: Record<string, string[]> = {}, labels = {}) => {
    const reply = parseForm(new FormData(), schema).reply({ fieldErrors });
    const allErrors = Object.fromEntries(Object.entries(reply.error ?? {}).map(([name, all]) => [name, all ?? []]));
    return problemsOf({ id: 'form', allErrors }, labels).map(({ message }) => message);
  };

  it('lists problems in the order of the page', () => {
    expect(problems(inviteUser.input)).toEqual([
      'First name: This field is required.',
      'Last name: This field is required.',
      'Email: This field is required.',
      'Role: This field is required.',
      'Departments: This field is required.',
    ]);
    expect(Object.keys(parseForm(new FormData(), setUpInput).reply().error ?? {}).join(' ')).toBe(
      'setupCode name domain adminFirstName adminLastName adminEmail newPassword confirmPassword',
    );
    expect(problems(draftFormWith(true), { name: [texts.documentNameInUse] })).toEqual([
      texts.documentNameInUse,
      ...['Type', 'Functional area', 'Doc num', 'Version'].map((label) => `${label}: This field is required.`),
    ]);
  });

  it('merges a form’s problem with the same problem of a field, and links to the field', () => {
    const head = `There was a problem inviting Zofia Nowak ${texts.emailFormat}`;
    const email = { email: [texts.emailFormat] };
    expect(problemsOf({ id: 'form', allErrors: { '': [head], ...email } })).toEqual([
      { message: head, fieldId: 'form-email' },
    ]);
    expect(problemsOf({ id: 'form', allErrors: { '': [texts.emailFormat], ...email } })).toEqual([
      { message: texts.emailFormat, fieldId: 'form-email' },
    ]);
    expect(problemsOf({ id: 'form', allErrors: { '': ['Unable to save it.'], ...email } })).toEqual([
      { message: 'Unable to save it.' },
      { message: texts.emailFormat, fieldId: 'form-email' },
    ]);
  });

  it('names the field of a number', () => {
    const words = 'Enter a whole number from 1 to 100.';
    const form = numbersNamed({ id: 'form', allErrors: { lockoutFailures: [words], reason: [texts.required] } });
    expect(problemsOf(form).map(({ message }) => message)).toEqual([
      `Failed attempts before the lock: ${words}`,
      `Reason for change: ${texts.required}`,
    ]);
  });
});

describe('the strength of a password', () => {
  it.each([
    [['Minimum of 10 characters'], 'Minimum of 10 characters'],
    [
      ['Minimum of 10 characters', 'Sequences are easy to guess', 'Avoid sequences.'],
      'Minimum of 10 characters. Sequences are easy to guess. Avoid sequences.',
    ],
  ])('says %j', (hints, words) => {
    expect(shown(<StrengthMeter id="s" strength={{ score: 1, hints }} />)).toContain(`>${words}</span>`);
  });
});

describe('a length limit in characters', () => {
  let gallery: Gallery;
  beforeAll(async () => {
    gallery = await openGallery();
  });
  afterAll(() => gallery.close());

  it('applies to a title', async () => {
    const page = await gallery.open('documents');
    await page.getByRole('button', { name: 'Create new document' }).click();
    const title = page.getByRole('dialog').getByRole('textbox', { name: 'Title' });
    // One more than the limit is typed too: the product's words answer it, not a key that does nothing.
    for (const length of [limits.documentName, limits.documentName + 1]) {
      await title.fill('');
      await title.focus();
      await page.keyboard.insertText(`A${'🧪'.repeat(length - 1)}`);
      expect([...(await title.inputValue())]).toHaveLength(length);
    }
    await page.context().close();
  });

  it('applies to a reason, on the page and in its dialog', () => {
    const [field, reason] = [plainField('externallyEffective'), plainField('declarationReason')];
    const check = shown(<ExternalCheck field={field} reason={reason} allowed onChange={() => undefined} />);
    const rooms = [...check.matchAll(/maxlength="(\d+)"/gi)].map(([, room]) => Number(room));
    expect(rooms).toHaveLength(2);
    for (const room of rooms) expect(room).toBeGreaterThan('\u{ac01}'.normalize('NFD').length * limits.reason);
  });

  it('counts a line break as one character', () => {
    const lines = `${'a'.repeat(99)}\r\n`.repeat(limits.reason / 100).trimEnd();
    const sent = (reason: string) => {
      const form = new FormData();
      form.set('reason', reason);
      return parseForm(form, z.object({ reason: requiredReason }));
    };
    const parsed = sent(`${lines}\r\n`);
    expect(parsed.status === 'success' && parsed.value.reason).toBe(lines.replaceAll('\r\n', '\n'));
    expect(sent(`${lines}12`)).toMatchObject({ status: 'error', error: { reason: [invalidText(1000)] } });
  });

  it.each(['\u{1f600}', '\u{1ebf}', '\u{ac01}'])(
    'and a field has room for them however they are written: %s',
    (character) => {
      const field = shown(<TextField field={plainField('name', { maxLength: limits.documentName })} label="Title" />);
      const room = Number(/maxlength="(\d+)"/i.exec(field)?.[1]);
      const typed = character.repeat(limits.documentName);
      for (const form of ['NFC', 'NFD']) expect(room).toBeGreaterThan(typed.normalize(form).length);
    },
  );
});
