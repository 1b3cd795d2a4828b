import type { Projection } from './projection.ts';

/** Who downloaded which exact file, and when last: a signature form opens on it. A controlled copy is another file. */
export const readings: Projection = {
  name: 'readings',
  tables: ['reading'],
  handles: {
    DocumentFileDownloaded: ({ data, recordedAt }, to) => {
      if (data.copy || data.kind === 'comparison') return;
      to.put('reading', {
        document_uid: data.document,
        version: data.version,
        user_uid: data.user.uid,
        kind: data.kind,
        sha256: data.sha256,
        purpose: data.purpose,
        downloaded_at: recordedAt,
      });
    },
  },
};
