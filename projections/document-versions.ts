import type { VersionRoute } from '#events/route/step.ts';
import type { Projected, Projection, ProjectionWriter } from './projection.ts';

/** Every version that was sent for review, with its files; and the departments that each was published for. */
export const documentVersions: Projection = {
  name: 'document-versions',
  tables: ['document_version', 'document_department'],
  handles: {
    DocumentSentForReview: (event, to) => begin(event, to),
    DocumentDeclaredExternallyEffective: (event, to) => begin(event, to),
    DocumentRevised: (event, to) => {
      const { document, fromVersion, fromStatus } = event.data;
      // A rejected version stays rejected; one in force stays in force until the new one replaces it.
      if (fromStatus === 'IN_REVIEW' || fromStatus === 'APPROVED' || fromStatus === 'PENDING')
        to.patch(
          'document_version',
          { document_uid: document, version: fromVersion },
          { status: 'WITHDRAWN', withdrawn_at: event.recordedAt },
        );
      begin(event, to);
    },
    VersionImported: ({ data, actor, recordedAt }, to) => {
      const superseded = data.supersededAt === null ? 'EFFECTIVE' : 'SUPERSEDED';
      to.stage(data.import, 'document_version', {
        ...key(data),
        name: data.name,
        status: data.retiredAt === null ? superseded : 'RETIRED',
        externally_effective: true,
        working_file: data.files.working,
        final_file: data.files.final,
        submitted_at: recordedAt,
        submitted_by_name: 'name' in actor ? actor.name : 'The system',
        training_waived: false,
        training_carried: false,
        effective_at: data.effectiveAt,
        effective_zone: data.zone,
        superseded_at: data.supersededAt,
        retired_at: data.retiredAt,
        claimed: data.claimed,
        evidence: data.evidence,
        import_uid: data.import,
      });
      for (const { uid } of data.departments)
        to.stage(data.import, 'document_department', { ...key(data), department_uid: uid });
    },
    ImportCompleted: ({ data }, to) => {
      to.release(data.import, 'document_version');
      to.release(data.import, 'document_department');
    },
    DocumentApproved: ({ data, recordedAt }, to) =>
      to.patch('document_version', key(data), { status: 'APPROVED', approved_at: recordedAt }),
    DocumentRejected: ({ data, recordedAt }, to) =>
      to.patch('document_version', key(data), { status: 'REJECTED', rejected_at: recordedAt }),
    SignedPdfMade: ({ data }, to) => to.patch('document_version', key(data), { signed_file: data.file }),
    DocumentPublished: ({ data, recordedAt }, to) => {
      to.patch('document_version', key(data), {
        status: 'PENDING',
        published_at: recordedAt,
        effective_at: data.effectiveAt,
        effective_zone: data.effectiveOn?.zone,
        training_waived: data.trainingWaived,
        training_carried: data.carriesOver,
      });
      for (const { uid } of data.departments) to.put('document_department', { ...key(data), department_uid: uid });
    },
    EffectiveDateChanged: ({ data }, to) =>
      to.patch('document_version', key(data), { effective_at: data.new, effective_zone: data.newOn?.zone }),
    DocumentDepartmentsChanged: ({ data }, to) => {
      for (const { uid } of data.removed) to.remove('document_department', { ...key(data), department_uid: uid });
      for (const { uid } of data.added) to.put('document_department', { ...key(data), department_uid: uid });
    },
    DocumentBecameEffective: ({ data }, to) => {
      if (data.supersedes !== null)
        to.patch(
          'document_version',
          { document_uid: data.document, version: data.supersedes },
          { status: 'SUPERSEDED', superseded_at: data.effectiveAt },
        );
      to.patch('document_version', key(data), { status: 'EFFECTIVE', effective_at: data.effectiveAt });
    },
    DocumentRetired: ({ data, recordedAt }, to) => {
      const retired = new Set(data.effectiveVersion === null ? [] : [data.effectiveVersion]);
      if (data.fromStatus !== 'REJECTED') retired.add(data.version);
      for (const version of retired)
        to.patch(
          'document_version',
          { document_uid: data.document, version },
          { status: 'RETIRED', retired_at: recordedAt },
        );
    },
  },
};

const key = (of: { document: string; version: string }) => ({ document_uid: of.document, version: of.version });

type Submission = Projected<'DocumentSentForReview' | 'DocumentDeclaredExternallyEffective' | 'DocumentRevised'>;

function begin({ type, data, actor, recordedAt }: Submission, to: ProjectionWriter): void {
  const declared = type === 'DocumentDeclaredExternallyEffective';
  to.put('document_version', {
    ...key(data),
    name: data.name,
    status: declared ? 'APPROVED' : 'IN_REVIEW',
    externally_effective: declared,
    working_file: data.files.working,
    final_file: data.files.final,
    submitted_at: recordedAt,
    submitted_by_name: 'name' in actor ? actor.name : 'The system',
    ...routeColumns('route' in data ? data.route : undefined),
    change: 'change' in data ? (data.change ?? null) : null,
    reason: type === 'DocumentRevised' ? data.reason : null,
    approved_at: declared ? recordedAt : null,
  });
}

const routeColumns = (route: VersionRoute | undefined) => ({
  route_uid: route?.uid ?? null,
  route_name: route?.name ?? null,
  route_version: route?.version ?? null,
});
