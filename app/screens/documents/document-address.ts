import type { DocumentStatus } from '#events/document/status.ts';
import { addresses } from '#app/addresses.ts';

/** The page of a document that fits its status. */
export function documentAddress({ uid, status }: { uid: string; status: DocumentStatus }): string {
  if (status === 'APPROVED') return addresses.publish(uid);
  return status === 'EFFECTIVE' || status === 'PENDING' ? addresses.document(uid) : addresses.revise(uid);
}
