import { describe, expect, it } from 'vitest';
import { answeredForm } from '#app/ui/form/submitted.ts';

describe('a form that only the server validates', () => {
  const about = {
    id: 'departments',
    names: ['departments', 'date'],
    defaultValue: { departments: ['a', 'b'], date: '' },
  } as const;

  it('shows the saved values, and after a refusal the sent values with their errors', () => {
    const before = answeredForm({ ...about, lastResult: undefined });
    expect(before.fields.departments.defaultOptions).toEqual(['a', 'b']);
    expect(before.form.allErrors).toEqual({});
    const after = answeredForm({
      ...about,
      lastResult: {
        initialValue: { departments: 'b', date: 'soon' },
        error: { date: ['No date.'], '': ['Refused.'], departments: null },
      },
    });
    expect(after.fields.departments.defaultOptions).toEqual(['b']);
    expect(after.fields.date).toMatchObject({ id: 'departments-date', defaultValue: 'soon', errors: ['No date.'] });
    expect(after.form.allErrors).toEqual({ date: ['No date.'], '': ['Refused.'] });
  });

  it('shows no choice where none was sent', () => {
    const { fields } = answeredForm({ ...about, lastResult: { initialValue: { date: '' }, error: {} } });
    expect(fields.departments.defaultOptions).toEqual([]);
  });
});
