import { describe, expect, it } from 'vitest';
import { completeTraining, recordEvolution, type CompleteTraining } from '#events/training/complete.ts';
import { type TrainingRecord } from '#events/training/record.ts';
import { employee, now, signing, uidOf } from '#tests/deciders/people.ts';
import { final, signedPdf } from '#tests/deciders/document-world.ts';
import { specify } from '#tests/deciders/specification.ts';

const document = { uid: uidOf(1000), name: 'Batch Record Review' };
const record = (user: string, changed: Partial<TrainingRecord> = {}): TrainingRecord => ({
  record: uidOf(5000),
  user,
  document: document.uid,
  version: '1.0',
  status: 'OPEN',
  assignedAt: '2026-03-01T00:00:00.000Z',
  assignedPosition: '8',
  dueAt: '2026-03-15T00:00:00.000Z',
  completedAt: null,
  ...changed,
});
const completed = (user: string, completedAt: string): TrainingRecord =>
  record(user, { status: 'COMPLETED', completedAt });

describe('complete', () => {
  const { given } = specify({ ...recordEvolution, decide: completeTraining });
  const command: CompleteTraining = {
    principal: employee,
    now,
    record: record(employee.uid),
    pdfs: [final.sha256, signedPdf.sha256],
    signing: signing(employee, [final.sha256]),
  };

  it('[P11-50a] signs that one has read and understood', () => {
    const [done] = given().when(command).thenTypes('TrainingCompleted');
    expect(done?.data).toMatchObject({
      record: uidOf(5000),
      user: employee.uid,
      version: '1.0',
      signature: {
        meaning: 'read_and_understood',
        reason: 'I have read and understand.',
        printedName: employee.name,
        role: 'EMPLOYEE',
        sha256: final.sha256,
        signedAt: now,
      },
    });
  });

  it('[P11-70] binds the very copy that was opened last', () => {
    const opened = [final.sha256, signedPdf.sha256, 'f'.repeat(64)];
    const [done] = given()
      .when({ ...command, signing: signing(employee, opened) })
      .thenTypes('TrainingCompleted');
    expect(done?.data.signature.sha256).toBe(signedPdf.sha256);
  });

  it("[P11-10g] refuses another's record", () => {
    const other = { ...command, record: record(uidOf(99)) };
    expect(given().when(other).thenRefused('record_not_yours').detail).toBe(
      "You don't have permission to review this document.",
    );
    given()
      .when({ ...command, record: null })
      .thenRefused('not_found');
    given()
      .when({ ...command, principal: { ...employee, status: 'INACTIVE' } })
      .thenRefused('record_not_yours');
  });

  it('refuses a completed record, by the read record or by its stream', () => {
    const done = given().when(command).thenTypes('TrainingCompleted');
    const { detail } = given(...done)
      .when(command)
      .thenRefused('record_already_completed');
    expect(detail).toBe('You have already reviewed this document.');
    given()
      .when({ ...command, record: completed(employee.uid, now) })
      .thenRefused('record_already_completed');
  });

  it('refuses a record that is cancelled, and one whose PDF was not opened', () => {
    given()
      .when({ ...command, record: record(employee.uid, { status: 'CANCELLED' }) })
      .thenRefused('record_not_open');
    given()
      .when({ ...command, signing: signing(employee, []) })
      .thenRefused('signature_pdf_not_opened');
  });
});
