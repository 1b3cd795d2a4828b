import { z } from 'zod';
import { areaName, docNumber, documentName, documentTypeText, objectKey, versionNumber } from '#app/kit/call/fields.ts';
import { versionChange } from '#app/documents/calls/change-entity.ts';
import { epochDate } from '#app/documents/calls/effective-date.ts';
import { document, documentStatus } from '#app/documents/calls/document-entity.ts';
import { uid } from '#app/kit/call/parameters.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';
import type { Call } from '#app/kit/call/endpoint.ts';
import { wholeEntity } from '#app/kit/call/fixed-fields.ts';

/** A reference: the uid, or the whole entity as the API answers it. */
export const reference = z
  .union([uid, z.looseObject({ uid })])
  .transform((given) => (typeof given === 'string' ? given : given.uid));

/** The fields of a document that calls change. */
export const documentChanges = z.object({
  name: documentName,
  type: documentTypeText,
  functionalArea: areaName,
  docNum: docNumber,
  version: versionNumber,
  externallyEffective: z.boolean().nullish(),
  trainingInterval: z.int().nullish(),
  reviewInterval: z.int().nullish(),
  departments: z.array(reference).nullish(),
  effectiveDate: epochDate.nullish(),
  fileWordObjectKey: objectKey.nullish(),
  filePdfObjectKey: objectKey.nullish(),
  change: versionChange
    .nullish()
    .describe('What a draft or a revision changes and why. As it is for what is not revised.'),
  status: z
    .string()
    .meta({ enum: [...documentStatus.options] })
    .optional()
    .describe('As it is; IN_REVIEW to start a draft or a revision once it is complete; APPROVED, see `approved`.'),
  approved: z
    .boolean()
    .nullish()
    .describe('As it is; with `externallyEffective` and status APPROVED it declares a draft effective outside.'),
});

/** A document as a client sends it: the whole entity, or the fields that change and those that are required. */
export const documentBody = wholeEntity(document, documentChanges).meta({ id: 'DocumentInput' });
export type DocumentBody = z.output<typeof documentBody>;

/** The fields of a new draft; its files and departments come later. */
const draftChanges = documentChanges.pick({
  name: true,
  type: true,
  functionalArea: true,
  docNum: true,
  version: true,
  externallyEffective: true,
  trainingInterval: true,
  reviewInterval: true,
  change: true,
});
export const draftBody = wholeEntity(document, draftChanges).meta({ id: 'DraftInput' });

/** A draft as it will be created: what a client may say about it beside its content. */
export const newDraft = {
  changes: draftChanges,
  there: ({ viewer }: Call<unknown, unknown, unknown, Viewer>) => ({
    data: { status: 'CREATED', approved: false, effective: false, owner: { uid: viewer.uid }, org: viewer.org },
  }),
};

/** The body's names for the fields that the commands refuse. */
export const documentFields = {
  working: 'fileWordObjectKey',
  final: 'filePdfObjectKey',
  effectiveAt: 'effectiveDate',
  declarationReason: 'reason',
};

/** The body as the commands' document form. */
export const toDraft = (body: Omit<DocumentBody, 'status' | 'approved'>) => ({
  name: body.name,
  type: body.type,
  functionalArea: body.functionalArea,
  docNum: body.docNum,
  version: body.version,
  working: body.fileWordObjectKey ?? '',
  final: body.filePdfObjectKey ?? '',
  ...(body.trainingInterval == null ? {} : { trainingInterval: body.trainingInterval }),
  ...(body.reviewInterval == null ? {} : { reviewInterval: body.reviewInterval }),
});

/** The refusals of what a version changes and why. */
export const changeRefusals = ['change_reason_missing', 'training_reason_missing', 'request_not_accepted'] as const;

/** The refusals of an uploaded file. */
export const fileRefusals = [
  'file_missing',
  'file_extension',
  'file_content',
  'file_not_pages',
  'file_encrypted',
  'file_truncated',
  'file_empty',
  'file_too_large',
] as const;
