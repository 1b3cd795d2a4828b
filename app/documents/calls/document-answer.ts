import type { z } from 'zod';
import { document, toDocument } from '#app/documents/calls/document-entity.ts';
import { byUid } from '#app/kit/call/parameters.ts';
import { askFor, type Answer, type Call } from '#app/kit/call/endpoint.ts';
import { getWholeDocument } from '#app/documents/queries/full-documents.ts';

type Asking = Pick<Call, 'ports' | 'viewer' | 'now'>;

/** The document as it is now, with its version. */
export async function documentAnswer(uid: string, call: Asking): Promise<Answer<z.infer<typeof document>>> {
  const { streamVersion, ...whole } = await askFor(call, getWholeDocument, { document: uid });
  return { data: toDocument(whole), version: streamVersion };
}

/** What the endpoints that change a document have in common: they answer it as it is now. */
export const answersDocument = {
  tag: 'Documents',
  params: byUid,
  data: document,
  answer: ({ document: uid }: { document: string }, call: Asking) => documentAnswer(uid, call),
} as const;
