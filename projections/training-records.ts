import type { Projection } from './projection.ts';
import { signatureColumns } from './signatures.ts';

/** One row a person × document × version × assignment. What is completed is never touched again. */
export const trainingRecords: Projection = {
  name: 'training-records',
  tables: ['training_record'],
  handles: {
    TrainingAssigned: ({ data, recordedAt, position }, to) => {
      for (const { record, user, document, version, dueAt } of data.assignments)
        to.put('training_record', {
          uid: record,
          user_uid: user,
          document_uid: document,
          version,
          status: 'OPEN',
          assigned_because: data.because,
          assigned_at: recordedAt,
          assigned_position: position,
          due_at: dueAt,
          changed_at: recordedAt,
        });
    },
    TrainingCarriedOver: ({ data, recordedAt, position }, to) => {
      for (const { record, user, document, version, from, signedAt } of data.records)
        to.put('training_record', {
          uid: record,
          user_uid: user,
          document_uid: document,
          version,
          status: 'COMPLETED',
          assigned_because: 'carried_over',
          assigned_at: recordedAt,
          assigned_position: position,
          due_at: recordedAt,
          signed_at: signedAt,
          completed_position: position,
          carried_from: from,
          changed_at: recordedAt,
        });
    },
    TrainingImported: ({ data, recordedAt, position }, to) =>
      to.stage(data.import, 'training_record', {
        uid: data.record,
        user_uid: data.user.uid,
        document_uid: data.document,
        version: data.version,
        status: 'COMPLETED',
        assigned_because: 'imported',
        assigned_at: recordedAt,
        assigned_position: position,
        due_at: data.completedAt,
        signed_at: data.completedAt,
        completed_position: position,
        changed_at: recordedAt,
        claimed: {
          completedOn: data.completedOn,
          kind: data.kind,
          trainer: data.trainer,
          score: data.score,
          evidence: data.evidence,
        },
      }),
    ImportCompleted: ({ data }, to) => to.release(data.import, 'training_record'),
    TrainingCancelled: ({ data, recordedAt, position }, to) => {
      for (const { record } of data.records)
        to.patch(
          'training_record',
          { uid: record },
          {
            status: 'CANCELLED',
            cancelled_at: recordedAt,
            cancelled_because: data.because,
            cancelled_position: position,
            changed_at: recordedAt,
          },
          { status: 'OPEN' },
        );
    },
    TrainingDueChanged: ({ data, recordedAt }, to) => {
      for (const { record, new: due } of data.records)
        to.patch('training_record', { uid: record }, { due_at: due, changed_at: recordedAt }, { status: 'OPEN' });
    },
    TrainingReminded: ({ data, recordedAt }, to) =>
      to.patch('training_record', { uid: data.record }, { reminded_at: recordedAt }, { status: 'OPEN' }),
    TrainingCompleted: ({ data, position, recordedAt }, to) =>
      to.patch(
        'training_record',
        { uid: data.record },
        {
          status: 'COMPLETED',
          ...signatureColumns(data.signature),
          completed_position: position,
          changed_at: recordedAt,
        },
        { status: 'OPEN' },
      ),
  },
};
