import type { Instant } from '#events/time.ts';
import type { WebhookUids } from '#events/webhook/announce.ts';
import type { WebhookKind } from '#events/webhook/kinds.ts';

/** What a webhook says: what happened, when and to which uids. Names and content are read with the API. */
export interface WebhookBody {
  /** As in the header webhook-id. */
  id: string;
  kind: WebhookKind | 'test';
  /** When it happened. */
  time: Instant;
  organisation: string;
  /** Of its event in the ledger, in decimal; null for a test. */
  position: string | null;
  uids: WebhookUids;
}

export const bodyOf = (body: WebhookBody): string => JSON.stringify(body);
