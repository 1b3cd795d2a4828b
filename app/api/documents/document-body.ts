import { z } from 'zod';
import { epochDate } from '#app/api/documents/effective-date.ts';
import { uid } from '#app/api/parameters.ts';

/** A reference: the uid, or the whole entity as the API answers it. */
export const reference = z
  .union([uid, z.looseObject({ uid })])
  .transform((given) => (typeof given === 'string' ? given : given.uid));

/**
 * A document as a client sends it. Fields that the product sets (uid, owner, org, dates, history, rates) are ignored.
 */
export const documentBody = z
  .object({
    name: z.string(),
    type: z.string(),
    functionalArea: z.string(),
    docNum: z.string(),
    version: z.string(),
    status: z.string().optional(),
    approved: z.boolean().nullish(),
    effective: z.boolean().nullish(),
    externallyEffective: z.boolean().nullish(),
    trainingInterval: z.int().nullish(),
    reviewInterval: z.int().nullish(),
    departments: z.array(reference).nullish(),
    effectiveDate: epochDate.nullish(),
    fileWordObjectKey: z.string().nullish(),
    filePdfObjectKey: z.string().nullish(),
  })
  .meta({ id: 'DocumentInput' });
export type DocumentBody = z.output<typeof documentBody>;

/** The body's names for the fields that the commands refuse. */
export const documentFields = { working: 'fileWordObjectKey', final: 'filePdfObjectKey', effectiveAt: 'effectiveDate' };

/** The body as the commands' document form. */
export const toDraft = (body: DocumentBody) => ({
  name: body.name,
  type: body.type,
  functionalArea: body.functionalArea,
  docNum: body.docNum,
  version: body.version,
  externallyEffective: body.externallyEffective ?? false,
  working: body.fileWordObjectKey ?? '',
  final: body.filePdfObjectKey ?? '',
  ...(body.trainingInterval == null ? {} : { trainingInterval: body.trainingInterval }),
  ...(body.reviewInterval == null ? {} : { reviewInterval: body.reviewInterval }),
});

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
