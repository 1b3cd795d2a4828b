import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogue, decode, encode, isEventType, schemaOf, trustPayload, type E, type EventType } from '#events/catalogue.ts';
import { PasskeyCheck, type RawEvent } from '#app/audit/evidence/verify/passkey/passkeys.ts';
import { canonicalize } from '#events/ledger/canonical.ts';
import { leafHash } from '#events/ledger/tree.ts';
import type { Json } from '#events/ledger/types.ts';
import { fixtureName, fixtureOf, fixturePath, leafHashOf, readFixture } from '#tests/golden/fixture.ts';
import { samples } from '#tests/golden/samples.ts';

const types = Object.keys(catalogue) as EventType[];
const files = readdirSync(fixturePath(''));
const byPassword = { method: 'email and password', checkedAt: '2026-03-12T14:04:59.812Z' };
/** A signature of before a second factor could be set. */
const signedBefore = (type: 'ApprovalRejected' | 'TrainingCompleted') => ({
  signature: { ...samples[type].signature, credential: byPassword },
});
/** The approval of before there were routes. */
const { step: _step, function: _function, ...approval } = samples.ApprovalRejected.approval;
const { onBehalfOf: _for, ...withComparison } = samples.ApprovalGiven.signature;
const plain = { ...withComparison, comparison: null };
const approvedPlainly = { ...plain, meaning: 'approved', reason: 'I approve of this document.' };
/** What an earlier version of a schema did not say, as it is read today. */
const unsaid: Record<string, object> = {
  'DepartmentRenamed.1.json': { reason: null },
  'FunctionalAreaCreated.1.json': { area: 'QA' },
  'UserEdited.1.json': { reason: null },
  'UserReactivated.1.json': { reason: null },
  'UserDeactivated.1.json': { fromStatus: null },
  'DocumentPublished.1.json': { trainingRate: null, effectiveOn: null, departmentsBefore: null, reason: null },
  'DocumentPublished.2.json': { effectiveOn: null, departmentsBefore: null, reason: null },
  'DocumentPublished.3.json': { departmentsBefore: null, reason: null },
  'DocumentPublished.4.json': { departmentsBefore: null, reason: null },
  'EffectiveDateChanged.1.json': { oldOn: null, newOn: null },
  'DocumentBecameEffective.1.json': { trainingRate: null, trainingWaived: undefined },
  'DocumentBecameEffective.2.json': { trainingWaived: undefined },
  'ApprovalGiven.1.json': { approval, signature: { ...approvedPlainly, credential: byPassword } },
  'ApprovalGiven.2.json': { approval, signature: approvedPlainly },
  'ApprovalGiven.3.json': { signature: { ...samples.ApprovalGiven.signature, comparison: null } },
  'ApprovalRejected.1.json': { approval, ...signedBefore('ApprovalRejected') },
  'ApprovalRejected.2.json': { approval },
  'ApproverReplaced.1.json': { because: null },
  'ComparisonMade.1.json': { method: 'imprimatur-comparison-1', elementsChanged: null },
  'DocumentCreated.1.json': { change: undefined, approvers: undefined },
  'DocumentCreated.2.json': { approvers: undefined },
  'DocumentEdited.1.json': { change: undefined, approvers: undefined },
  'DocumentEdited.2.json': { approvers: undefined },
  'DocumentSentForReview.1.json': { approvals: [approval], route: undefined, change: undefined },
  'DocumentSentForReview.2.json': { change: undefined },
  'DocumentRevised.1.json': { approvals: [approval], route: undefined, change: undefined },
  'DocumentRevised.2.json': { approvals: [approval], route: undefined, change: undefined },
  'DocumentRevised.3.json': { change: undefined },
  'RouteChanged.1.json': { kinds: undefined },
  'RouteDefined.1.json': { kinds: undefined },
  'TrainingCompleted.1.json': signedBefore('TrainingCompleted'),
  'UserSignedIn.1.json': { method: 'password' },
  'UserLockedOut.1.json': { until: '2026-03-12T14:20:00.000Z', tries: null },
  'SessionsEnded.1.json': { because: 'password_changed', sessions: null, reason: null },
  'ServiceAccountCreated.1.json': { wide: true },
  'SignedPdfMade.1.json': { upTo: null },
  'ImportPreviewed.1.json': { counts: { ...samples.ImportPreviewed.counts, relations: undefined } },
  'ImportCompleted.1.json': { counts: { ...samples.ImportCompleted.counts, relations: undefined } },
  'DocumentImported.1.json': { relations: undefined },
};

