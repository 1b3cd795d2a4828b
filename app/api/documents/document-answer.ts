import type { z } from 'zod';
import { toDocument, type document } from '#app/api/entities/document.ts';
import { askFor, type Answer, type Call } from '#app/server/endpoint.ts';
import { getWholeDocument } from '#app/queries/document/full-documents.ts';

/** The document as it is now, with its version: the answer of every endpoint that changes one. */
export async function documentAnswer(
  uid: string,
  call: Pick<Call, 'ports' | 'viewer' | 'now'>,
): Promise<Answer<z.infer<typeof document>>> {
  const { streamVersion, ...whole } = await askFor(call, getWholeDocument, { document: uid });
  return { data: toDocument(whole), version: streamVersion };
}
