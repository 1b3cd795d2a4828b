import { describe, expect, it } from 'vitest';
import { catalogue, type EventType, type Recorded } from '#events/catalogue.ts';
import { changeTable } from '#app/audit/evidence/pack/index-tables.ts';
import type { DescribedEvent } from '#app/audit/evidence/pack/event-descriptions.ts';
import { describeEvent } from '#app/audit/words/describe-event.ts';
import { eventKinds, typesOf, type EventKind } from '#app/audit/words/event-kinds.ts';
import { toLifeView, type LifeEvent } from '#app/documents/words/lifeline.ts';
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

describe('[A11-9c] every event in words', () => {
  it.each(types)('%s is a sentence with a subject', (type) => {
    const words = describeEvent(recorded(type), { zone: 'Europe/Berlin', personName: () => 'Hana Kobayashi' });
    expect(words.subject).toMatch(/\S/);
    expect(words.sentence).toMatch(/^\S.*[^.\s]$/);
    expect(JSON.stringify([words.subject, words.sentence, words.note, words.changes])).not.toMatch(
      /undefined|\[object|NaN/,
    );
  });

  it('has what the clock read where that is not the recorded time', () => {
    const event = { ...recorded('DocumentRetired'), recordedAtClock: '2026-03-12T14:04:58.000Z' };
    const { note } = describeEvent(event, { zone: 'Europe/Berlin', personName: () => 'Hana' });
    expect(note).toBe('Version 2.1 is no longer in force. The clock read 12 Mar 2026 14:04:58 UTC.');
    const simulated = { ...event, recordedAtClock: '2028-09-01T08:00:00.000Z' };
    expect(describeEvent(simulated, { zone: 'UTC', personName: () => 'Hana' }).note).toMatch(/\. Simulated time\.$/);
  });

  const changesOf = (type: EventType, data: object) =>
    describeEvent({ ...recorded(type), data: { ...samples[type], ...data } } as unknown as Recorded, {
      zone: 'UTC',
      personName: () => 'Hana',
    }).changes?.map((one) => [one.field, one.old, one.new]);

  const wordsOf = (type: EventType, data: object) => {
    const { sentence, note } = describeEvent(
      { ...recorded(type), data: { ...samples[type], ...data } } as unknown as Recorded,
      {
        zone: 'UTC',
        personName: () => 'Hana Kobayashi',
      },
    );
    return [sentence, note];
  };

  it('says whose sessions were ended, and why', () => {
    const ended = (because: string, count = 2) => wordsOf('SessionsEnded', { because, count });
    expect(ended('deactivated')).toEqual([
      'ended 2 sessions of Hana Kobayashi',
      'Because the account was deactivated.',
    ]);
    expect(ended('role_changed', 1)).toEqual(['ended one session of Hana Kobayashi', 'Because the role was changed.']);
    expect(ended('password_changed')).toEqual(['ended 2 sessions', 'Because the password was changed.']);
    expect(ended('signed_out_everywhere', 1)).toEqual(['ended one session', 'By signing out everywhere.']);
  });

  it('distinguishes a code for a new password from one for the confirmation', () => {
    const sent = (purpose: string) => wordsOf('VerificationCodeIssued', { purpose })[0];
    expect(sent('reset')).toBe('had a reset code sent to Hana Kobayashi');
    for (const purpose of ['confirm', 'reconfirm'])
      expect(sent(purpose)).toBe('had a verification code sent to Hana Kobayashi');
  });

  it('says of nobody that they joined a department where they may have left one, or everything', () => {
    const nobody = { assignments: [], user: { uid: 'u', name: 'Luca Ferrante' }, document: null };
    const asked = (because: string) => wordsOf('TrainingAssigned', { ...nobody, because });
    const sentence = 'assigned no new training';
    const why = 'After a change of the departments or the status of Luca Ferrante.';
    expect(asked('joined_department')).toEqual([sentence, why]);
    expect(asked('confirmed')).toEqual([sentence, 'Because the account was confirmed.']);
  });

  describe('of a batch of training', () => {
    const [hana, noor, [first, second]] = ['h', 'n', ['a', 'b']] as const;
    const rows = [
      { record: 'r1', user: hana, document: first, version: '1.0', dueAt: '2026-04-01T00:00:00.000Z' },
      { record: 'r2', user: noor, document: first, version: '1.0', dueAt: '2026-04-01T00:00:00.000Z' },
      { record: 'r3', user: noor, document: second, version: '3.0', dueAt: '2026-05-01T00:00:00.000Z' },
    ];
    const inLogOf = (person: string, type: EventType, data: object) =>
      describeEvent({ ...recorded(type), data: { ...samples[type], document: null, user: null, ...data } } as never, {
        zone: 'UTC',
        person,
        personName: (uid) => (uid === hana ? 'Hana Kobayashi' : 'Noor Haddad'),
        documentTitle: (uid) => (uid === first ? 'SOP - QA - 001 Weighing' : 'SOP - QA - 002 Drying'),
      });

    it('a log names the documents and only its own person', () => {
      const { sentence, note, people } = inLogOf(hana, 'TrainingAssigned', { assignments: rows });
      expect([sentence, note]).toEqual([
        'assigned training to Hana Kobayashi',
        'One training record, because the version was published. The same event concerns 2 training records of ' +
          'other people.',
      ]);
      expect(people).toEqual([
        { fact: 'SOP - QA - 001 Weighing: version 1.0, due 01 Apr 2026', names: ['Hana Kobayashi'] },
      ]);
    });

    it('a cancellation reads as one, with its cause', () => {
      const { sentence, note, people, hidden } = inLogOf(noor, 'TrainingCancelled', {
        because: 'superseded',
        records: rows.slice(1),
      });
      expect([sentence, note, hidden]).toEqual([
        'cancelled 2 training records',
        'Because a newer version came into force.',
        false,
      ]);
      expect(people).toEqual([
        { fact: 'SOP - QA - 001 Weighing: version 1.0', names: ['Noor Haddad'] },
        { fact: 'SOP - QA - 002 Drying: version 3.0', names: ['Noor Haddad'] },
      ]);
    });

    it.each([
      ['TrainingAssigned', { assignments: rows }, 'assigned training to 3 people'],
      ['TrainingCancelled', { because: 'retired', records: rows }, 'cancelled 3 training records'],
      [
        'TrainingDueChanged',
        {
          document: { uid: first, name: 'Weighing' },
          records: rows.map((row) => ({ ...row, old: row.dueAt, new: row.dueAt })),
        },
        'moved the due date of 3 training records',
      ],
    ] as const)('%s in the log of the person who caused it names nobody', (type, data, sentence) => {
      expect(inLogOf('somebody else', type, data)).toMatchObject({ sentence, people: [], hidden: false });
    });
  });

  it.each([
    ['INVITED', 'Invited'],
    ['ACTIVE', 'Active'],
    [null, null],
  ])('says what a person was before the deactivation, as far as it was recorded: %s', (fromStatus, words) => {
    expect(changesOf('UserDeactivated', { fromStatus })).toEqual([['Status', words, 'Deactivated']]);
  });

  it.each([
    ['DocumentPublished', {}, 0, 'Awaiting Training'],
    ['DocumentPublished', {}, 100, 'Awaiting Effective'],
    ['DocumentBecameEffective', {}, 99, 'Awaiting Training'],
    ['DocumentBecameEffective', {}, 100, 'Awaiting Effective'],
    ['DocumentRevised', { fromStatus: 'PENDING' }, 40, 'Awaiting Training'],
    ['DocumentRevised', { fromStatus: 'PENDING' }, 100, 'Awaiting Effective'],
    ['DocumentRetired', { fromStatus: 'PENDING' }, 40, 'Awaiting Training'],
    ['DocumentRetired', { fromStatus: 'PENDING' }, 100, 'Awaiting Effective'],
    ['DocumentRetired', { fromStatus: 'PENDING' }, null, 'Scheduled to become effective'],
    ['DocumentRetired', { fromStatus: 'EFFECTIVE' }, null, 'Effective'],
  ] as const)(
    '[ISO13485-424c] %s names the status of a scheduled version as it was at that time: %o, %s',
    (type, data, trainingRate, words) => {
      const [, old, now] = changesOf(type, { trainingWaived: false, ...data, trainingRate }).find(
        ([field]) => field === 'Status',
      )!;
      expect(type === 'DocumentPublished' ? now : old).toBe(words);
    },
  );

  it.each([
    ['DocumentEdited', 'type', 'SOP', 'Work_Instruction', ['Type', 'SOP', 'WI']],
    ['DocumentEdited', 'name', 'true', 'false', ['Title', 'true', 'false']],
    ['DocumentEdited', 'externallyEffective', 'false', 'true', ['Already effective outside the system', 'No', 'Yes']],
    ['UserEdited', 'role', 'USER', 'ADMIN', ['Role', 'USER', 'Admin']],
    [
      'OrganisationSettingsChanged',
      'manageSort',
      'name',
      'revisedDate',
      ['Order of Manage Documents', 'Name', 'Modified, newest first'],
    ],
    ['OrganisationSettingsChanged', 'reminders.digest', 'true', 'false', ['Weekly digest', 'Yes', 'No']],
    ['OrganisationSettingsChanged', 'uploadLimit', '104857600', '1572864', ['Largest file, megabytes', '100', '1.5']],
  ] as const)('calls the value of a field as the screens do: %s %s', (type, field, old, now, words) => {
    const data = { changes: [{ field, old, new: now }], departmentsAdded: [], departmentsRemoved: [] };
    expect(changesOf(type, data)).toEqual([words]);
  });

  it.each([
    ['a'.repeat(64), 'failed to confirm the identity of Hana', 'Tried with a wrong password, in an open session.'],
    [null, 'failed to sign in as Hana', 'Tried with a wrong password.'],
  ])(
    'distinguishes a password that was checked in an open session from one at sign-in: session %s',
    (session, sentence, note) => {
      const event = recorded('SignInFailed');
      const described = describeEvent({ ...event, actor: { ...event.actor, session } } as Recorded, {
        zone: 'UTC',
        personName: () => 'Hana',
      });
      expect(described).toMatchObject({ subject: 'Somebody', sentence, note });
    },
  );

  it('[ISO13485-424c] says in the timeline what a version changes and why', () => {
    const life = toLifeView([{ version: '2.1', event: recorded('DocumentRevised') as LifeEvent['event'] }], 'UTC');
    expect(life).toMatchObject([
      {
        lines: [
          'Kind of change: Minor',
          'Section 6.3: The limit is 25 °C, not “2,5 °C”.',
          'Titles of forms as they are today.',
          'Training asked for: No training: 小さな訂正のみ。',
        ],
      },
    ]);
  });

  it('[ISO13485-424c] says in an evidence pack what a version changes, with the words of its requests', () => {
    const { change } = samples.DocumentRevised;
    const request = '0199a1b2-0000-7000-8000-000000000099';
    const { text } = samples.ChangeRequested;
    const events = [
      { position: 7, request: { uid: request, text }, change: null },
      { position: 9, request: null, change: { version: '2.1', says: change }, document: 'SOP - QA - 017' },
    ] as unknown as DescribedEvent[];
    const rowsOf = (some: DescribedEvent[]) =>
      changeTable(some).rows.map((row) => row.map((cell) => [cell.text, cell.more]));
    expect(rowsOf(events)).toEqual([
      [
        ['2.1', ['SOP - QA - 017']],
        ['Minor', undefined],
        [
          'Deviation DEV-0071: the limit was read as 2.5 °C.',
          ['Section 6.3: The limit is 25 °C, not “2,5 °C”.', 'Titles of forms as they are today.'],
        ],
        [`Change request: ${text}`, ['Review of version 2.0', 'ISO 13485:2016, 4.2.4 c']],
        ['No training: 小さな訂正のみ。', undefined],
      ],
    ]);
    // A request that is not in the pack has its uid.
    expect(rowsOf(events.slice(1))[0]![3]![0]).toBe(`Change request: ${request}`);
  });

  it('calls the type of a document as the screens do, also where it was created', () => {
    expect(changesOf('DocumentCreated', { type: 'Work_Instruction' })).toContainEqual(['Type', null, 'WI']);
  });

  it.each([
    [
      '2026-03-05T20:00:00.000Z',
      '04 Mar 2026 (Europe/Rome, 04 Mar 2026 15:30 UTC)',
      '05 Mar 2026 (Europe/Rome, 05 Mar 2026 20:00 UTC)',
    ],
    ['2026-03-04T00:00:00.000Z', '04 Mar 2026 15:30 UTC', '04 Mar 2026 00:00 UTC'],
  ])('says from which effective date it moved to %s, with times where the day is the same', (moved, old, now) => {
    const data = { old: '2026-03-04T15:30:00.000Z', new: moved };
    expect(changesOf('EffectiveDateChanged', data)).toEqual([['Effective date', old, now]]);
  });

  it('leaves none of a document’s events without a kind to filter by', () => {
    const kinds = Object.keys(eventKinds) as EventKind[];
    const filtered = new Set(kinds.flatMap(typesOf));
    const ofDocuments = Object.keys({ ...documentEvents, ...readingEvents, ...trainingEvents });
    expect(ofDocuments.filter((type) => !filtered.has(type))).toEqual([]);
  });

  it("lists only the records of the trail's document of a batch", () => {
    const event = recorded('TrainingAssigned');
    const own = describeEvent(event, { zone: 'UTC', personName: () => 'Hana', document: 'another' });
    expect(own.people).toEqual([]);
  });
});
