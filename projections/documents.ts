import type { Change } from '#events/common.ts';
import { documentType } from '#events/document/events.ts';
import type { Projection, RowOf, ProjectionWriter } from './projection.ts';

/** Each document as it is now. */
export const documents: Projection = {
  name: 'documents',
  tables: ['document'],
  handles: {
    DocumentCreated: ({ data, recordedAt }, to) =>
      to.put('document', {
        uid: data.document,
        name: data.name,
        type: data.type,
        functional_area: data.functionalArea,
        doc_num: data.docNum,
        version: data.version,
        status: 'CREATED',
        owner_uid: data.owner.uid,
        creator_uid: data.owner.uid,
        externally_effective: data.externallyEffective,
        approved: false,
        effective: false,
        training_interval: data.trainingInterval,
        review_interval: data.reviewInterval,
        change: data.change ?? null,
        created_at: recordedAt,
        revised_at: recordedAt,
      }),
    DocumentEdited: ({ data, recordedAt }, to) =>
      to.patch(
        'document',
        { uid: data.document },
        {
          ...changed(data.changes),
          ...(data.change === undefined ? {} : { change: data.change }),
          revised_at: recordedAt,
        },
      ),
    DocumentFileAttached: ({ data, recordedAt }, to) => {
      const key = { uid: data.document };
      const working = data.kind === 'working';
      if (data.meantFor === 'revision')
        to.patch('document', key, working ? { revision_working_file: data.file } : { revision_final_file: data.file });
      else if (working) to.patch('document', key, { working_file: data.file, revised_at: recordedAt });
      else to.patch('document', key, { final_file: data.file, revised_at: recordedAt });
    },
    DocumentSentForReview: ({ data }, to) =>
      to.patch('document', { uid: data.document }, { status: 'IN_REVIEW', change: data.change ?? null }),
    DocumentDeclaredExternallyEffective: ({ data, recordedAt }, to) =>
      to.patch(
        'document',
        { uid: data.document },
        { status: 'APPROVED', externally_effective: true, approved: true, approved_at: recordedAt },
      ),
    DocumentApproved: ({ data, recordedAt }, to) =>
      to.patch('document', { uid: data.document }, { status: 'APPROVED', approved: true, approved_at: recordedAt }),
    DocumentRejected: ({ data }, to) => to.patch('document', { uid: data.document }, { status: 'REJECTED' }),
    DocumentPublished: ({ data, recordedAt }, to) =>
      to.patch(
        'document',
        { uid: data.document },
        { status: 'PENDING', published_at: recordedAt, effective_at: data.effectiveAt },
      ),
    EffectiveDateChanged: ({ data }, to) => to.patch('document', { uid: data.document }, { effective_at: data.new }),
    DocumentBecameEffective: ({ data }, to) =>
      to.patch(
        'document',
        { uid: data.document },
        {
          status: 'EFFECTIVE',
          effective: true,
          effective_version: data.version,
          effective_at: data.effectiveAt,
          latest_effective_at: data.effectiveAt,
          effective_training_interval: null,
          effective_review_interval: null,
        },
      ),
    DocumentRevised: ({ data, recordedAt }, to) => {
      const key = { uid: data.document };
      keepIntervalsInForce(key, data.changes, to);
      to.patch('document', key, {
        ...changed(data.changes),
        name: data.name,
        version: data.version,
        status: 'IN_REVIEW',
        externally_effective: false,
        approved: false,
        change: data.change ?? null,
        working_file: data.files.working,
        final_file: data.files.final,
        revision_working_file: null,
        revision_final_file: null,
        revised_at: recordedAt,
        approved_at: null,
        published_at: null,
        effective_at: null,
      });
    },
    DocumentRetired: ({ data, recordedAt }, to) =>
      to.patch(
        'document',
        { uid: data.document },
        {
          status: 'RETIRED',
          effective: false,
          effective_version: null,
          retired_at: recordedAt,
          retired_reason: data.reason,
        },
      ),
    DocumentReinstated: ({ data, recordedAt }, to) =>
      to.patch(
        'document',
        { uid: data.document },
        {
          version: data.version,
          status: 'CREATED',
          externally_effective: false,
          approved: false,
          change: null,
          effective_training_interval: null,
          effective_review_interval: null,
          working_file: data.working,
          final_file: null,
          revision_working_file: null,
          revision_final_file: null,
          revised_at: recordedAt,
          approved_at: null,
          published_at: null,
          effective_at: null,
          latest_effective_at: null,
          retired_at: null,
          retired_reason: null,
        },
      ),
    OwnershipTransferred: ({ data }, to) => to.patch('document', { uid: data.document }, { owner_uid: data.to.uid }),
    DocumentAreaRenamed: ({ data }, to) => to.patch('document', { uid: data.document }, { functional_area: data.new }),
    DocumentReviewed: ({ data, recordedAt }, to) =>
      to.patch('document', { uid: data.document }, { reviewed_at: recordedAt }),
    DocumentImported: ({ data, recordedAt }, to) =>
      to.stage(data.import, 'document', {
        uid: data.document,
        name: data.name,
        type: data.type,
        functional_area: data.functionalArea,
        doc_num: data.docNum,
        former_number: data.formerNumber,
        import_uid: data.import,
        version: data.version,
        status: data.effectiveVersion === null ? 'RETIRED' : 'EFFECTIVE',
        owner_uid: data.owner.uid,
        creator_uid: data.owner.uid,
        externally_effective: true,
        approved: true,
        effective: data.effectiveVersion !== null,
        effective_version: data.effectiveVersion,
        training_interval: data.trainingInterval,
        review_interval: data.reviewInterval,
        working_file: data.files.working,
        final_file: data.files.final,
        created_at: recordedAt,
        revised_at: recordedAt,
        effective_at: data.effectiveAt,
        latest_effective_at: data.effectiveAt,
        retired_at: data.retiredAt,
      }),
    ImportCompleted: ({ data }, to) => to.release(data.import, 'document'),
    DocumentDiscarded: ({ data }, to) => to.remove('document', { uid: data.document }),
  },
};

/** The first revision that changes an interval stores that of the version in force, until another version is. */
function keepIntervalsInForce(key: { uid: string }, changes: readonly Change[], to: ProjectionWriter): void {
  for (const { field, old } of changes) {
    const days = Number(old);
    if (field === 'trainingInterval')
      to.patch(
        'document',
        key,
        { effective_training_interval: days },
        { effective: true, effective_training_interval: null },
      );
    if (field === 'reviewInterval')
      to.patch(
        'document',
        key,
        { effective_review_interval: days },
        { effective: true, effective_review_interval: null },
      );
  }
}

/** The columns that a list of changed fields sets. */
function changed(changes: readonly Change[]): Partial<RowOf<'document'>> {
  return Object.assign({}, ...changes.map(column)) as Partial<RowOf<'document'>>;
}

function column({ field, new: value }: Change): Partial<RowOf<'document'>> {
  const text = value ?? '';
  switch (field) {
    case 'name':
      return { name: text };
    case 'type':
      return { type: documentType.parse(text) };
    case 'functionalArea':
      return { functional_area: text };
    case 'docNum':
      return { doc_num: text };
    case 'version':
      return { version: text };
    case 'externallyEffective':
      return { externally_effective: text === 'true' };
    case 'trainingInterval':
      return { training_interval: Number(text) };
    case 'reviewInterval':
      return { review_interval: Number(text) };
    case 'approvers':
    case 'declarationReason':
    case 'change':
      // Of a draft: its stream is asked for them, by its form alone.
      return {};
    default:
      throw new Error(`A document has no field ${field} to change`);
  }
}
