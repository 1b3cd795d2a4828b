import { z } from 'zod';
import { documentType } from '#events/document/events.ts';
import type { NamedVersion } from '#app/queries/signature.ts';

/** A version of a document, named. */
export const versionReference = z.object({
  uid: z.uuid(),
  name: z.string(),
  type: documentType,
  functionalArea: z.string(),
  docNum: z.string(),
  version: z.string(),
});

export const toVersionReference = ({ document: uid, name, type, functionalArea, docNum, version }: NamedVersion) => ({
  uid,
  name,
  type,
  functionalArea,
  docNum,
  version,
});
