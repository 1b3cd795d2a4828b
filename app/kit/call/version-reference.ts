import { z } from 'zod';
import { areaName, docNumber, documentName, versionNumber } from '#app/kit/call/fields.ts';
import { documentType } from '#events/document/events.ts';
import type { NamedVersion } from '#app/kit/query/signature.ts';

/** A version of a document, named. */
export const versionReference = z.object({
  uid: z.uuid(),
  name: documentName,
  type: documentType,
  functionalArea: areaName,
  docNum: docNumber,
  version: versionNumber,
});

export const toVersionReference = ({ document: uid, name, type, functionalArea, docNum, version }: NamedVersion) => ({
  uid,
  name,
  type,
  functionalArea,
  docNum,
  version,
});
