import { describe, expect, it } from 'vitest';
import type { Document } from '#events/document/state.ts';
import { admin, approverOne, author, employee, otherAuthor, system, uidOf } from '#tests/deciders/people.ts';
import { eventsIn, stateOf, working } from '#tests/deciders/document-world.ts';
import type { LifeStatus } from '#events/document/status.ts';
import { requestDecider, type RequestCommand } from '#tests/deciders/rules.ts';
import { specify } from '#tests/deciders/specification.ts';

type RequestChange = Extract<RequestCommand, { type: 'RequestChange' }>;
type DecideRequest = Extract<RequestCommand, { type: 'DecideRequest' }>;

const { given } = specify(requestDecider);
const documentIn = (status: LifeStatus) => stateOf(eventsIn(status)) as Document;
const effective = documentIn('EFFECTIVE');
const by = { uid: employee.uid, name: employee.name };

const ask: RequestChange = {
  type: 'RequestChange',
  principal: employee,
  document: effective,
  request: uidOf(4001),
  version: '1.0',
  page: 2,
  words: ' within 2 days ',
  text: 'Two days are too few.',
  attachment: working,
  urgency: 'normal',
};
const of = { request: uidOf(4001), document: effective.uid, version: '1.0', author: by };
const asked = {
  type: 'ChangeRequested' as const,
  data: {
    ...of,
    name: effective.name,
    page: 2,
    words: 'within 2 days',
    text: ask.text,
    attachment: working,
    urgency: 'normal' as const,
  },
};
const accept: DecideRequest = {
  type: 'DecideRequest',
  principal: author,
  document: effective,
  accept: true,
  reason: null,
};
const decline: DecideRequest = { ...accept, accept: false, reason: 'Agreed with the laboratory.' };
const accepted = { type: 'ChangeRequestAccepted' as const, data: { ...of, reason: null } };
const declined = { type: 'ChangeRequestDeclined' as const, data: { ...of, reason: 'Agreed with the laboratory.' } };
const carryOutRequest = { type: 'CarryOutRequest' as const, version: '2.0' };

describe('change requests', () => {
  it('is made by everybody, of a document in use', () => {
    given().when(ask).then(asked);
    for (const status of ['IN_REVIEW', 'APPROVED', 'REJECTED', 'PENDING'] as const)
      given()
        .when({ ...ask, document: documentIn(status) })
        .thenTypes('ChangeRequested');
    for (const status of ['CREATED', 'RETIRED'] as const)
      given()
        .when({ ...ask, document: documentIn(status) })
        .thenRefused('document_not_in_status');
    given()
      .when({ ...ask, version: '9.0' })
      .thenRefused('not_found');
    given()
      .when({ ...ask, principal: system })
      .thenRefused('not_allowed');
  });

  it('says what, and where there is such a place', () => {
    given()
      .when({ ...ask, page: null, words: null, attachment: null })
      .thenTypes('ChangeRequested');
    const wrong = given()
      .when({ ...ask, page: 4, text: '' })
      .thenRefused('invalid_input');
    expect(Object.keys(wrong.fields ?? {})).toEqual(['page', 'text']);
  });

  it('is decided by the owner or an admin, and declined with a reason', () => {
    given(asked).when(accept).then(accepted);
    given(asked)
      .when({ ...decline, principal: admin })
      .then(declined);
    for (const principal of [employee, otherAuthor, approverOne])
      given(asked)
        .when({ ...accept, principal })
        .thenRefused('not_allowed');
    expect(
      given(asked)
        .when({ ...decline, reason: null })
        .thenRefused('invalid_input').fields,
    ).toHaveProperty('reason');
    given().when(accept).thenRefused('not_found');
  });

  it('keeps its decision: twice is recorded once, and only what was accepted can still be declined', () => {
    given(asked, accepted).when(accept).thenNothing();
    given(asked, accepted).when(decline).then(declined);
    given(asked, declined).when(decline).thenNothing();
    given(asked, declined).when(accept).thenRefused('request_decided');
  });

  it('of a retired document can be declined, not accepted', () => {
    const retired = documentIn('RETIRED');
    given(asked)
      .when({ ...accept, document: retired })
      .thenRefused('document_not_in_status');
    given(asked)
      .when({ ...decline, document: retired })
      .thenTypes('ChangeRequestDeclined');
  });

  it('is carried out by a version once it is accepted', () => {
    const carried = { type: 'ChangeRequestCarriedOut' as const, data: { ...of, version: '2.0' } };
    given(asked, accepted).when(carryOutRequest).then(carried);
    given(asked).when(carryOutRequest).thenNothing();
    given(asked, declined).when(carryOutRequest).thenNothing();
    given(asked, accepted, carried).when(carryOutRequest).thenNothing();
    given(asked, accepted, carried).when(decline).thenRefused('request_decided');
  });

  it('is named by a version of its document alone, and only while it is accepted and not carried out', () => {
    const name = { type: 'NameRequest' as const, document: effective.uid };
    given(asked, accepted).when(name).thenNothing();
    const carried = { type: 'ChangeRequestCarriedOut' as const, data: { ...of, version: '2.0' } };
    const detailOf = (...events: (typeof asked | typeof accepted | typeof declined | typeof carried)[]) =>
      given(...events)
        .when(name)
        .thenRefused('request_not_accepted').detail;
    expect(detailOf()).toBe('This document has no such change request.');
    expect(detailOf(asked)).toBe('This change request is open. Accept it first.');
    expect(detailOf(asked, declined)).toBe('This change request is declined.');
    expect(detailOf(asked, accepted, carried)).toBe('Version 2.0 carried out this change request.');
    given(asked, accepted)
      .when({ ...name, document: uidOf(4002) })
      .thenRefused('request_not_accepted');
  });

  it('can be accepted for the draft of a reinstated document', () => {
    const retired = documentIn('RETIRED');
    const reinstated: Document = { ...retired, status: 'CREATED', earlier: [retired.current] };
    given(asked)
      .when({ ...accept, document: reinstated })
      .then(accepted);
  });
});
