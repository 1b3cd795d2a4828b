import { describe, expect, it } from 'vitest';
import { invalidDate } from '#events/texts.ts';
import type { Publish } from '#events/document/commands.ts';
import { effectiveVersionOf } from '#events/document/state.ts';
import {
  approverOne,
  choose,
  laboratory,
  manufacturing,
  now,
  quality,
  signing,
  tomorrow,
  uidOf,
  yesterday,
} from '#tests/deciders/people.ts';
import {
  commands,
  documentUid,
  eventsIn,
  externallyEffective,
  lives,
  live,
  nextFinal,
  revisedWhileEffective,
  stateOf,
} from '#tests/deciders/document-world.ts';
import { documentDecider } from '#tests/deciders/rules.ts';
import { specify } from '#tests/deciders/specification.ts';

const { given } = specify(documentDecider);
const { BecomeEffective, ChangeDepartments, ChangeEffectiveDate } = commands;
const approved = () => eventsIn('APPROVED');
const pending = () => eventsIn('PENDING');
const publishing = (changed: Partial<Publish>) => ({ ...commands.Publish, ...changed });

describe('publish', () => {
  it('schedules the version with its departments', () => {
    given(...approved())
      .when(publishing({ departments: [quality, quality, laboratory], waiveTraining: true }))
      .then({
        type: 'DocumentPublished',
        data: {
          document: documentUid,
          version: '1.0',
          departments: [quality, laboratory],
          departmentsBefore: [],
          effectiveAt: tomorrow,
          effectiveOn: { date: '2026-03-12', zone: 'America/New_York' },
          trainingWaived: true,
          carriesOver: false,
          trainingRate: 100,
          reason: null,
        },
      });
  });

  it.each([
    ['somebody is to train on it', { hasTrainees: true }, 0],
    ['nobody is in its departments', { hasTrainees: false }, 100],
    ['training is waived', { waiveTraining: true }, 100],
  ] as const)('[P11-10e] records how far training is as it begins where %s', (_, changed, trainingRate) => {
    const [published] = given(...approved())
      .when(publishing(changed))
      .thenTypes('DocumentPublished');
    expect(published).toMatchObject({ data: { trainingRate } });
    const [, became] = given(...externallyEffective())
      .when(publishing({ ...changed, effectiveAt: now }))
      .thenTypes('DocumentPublished', 'DocumentBecameEffective');
    expect(became).toMatchObject({ data: { trainingRate } });
  });

  it('needs departments and a date', () => {
    expect(
      given(...approved())
        .when(publishing({ departments: [] }))
        .thenRefused('document_departments_missing').fields,
    ).toEqual({
      departments: ['This field is required.'],
    });
    for (const [effectiveAt, message] of [
      [null, 'This field is required.'],
      ['', 'This field is required.'],
      ['someday', invalidDate],
    ] as const) {
      const { fields } = given(...approved())
        .when(publishing({ effectiveAt }))
        .thenRefused('invalid_input');
      expect(fields).toEqual({ effectiveDate: [message] });
    }
  });

  it.each([now, yesterday])('refuses %s, which is not in the future', (effectiveAt) => {
    const { fields } = given(...approved())
      .when(publishing({ effectiveAt }))
      .thenRefused('effective_date_not_future');
    expect(fields).toEqual({ effectiveDate: ['Choose a date in the future'] });
  });

  it.each([now, yesterday])('puts into force at once what is externally effective since %s', (effectiveAt) => {
    const [, became] = given(...externallyEffective())
      .when(publishing({ effectiveAt }))
      .thenTypes('DocumentPublished', 'DocumentBecameEffective');
    expect(became).toMatchObject({ data: { version: '1.0', effectiveAt, supersedes: null } });
  });

  it.each(['+010000-01-01T00:00:00.000Z', '+255479-02-14T00:53:20.000Z', '3000-01-01T00:00:00.000Z'])(
    'refuses %s, a year that no screen takes and no event can hold',
    (effectiveAt) => {
      for (const [state, command] of [
        [approved(), publishing({ effectiveAt })],
        [pending(), { ...ChangeEffectiveDate, effectiveAt }],
      ] as const) {
        const { fields } = given(...state)
          .when(command)
          .thenRefused('invalid_input');
        expect(fields).toEqual({ effectiveDate: [invalidDate] });
      }
    },
  );

  it('refuses a date long past of what is externally effective, a slip of the keyboard', () => {
    given(...externallyEffective())
      .when(publishing({ effectiveAt: '0026-03-13T00:00:00.000Z' }))
      .thenRefused('invalid_input');
  });

  it('schedules what is externally effective where its date lies ahead', () => {
    given(...externallyEffective())
      .when(publishing({}))
      .thenTypes('DocumentPublished');
  });

  it('asks a revision of what was externally effective for a date in the future', () => {
    const revision = live(
      ...lives.CREATED,
      commands.DeclareExternallyEffective,
      publishing({ effectiveAt: yesterday }),
      { ...commands.Revise, approvers: [choose(approverOne, uidOf(2011))] },
      { ...commands.Approve, approval: uidOf(2011), signing: signing(approverOne, [nextFinal.sha256]) },
    );
    expect(stateOf(revision)).toMatchObject({ status: 'APPROVED', effectiveVersion: '1.0' });
    given(...revision)
      .when(publishing({ effectiveAt: yesterday }))
      .thenRefused('effective_date_not_future');
  });

  it('keeps the moment in milliseconds and UTC, however the call wrote it', () => {
    const [published] = given(...approved())
      .when(publishing({ effectiveAt: '2026-03-13T01:00:00+01:00' }))
      .thenTypes('DocumentPublished');
    expect(published).toMatchObject({ data: { effectiveAt: tomorrow } });
  });
});

