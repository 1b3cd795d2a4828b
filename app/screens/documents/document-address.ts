import type { DocumentStatus } from '#events/document/status.ts';
import { addresses } from '#app/addresses.ts';

/** The page of a document that fits its status; of the past (`asof`) the one that shows every status. */
export function documentAddress({ uid, status }: { uid: string; status: DocumentStatus }, asof?: string): string {
  if (asof !== undefined) return addresses.auditTrail(uid, asof);
  if (status === 'APPROVED') return addresses.publish(uid);
  return status === 'EFFECTIVE' || status === 'PENDING' ? addresses.document(uid) : addresses.revise(uid);
}
