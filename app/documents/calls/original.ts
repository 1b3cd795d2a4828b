import { z } from 'zod';
import { recordRetrieval } from '#app/documents/commands/record-retrieval.ts';
import { byUid } from '#app/kit/call/parameters.ts';
import { versionInAddress } from '#app/documents/forms/version-in-address.ts';
import { sends } from '#app/kit/call/file-endpoint.ts';
import { originalPdf } from '#app/documents/queries/original.ts';

export const getOriginal = sends({
  path: '/api/docs/{uid}/original',
  operation: 'getOriginal',
  tag: 'Documents',
  summary: 'The original PDF of a version',
  description:
    'The exact bytes that signatures bind, without a stamp; default: the version in force. For authors, admins and ' +
    'the people who train on it. `ETag` is the SHA-256, `Repr-Digest` and `Digest` give it too. Recorded once a ' +
    'day for each caller and version; it is no reading and unlocks no signature. `HEAD` is answered, and not ' +
    'recorded.',
  params: byUid,
  query: z.object({
    version: versionInAddress.optional(),
  }),
  mediaType: 'application/pdf',
  refusals: ['not_allowed', 'file_missing', 'file_damaged', 'range_not_satisfiable'],
  asks: originalPdf,
  input: ({ params, query }) => ({ document: params.uid, ...query }),
  file: ({ file }) => file,
  records: recordRetrieval,
  recorded: ({ document, version, file }) => ({ document, version, sha256: file.sha256 }),
});