describe('change the effective date', () => {
  it('[P11-10e] records the old and the new date', () => {
    given(...pending())
      .when(ChangeEffectiveDate)
      .then({
        type: 'EffectiveDateChanged',
        data: {
          document: documentUid,
          version: '1.0',
          old: tomorrow,
          new: '2026-04-01T00:00:00.000Z',
          oldOn: { date: '2026-03-12', zone: 'America/New_York' },
          reason: null,
          newOn: { date: '2026-04-01', zone: 'Asia/Tokyo' },
        },
      });
  });

  it('refuses a date that is not in the future; the same date changes nothing', () => {
    for (const effectiveAt of [now, yesterday]) {
      given(...pending())
        .when({ ...ChangeEffectiveDate, effectiveAt })
        .thenRefused('effective_date_not_future');
    }
    given(...pending())
      .when({ ...ChangeEffectiveDate, effectiveAt: tomorrow })
      .thenNothing();
  });
});

describe('change the departments', () => {
  it.each(['PENDING', 'EFFECTIVE'] as const)('[P11-10e] records what was added and removed while %s', (status) => {
    given(...eventsIn(status))
      .when({ ...ChangeDepartments, departments: [quality, manufacturing, quality] })
      .then({
        type: 'DocumentDepartmentsChanged',
        data: {
          reason: null,
          document: documentUid,
          version: '1.0',
          departments: [quality, manufacturing],
          added: [manufacturing],
          removed: [],
        },
      });
    given(...eventsIn(status))
      .when({ ...ChangeDepartments, departments: [quality] })
      .thenNothing();
    given(...eventsIn(status))
      .when({ ...ChangeDepartments, departments: [] })
      .thenRefused('document_departments_missing');
  });
});

describe('become effective', () => {
  it('happens at the effective date and not before', () => {
    given(...pending())
      .when({ ...BecomeEffective, now })
      .thenRefused('effective_date_not_reached');
    given(...pending())
      .when(BecomeEffective)
      .then({
        type: 'DocumentBecameEffective',
        data: { document: documentUid, version: '1.0', effectiveAt: tomorrow, supersedes: null, trainingRate: 40 },
      });
  });

  it('is caught up later, with the date that was set', () => {
    const [became] = given(...pending())
      .when({ ...BecomeEffective, now: '2026-05-01T00:00:00.000Z' })
      .thenTypes('DocumentBecameEffective');
    expect(became).toMatchObject({ data: { effectiveAt: tomorrow } });
  });

  it('follows a date that was moved', () => {
    given(...live(...lives.PENDING, ChangeEffectiveDate))
      .when(BecomeEffective)
      .thenRefused('effective_date_not_reached');
  });

  it('supersedes the version before it', () => {
    const second = revisedWhileEffective();
    expect(stateOf(second)).toMatchObject({
      status: 'IN_REVIEW',
      effectiveVersion: '1.0',
      current: { version: '2.0' },
    });
    const published = live(
      ...lives.EFFECTIVE,
      { ...commands.Revise, approvers: [choose(approverOne, uidOf(2011))] },
      { ...commands.Approve, approval: uidOf(2011), signing: signing(approverOne, [nextFinal.sha256]) },
      publishing({}),
    );
    const before = stateOf(published);
    expect(before.kind === 'document' && effectiveVersionOf(before)?.version).toBe('1.0');
    const [became] = given(...published)
      .when(BecomeEffective)
      .thenTypes('DocumentBecameEffective');
    expect(became).toMatchObject({ data: { version: '2.0', supersedes: '1.0' } });
  });
});
