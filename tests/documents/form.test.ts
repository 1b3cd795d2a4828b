import { describe, expect, it } from 'vitest';
import { draftForm, draftFormWith } from '#app/documents/forms/document.ts';
import { sop } from '#tests/support/organisation.ts';

const messages = (input: Record<string, unknown>): Record<string, string[]> => {
  const parsed = draftForm.safeParse(input);
  const fields: Record<string, string[]> = {};
  for (const { path, message } of parsed.error?.issues ?? []) (fields[String(path[0])] ??= []).push(message);
  return fields;
};

const complete = {
  ...sop('001', 'Batch Record Review'),
  version: '1.0',
  working: 'key',
  final: 'key',
  approvers: ['0b9e3f6e-5f0e-4b8f-9c43-3f0c6f4c1f11'],
  send: true,
};

describe('the document form', () => {
  it('accepts a complete form', () => expect(messages(complete)).toEqual({}));

  it('names every missing field at once, in the specification’s words', () => {
    const required = ['This field is required.'];
    expect(messages({ send: true })).toEqual({
      name: ['Must enter a valid document name.'],
      working: required,
      final: required,
      type: required,
      functionalArea: required,
      docNum: required,
      version: required,
      approvers: required,
    });
  });

  it.each([
    ['name', '   ', 'Must enter a valid document name.'],
    ['name', '_Batch Record', 'Name must not start with a special character.'],
    ['name', '#1 Batch Record', 'Name must not start with a special character.'],
    ['name', 'x'.repeat(81), 'Invalid Input. Enter up to 80 characters on one line.'],
    ['docNum', '000', 'Invalid Input. Enter an ID such as 001, not all zeros.'],
    ['docNum', '1', 'Invalid Input. Enter an ID such as 001, not all zeros.'],
    ['docNum', '001-01', 'Invalid Input. Enter an ID such as 001, not all zeros.'],
    ['version', '1', 'Must use ###.## format'],
    ['version', '1.000', 'Must use ###.## format'],
    ['version', '0.0', 'Invalid Input. Enter a version above 0.0.'],
    ['type', 'Memo', 'Invalid Input.'],
  ])('says of %s %j: %s', (field, value, message) => {
    expect(messages({ ...complete, [field]: value })).toEqual({ [field]: [message] });
  });

  it('requires ###-## for Forms and Templates', () => {
    expect(messages({ ...complete, type: 'Form', docNum: '001' })).toEqual({
      docNum: ['Invalid Input. Enter an ID such as 001-01, not all zeros.'],
    });
    expect(messages({ ...complete, type: 'Template', docNum: '001-01' })).toEqual({});
  });

  it('requires no approvers if already effective, and neither files nor approvers of a draft', () => {
    expect(messages({ ...complete, approvers: [], externallyEffective: true })).toEqual({});
    const declared = { ...complete, approvers: [], externallyEffective: true };
    const atScreen = (declarationReason: string, reasonRequired = true) =>
      draftFormWith(reasonRequired)
        .safeParse({ ...declared, declarationReason })
        .error?.issues.map(({ path, message }) => [path[0], message]);
    expect(atScreen(' ')).toEqual([['declarationReason', 'This field is required.']]);
    expect(atScreen('x'.repeat(1001))).toEqual([['declarationReason', 'Invalid Input. Enter up to 1000 characters.']]);
    expect(atScreen('Approved on paper in 2024.')).toBeUndefined();
    // As the organisation's setting says: offered, and limited all the same.
    expect(atScreen(' ', false)).toBeUndefined();
    expect(atScreen('x'.repeat(1001), false)).toEqual([
      ['declarationReason', 'Invalid Input. Enter up to 1000 characters.'],
    ]);
    // In the order in which the page asks.
    const bare = { ...declared, name: '', working: '', final: '', docNum: '', declarationReason: '' };
    const missing = draftFormWith(true)
      .safeParse(bare)
      .error?.issues.map(({ path }) => path[0]);
    expect(missing).toEqual(['name', 'declarationReason', 'working', 'final', 'docNum']);
    expect(messages({ ...complete, approvers: [], working: '', final: '', send: false })).toEqual({});
  });
});
