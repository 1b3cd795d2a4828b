import { z } from 'zod';
import { filename, objectKey } from '#app/kit/call/fields.ts';
import { link, linkTo } from '#app/kit/call/link.ts';
import { byUid, flag } from '#app/kit/call/parameters.ts';
import { addresses } from '#app/kit/addresses.ts';
import { versionInAddress } from '#app/documents/forms/version-in-address.ts';
import { reads, type Call } from '#app/kit/call/endpoint.ts';
import { effectiveDownload, trainingDownload, workingDownload } from '#app/documents/queries/download.ts';
import { uploadPlace } from '#app/documents/queries/upload-place.ts';
import type { FileRequest } from '#app/documents/queries/file.ts';

const tag = 'Documents';

const uploadAddress = z
  .object({
    objectKey: objectKey.describe('Save the document with this key.'),
    presigned: z.url().describe('Send the bytes here with one PUT within 15 minutes, without a token.'),
  })
  .meta({ id: 'UploadAddress' });

const uploads = {
  method: 'GET',
  tag,
  params: byUid,
  query: z.object({ filename: filename.describe('With its extension. The content must match it.') }),
  data: uploadAddress,
  secret: true,
  refusals: ['not_allowed', 'document_not_in_status', 'file_extension'],
  asks: uploadPlace,
  answer: (data: z.input<typeof uploadAddress>) => ({ data }),
} as const;

export const uploadWorking = reads({
  ...uploads,
  path: '/api/docs/{uid}/uploadworking',
  operation: 'uploadWorking',
  summary: 'Get an upload address for the working file',
  input: ({ params, query }) => ({ document: params.uid, kind: 'working' as const, filename: query.filename }),
});

export const uploadEffective = reads({
  ...uploads,
  path: '/api/docs/{uid}/uploadeffective',
  operation: 'uploadEffective',
  summary: 'Get an upload address for the final PDF',
  input: ({ params, query }) => ({ document: params.uid, kind: 'final' as const, filename: query.filename }),
});

/** A link to a file's address on the screens. */
const linkToFile = (
  { document, version, kind, purpose, original }: FileRequest,
  call: Pick<Call, 'ports' | 'viewer' | 'now'>,
) =>
  linkTo(
    original && kind !== 'working'
      ? addresses.originalFile(document, version, kind)
      : addresses.file(document, version, kind, purpose),
    call,
  );

export const downloadTrainingDocument = reads({
  method: 'GET',
  path: '/api/docs/{uid}/downloadtrainingdoc',
  operation: 'downloadTrainingDocument',
  tag,
  summary: 'The PDF to read before signing',
  description:
    'Default: the version that the person is asked to sign, or with `working=true` the version in progress. Open ' +
    'the link before you sign.',
  params: byUid,
  query: z.object({ version: versionInAddress.optional(), working: flag.optional() }),
  data: link,
  secret: true,
  refusals: ['file_missing'],
  asks: trainingDownload,
  input: ({ params, query }) => ({ document: params.uid, ...query }),
  answer: linkToFile,
});

export const downloadEffective = reads({
  method: 'GET',
  path: '/api/docs/{uid}/downloadeffective',
  operation: 'downloadEffective',
  tag,
  summary: 'The PDF of a version',
  description:
    'Default: the version in force. With `original=true` the final PDF as it was uploaded, without a stamp, for ' +
    'authors and admins.',
  params: byUid,
  query: z.object({ version: versionInAddress.optional(), original: flag.optional() }),
  data: link,
  secret: true,
  refusals: ['not_allowed', 'file_missing'],
  asks: effectiveDownload,
  input: ({ params, query }) => ({ document: params.uid, ...query }),
  answer: linkToFile,
});

export const downloadWorking = reads({
  method: 'GET',
  path: '/api/docs/{uid}/downloadworking',
  operation: 'downloadWorking',
  tag,
  summary: 'The working file of a version',
  description: 'Default: the version in progress.',
  params: byUid,
  query: z.object({ version: versionInAddress.optional() }),
  data: link,
  secret: true,
  refusals: ['file_missing'],
  asks: workingDownload,
  input: ({ params, query }) => ({ document: params.uid, ...query }),
  answer: linkToFile,
});