describe('[A11-17b] golden events', () => {
  it('there is one for every event type in every version of its schema, and no other', () => {
    const expected = types.flatMap((type) =>
      Array.from({ length: schemaOf(type) }, (_, index) => fixtureName(type, index + 1)),
    );
    expect([...files].sort(), 'node --import tsx tests/golden/write.ts writes what is missing').toEqual(expected.sort());
  });

  it.each(types)('%s is still written as it was', (type) => {
    expect(fixtureOf(type)).toEqual(readFixture(fixtureName(type, schemaOf(type))));
  });

  it.each(files)('%s is still read, and hashes to its leaf', (name) => {
    const { envelope, canonical, leafHash: leaf } = readFixture(name);
    expect(isEventType(envelope.type)).toBe(true);
    expect(decode({ ...envelope, position: '1' }).data).toEqual({ ...samples[envelope.type as EventType], ...unsaid[name] });
    expect(canonicalize(envelope as unknown as Json)).toBe(canonical);
    expect(JSON.parse(canonical)).toEqual(envelope);
    expect(leafHashOf(canonical)).toBe(leaf);
    expect(Buffer.from(leafHash(Buffer.from(canonical, 'utf8'))).toString('hex')).toBe(leaf);
  });

  it('the passkey’s answer in TrainingCompleted.2 is still found to be its own', async () => {
    const check = new PasskeyCheck();
    const read = (name: string) => readFixture(name).envelope as unknown as RawEvent;
    expect(check.next(read('AuthenticatorEnrolled.1.json'))).toBeNull();
    expect(await check.next(read('TrainingCompleted.2.json'))).toBe('holds');
  });

  it('the role USER of old data is read as EMPLOYEE, and never written', () => {
    const old = (type: EventType, data: object) => {
      const { envelope } = readFixture(fixtureName(type, 1));
      return { ...envelope, position: '9', data: { ...envelope.data, ...data } };
    };
    const role = { role: 'EMPLOYEE' };
    for (const type of ['UserInvited', 'UserRegistered'] as const) {
      const event = old(type, { role: 'USER' });
      expect([decode(event).data, trustPayload(event).data]).toMatchObject([role, role]);
      expect(() => encode({ type, data: { ...samples[type], role: 'USER' } } as unknown as E)).toThrow();
    }
    const changes = [{ field: 'role', old: 'USER', new: 'AUTHOR' }];
    expect(decode(old('UserEdited', { changes })).data).toMatchObject({ changes: [{ old: 'EMPLOYEE', new: 'AUTHOR' }] });
  });

  it('nobody was awaited where an earlier schema says that training was waived', () => {
    const { envelope } = readFixture(fixtureName('DocumentPublished', 1));
    const waived = { ...envelope, position: '9', data: { ...envelope.data, trainingWaived: true } };
    expect(decode(waived).data).toMatchObject({ trainingRate: 100 });
  });

  it('refuses a type that is not in the catalogue, and a payload that does not fit', () => {
    const { envelope } = readFixture(fixtureName('DocumentApproved', 1));
    expect(() => decode({ ...envelope, position: '9', type: 'DocumentEaten' })).toThrow('DocumentEaten at position 9');
    expect(() => decode({ ...envelope, position: '9', data: { document: 'x' } })).toThrow();
  });
});
