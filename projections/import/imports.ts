import type { Projection } from '../projection.ts';

/** The imports of libraries. */
export const libraryImports: Projection = {
  name: 'library-imports',
  tables: ['library_import'],
  handles: {
    ImportBegun: ({ data: { import: uid, importer, ...data }, recordedAt }, to) =>
      to.put('library_import', {
        uid,
        ...data,
        status: 'BEGUN',
        begun_at: recordedAt,
        begun_by: importer.uid,
        begun_by_name: importer.name,
      }),
    ImportColumnsMapped: ({ data: { import: uid, columns } }, to) =>
      to.patch('library_import', { uid }, { status: 'BEGUN', columns }),
    ImportTitlesCut: ({ data: { import: uid } }, to) => to.patch('library_import', { uid }, { status: 'BEGUN' }),
    ImportDatesOrdered: ({ data: { import: uid } }, to) => to.patch('library_import', { uid }, { status: 'BEGUN' }),
    ImportExceptionsAccepted: ({ data: { import: uid } }, to) =>
      to.patch('library_import', { uid }, { status: 'BEGUN' }),
    ImportFilesMended: ({ data: { import: uid, manifest, files } }, to) =>
      to.patch('library_import', { uid }, { status: 'BEGUN', manifest, files }),
    ImportPreviewed: ({ data, recordedAt }, to) => {
      const { import: uid, counts, problems, warnings, plan, root } = data;
      const found = { counts, problems, warnings, plan, root };
      to.patch('library_import', { uid }, { status: 'PREVIEWED', ...found, previewed_at: recordedAt });
    },
    ImportChecked: ({ data: { import: uid, verdicts, signature }, recordedAt }, to) =>
      to.patch(
        'library_import',
        { uid },
        {
          status: verdicts.every(({ equal }) => equal) ? 'CHECKED' : 'UNEQUAL',
          checked_at: recordedAt,
          checked_by: signature.signer,
          checked_by_name: signature.printedName,
        },
      ),
    ImportApproved: ({ data: { import: uid, signature }, recordedAt }, to) =>
      to.patch(
        'library_import',
        { uid },
        { status: 'APPROVED', approved_at: recordedAt, approved_by_name: signature.printedName },
      ),
    ImportCompleted: ({ data, recordedAt }, to) => {
      const { import: uid, first, last, report } = data;
      to.patch(
        'library_import',
        { uid },
        { status: 'COMPLETED', completed_at: recordedAt, first_position: first, last_position: last, report },
      );
    },
    ImportAbandoned: ({ data: { import: uid, reason }, recordedAt }, to) => {
      to.patch('library_import', { uid }, { status: 'ABANDONED', abandoned_at: recordedAt, abandoned_reason: reason });
    },
  },
};

/** What documents have to do with each other, as the sources of imports claim it. */
export const documentRelations: Projection = {
  name: 'document-relations',
  tables: ['document_relation'],
  handles: {
    DocumentImported: ({ data: { document, relations = [], import: uid } }, to) => {
      for (const { related, relation } of relations)
        to.stage(uid, 'document_relation', {
          document_uid: document,
          related_uid: related.uid,
          relation,
          import_uid: uid,
        });
    },
    ImportCompleted: ({ data }, to) => to.release(data.import, 'document_relation'),
  },
};

/**
 * The rows of running imports, which other projections stage and release: what an import records shows once it is
 * completed. It comes after them.
 */
export const stagedRows: Projection = {
  name: 'staged-rows',
  tables: ['staged_row'],
  handles: {
    ImportCompleted: ({ data }, to) => to.clear(data.import),
    ImportAbandoned: ({ data }, to) => to.clear(data.import),
  },
};
