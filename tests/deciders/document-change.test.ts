import { describe, expect, it } from 'vitest';
import type { DraftChange } from '#events/document/change.ts';
import type { Revise } from '#events/document/commands.ts';
import type { DocumentEvent } from '#events/document/evolve.ts';
import { changeMissing, texts, trainingUnexplained } from '#events/texts.ts';
import { commands, eventsIn, stateOf } from '#tests/deciders/document-world.ts';
import { documentDecider } from '#tests/deciders/rules.ts';

const change: DraftChange = {
  kind: 'major',
  reason: 'The analyser was replaced.',
  summary: [{ place: 'Section 4', what: 'The new analyser.' }],
  origin: [{ kind: 'external', reference: 'CAPA-0012' }],
  trainingImpact: 'read',
  trainingReason: null,
};
const nothing: DraftChange = {
  kind: null,
  reason: ' ',
  summary: [{ place: '', what: '' }],
  origin: [],
  trainingImpact: 'read',
  trainingReason: '',
};

const decide = (command: Parameters<typeof documentDecider.decide>[0], events: readonly DocumentEvent[]) =>
  documentDecider.decide(command, stateOf(events));
const revise = (given: Partial<DraftChange> | null, more: Partial<Revise> = {}) =>
  decide({ ...commands.Revise, ...more, ...(given && { change: { ...change, ...given } }) }, eventsIn('EFFECTIVE'));
const failureOf = (decision: ReturnType<typeof decide>) => (decision.ok ? null : decision.failure);
const recorded = (decision: ReturnType<typeof decide>) =>
  decision.ok ? decision.events.map(({ data }) => ('change' in data ? data.change : undefined)).find(Boolean) : null;

describe('the change of a version', () => {
  it('is recorded with a revision, trimmed and without empty lines, and its reason is that of the revision', () => {
    const summary = [...change.summary, { place: ' ', what: ' ' }];
    const decision = revise({ summary, reason: ` ${change.reason} ` });
    expect(decision).toMatchObject({ events: [{ type: 'DocumentRevised', data: { change, reason: change.reason } }] });
    expect(recorded(revise({ reason: null }, { reason: 'Why' }))).toMatchObject({ reason: 'Why' });
  });

  it.each([null, nothing])('is absent where nobody wrote anything', (given) => {
    const decision = revise(given, { reason: 'Only why.' });
    expect(decision.ok && decision.events.at(-1)).not.toHaveProperty('data.change');
    expect(decision).toMatchObject({ ok: true, events: [{ data: { reason: 'Only why.' } }] });
  });

  it('needs a kind, and what is different in each line', () => {
    const failure = failureOf(revise({ kind: null, summary: [{ place: 'Section 4', what: '' }] }));
    expect(failure).toMatchObject({
      code: 'invalid_input',
      fields: { 'change.kind': [texts.required], 'change.summary[0].what': [texts.required] },
    });
    expect(failureOf(revise({ kind: 'new' }))?.fields).toHaveProperty(['change.kind']);
  });

  it('refuses what is longer than its field', () => {
    const failure = failureOf(
      revise({
        reason: 'x'.repeat(1001),
        summary: [{ place: 'x'.repeat(81), what: 'x'.repeat(301) }],
        origin: [{ kind: 'external', reference: 'x'.repeat(201) }],
        trainingReason: 'x'.repeat(1001),
      }),
    );
    expect(Object.keys(failure?.fields ?? {}).sort()).toEqual([
      'change.origin',
      'change.reason',
      'change.summary[0].place',
      'change.summary[0].what',
      'change.trainingReason',
    ]);
    const many = Array.from({ length: 51 }, () => ({ place: '', what: 'One more.' }));
    expect(failureOf(revise({ summary: many }))?.fields).toHaveProperty(['change.summary']);
  });

  it('keeps the major number where it is minor', () => {
    expect(failureOf(revise({ kind: 'minor' }, { version: '2.0' }))?.fields).toHaveProperty('version');
    expect(revise({ kind: 'minor' }, { version: '1.1' }).ok).toBe(true);
    expect(revise({ kind: 'editorial' }, { version: '2.0' }).ok).toBe(true);
  });

  it('says why nobody needs training', () => {
    expect(failureOf(revise({ kind: 'editorial', trainingImpact: 'none' }))).toMatchObject({
      code: 'training_reason_missing',
      fields: { 'change.trainingReason': [trainingUnexplained] },
    });
    expect(revise({ kind: 'editorial', trainingImpact: 'none', trainingReason: 'Typing errors alone.' }).ok).toBe(true);
  });

  it('may not miss a kind, a reason and a line where the organisation requires them of revisions', () => {
    const required = { changeRequired: true };
    expect(failureOf(revise(null, required))).toMatchObject({
      code: 'change_reason_missing',
      fields: {
        'change.kind': [texts.required],
        'change.reason': [changeMissing.reason],
        'change.summary': [changeMissing.summary],
      },
    });
    expect(failureOf(revise({ reason: null }, required))?.fields).toEqual({ 'change.reason': [changeMissing.reason] });
    expect(failureOf(revise({ summary: [] }, required))?.fields).toHaveProperty(['change.summary']);
    expect(revise({ reason: null }, { ...required, reason: 'Why' }).ok).toBe(true);
    const first = decide({ ...commands.SendForReview, ...required }, eventsIn('CREATED'));
    expect(first.ok, 'a first version is no revision').toBe(true);
  });
});

describe('the change of a draft', () => {
  const draft = eventsIn('CREATED');
  const half: DraftChange = { ...change, kind: null, summary: [{ place: 'Section 4', what: '' }] };
  const edited = decide({ ...commands.EditDraft, change: half }, draft);
  const events = edited.ok ? (edited.events as DocumentEvent[]) : [];

  it('stays as far as it is written, and recorded again only where it differs', () => {
    expect(events).toMatchObject([{ type: 'DocumentEdited', data: { change: half } }]);
    const again = decide({ ...commands.EditDraft, change: half }, [...draft, ...events]);
    expect(again).toMatchObject({ ok: true, events: [] });
    const emptied = decide({ ...commands.EditDraft, change: nothing }, [...draft, ...events]);
    expect(emptied).toMatchObject({ events: [{ data: { change: null } }] });
    const created = decide({ ...commands.CreateDocument, change: half }, []);
    expect(created).toMatchObject({ events: [{ type: 'DocumentCreated', data: { change: half } }] });
  });

  it('goes with the version that is sent for review, which is new', () => {
    const sent = decide(commands.SendForReview, [...draft, ...events]);
    expect(failureOf(sent)?.fields, 'a line lacks what is different').toHaveProperty(['change.summary[0].what']);
    const whole = decide({ ...commands.SendForReview, change: { ...change, kind: null } }, [...draft, ...events]);
    expect(recorded(whole)).toEqual({ ...change, kind: 'new' });
    expect(failureOf(decide({ ...commands.SendForReview, change }, draft))?.fields).toHaveProperty(['change.kind']);
  });
});
