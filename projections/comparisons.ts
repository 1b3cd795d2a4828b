import type { Projection } from './projection.ts';

/** What was compared, with the file that says what differs. */
export const comparisons: Projection = {
  name: 'comparisons',
  tables: ['comparison'],
  handles: {
    ComparisonMade: ({ data, recordedAt }, to) =>
      to.put('comparison', {
        document_uid: data.document,
        from_version: data.from.version,
        to_version: data.to.version,
        sha256: data.sha256,
        method: data.method,
        file: data.file,
        words_added: data.wordsAdded,
        words_removed: data.wordsRemoved,
        pages_changed: data.pagesChanged,
        made_at: recordedAt,
      }),
  },
};
