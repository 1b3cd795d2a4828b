import type { DocumentStatus } from '#events/document/status.ts';
import { addresses } from '#app/kit/addresses.ts';

/** The page of a document that fits its status; of the past (`asof`) the trail where the others cannot show it. */
export function documentAddress({ uid, status }: { uid: string; status: DocumentStatus }, asof?: string): string {
  if (status === 'EFFECTIVE' || status === 'PENDING') return addresses.document(uid, asof);
  if (asof !== undefined) return addresses.auditTrail(uid, asof);
  return status === 'APPROVED' ? addresses.publish(uid) : addresses.revise(uid);
}
