import { describe as suite, expect, it } from 'vitest';
import { catalogue, type EventType, type Recorded } from '#events/catalogue.ts';
import { describe } from '#app/queries/audit/describe.ts';
import { eventKinds, typesOf, type EventKind } from '#app/queries/audit/kinds.ts';
import { documentEvents, readingEvents } from '#events/document/events.ts';
import { trainingEvents } from '#events/training/events.ts';
import { organisation, samples } from '#tests/golden/samples.ts';

const types = Object.keys(catalogue) as EventType[];
const recorded = (type: EventType): Recorded =>
  ({
    type,
    data: samples[type],
    schema: 1,
    org: organisation,
    stream: 'words',
    version: 1,
    position: '1',
    recordedAt: '2026-03-12T14:05:00.000Z',
    actor: { kind: 'user', uid: 'u', name: 'Inès Okafor', role: 'AUTHOR', session: null, address: null },
    commandId: 'words',
  }) as unknown as Recorded;

suite('[A11-9] every event in words', () => {
  it.each(types)('%s is a sentence with a subject', (type) => {
    const words = describe(recorded(type), { zone: 'Europe/Berlin', personName: () => 'Hana Kobayashi' });
    expect(words.subject).toMatch(/\S/);
    expect(words.sentence).toMatch(/^\S.*[^.\s]$/);
    expect(JSON.stringify([words.subject, words.sentence, words.note, words.changes])).not.toMatch(
      /undefined|\[object|NaN/,
    );
  });

  it('leaves none of a document’s events without a kind to filter by', () => {
    const kinds = Object.keys(eventKinds) as EventKind[];
    const filtered = new Set(kinds.flatMap(typesOf));
    const ofDocuments = Object.keys({ ...documentEvents, ...readingEvents, ...trainingEvents });
    expect(ofDocuments.filter((type) => !filtered.has(type))).toEqual([]);
  });

  it('tells of a batch the records of the document alone whose trail it is', () => {
    const event = recorded('TrainingAssigned');
    const own = describe(event, { zone: 'UTC', personName: () => 'Hana', document: 'another' });
    expect(own.people).toEqual([]);
  });
});
