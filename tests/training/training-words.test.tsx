import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { texts } from '#events/texts.ts';
import type { TrainingPreview } from '#app/documents/commands/preview-training.ts';
import type { TrainingLine } from '#app/training/queries/training-history.ts';
import { PreviewWords } from '#app/documents/screens/publish/training-preview.tsx';
import { previewRefusal } from '#app/documents/screens/publish/use-training-preview.ts';
import { DueWords, EffectiveWords } from '#app/documents/screens/document/effective-words.tsx';
import { RecordState } from '#app/training/screens/history-register.tsx';

const now = '2026-03-10T11:00:00.000Z';
/** There it is 00:00 of the 11th at this moment. */
const zone = 'Pacific/Auckland';

/** What is read, with a ! before what is red. */
const read = (element: ReactElement): string =>
  renderToStaticMarkup(element)
    .replace(/<span class="overdue">/g, '!')
    .replace(/<svg.*?<\/svg>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

describe('the dates of training', () => {
  it.each([
    ['2026-03-10T11:00:00.001Z', 'Effective 11 Mar 2026 (Pacific/Auckland)'],
    ['2026-03-10T11:00:00.000Z', '! Effective 11 Mar 2026 (Pacific/Auckland), already in force'],
    ['2026-03-10T10:59:59.999Z', '! Effective 10 Mar 2026 (Pacific/Auckland), already in force'],
    [null, ''],
  ])('are red, and in words, where the effective date has passed: %s', (effectiveAt, words) => {
    expect(read(<EffectiveWords effectiveAt={effectiveAt} effectiveZone={zone} now={now} />)).toBe(words);
  });

  it.each([
    ['2026-03-10T10:59:59.999Z', '! Training overdue since 10 Mar 2026'],
    ['2026-03-10T11:00:00.000Z', ''],
    ['2026-03-20T11:00:00.000Z', 'Training due 21 Mar 2026'],
  ])('are red and in words where training is overdue, once where both are one day: %s', (dueAt, words) => {
    const effectiveAt = '2026-03-10T20:00:00.000Z';
    expect(read(<DueWords effectiveAt={effectiveAt} effectiveZone={zone} dueAt={dueAt} now={now} zone={zone} />)).toBe(
      words,
    );
  });

  it('are shown with the record’s status', () => {
    const open = { signature: null, cancelledAt: null, dueAt: now } as TrainingLine;
    const state = (line: object) => read(<RecordState line={{ ...open, ...line }} now={now} zone={zone} />);
    expect(state({})).toBe('Open, due 11 Mar 2026');
    const late = { dueAt: '2026-03-10T10:59:59.999Z' };
    expect(state(late)).toBe('! Overdue since 10 Mar 2026');
    expect(state({ ...late, cancelledAt: now })).toBe('Cancelled 11 Mar 2026');
    expect(state({ ...late, signature: { signedAt: now } })).toBe('Completed 10 Mar 2026 11:00 UTC');
  });
});

describe('the preview of an act', () => {
  const person = { uid: 'p', name: 'Noor', invited: false, isNew: true, overdue: false, dueAt: now };
  const preview: TrainingPreview = {
    previewToken: '',
    effectiveAt: now,
    waived: false,
    carried: 0,
    stayOpen: 0,
    assigned: 3,
    isNew: 3,
    overdue: 0,
    cancelled: 0,
    moved: 0,
    departments: [
      { uid: 'd', name: 'IT', people: [person, { ...person, uid: 'q', name: 'Ivo', isNew: false, invited: true }] },
      { uid: 'e', name: 'Quality', people: [] },
    ],
  };
  const previewWords = (more: Partial<TrainingPreview>, saves = true) =>
    read(<PreviewWords preview={{ ...preview, ...more }} refused={null} {...{ saves, zone }} busy={false} before="" />);
  const whom =
    'IT, two people Noor New to the document, Due later, 11 Mar 2026 Ivo Invited, Due later, 11 Mar 2026 ' +
    'Quality: nobody is assigned.';

  it.each<[Partial<TrainingPreview>, string]>([
    [
      {},
      'Three people are assigned training. The document is new to all of them. Nobody is overdue on 11 Mar 2026: ' +
        `there is time until 11 Mar 2026. ${whom}`,
    ],
    [
      { effectiveAt: null },
      'Three people are assigned training. The document is new to all of them. There is time until 11 Mar 2026. ' +
        `${whom}`,
    ],
    [
      { assigned: 1, isNew: 0, overdue: 1, departments: [] },
      'One person is assigned training. They have trained on an earlier version. They are overdue on 11 Mar 2026 ' +
        'unless they have signed by then.',
    ],
    [
      { isNew: 0, overdue: 3, departments: [] },
      'Three people are assigned training. Each of them has trained on an earlier version. People who have not ' +
        'signed by then are overdue on 11 Mar 2026: up to three people.',
    ],
    [
      { isNew: 1, overdue: 2, departments: [] },
      'Three people are assigned training. It is new to one of them. Two of them are overdue on 11 Mar 2026 ' +
        'unless they have signed by then.',
    ],
    [
      { assigned: 0, isNew: 0, cancelled: 1, moved: 2, departments: [] },
      'Nobody else is assigned training. One open training record is cancelled. Two open training records are ' +
        'due at another time.',
    ],
    [{ waived: true, assigned: 0 }, 'Nobody is assigned training: it is not required for this document.'],
  ])('says who, how many are new, who is late and what else changes: %o', (more, words) => {
    expect(previewWords(more)).toBe(words);
  });

  it('explains for a final approval why nobody is assigned', () => {
    const nobody = { assigned: 0, isNew: 0, departments: [] };
    expect(previewWords(nobody, false)).toBe('Nobody is assigned training: nobody belongs to the chosen departments.');
  });

  it.each<[Record<string, string[]>, string]>([
    [{ '': ['Separation of duties.'] }, 'Separation of duties.'],
    [{ effectiveDate: [texts.futureDate], departments: [texts.required] }, texts.futureDate],
    [{ effectiveDate: [texts.required], departments: [texts.required] }, 'Choose first.'],
  ])('is the refusal where the server refuses it, and not where a field is empty: %o', (error, words) => {
    const refused = previewRefusal({ lastResult: { error }, preview: null });
    const section = { preview: null, refused, saves: false, zone, before: 'Choose first.' };
    expect(read(<PreviewWords {...section} busy={false} />)).toBe(words);
    expect(read(<PreviewWords {...section} busy />)).toBe('Checking who will be assigned…');
  });
});
