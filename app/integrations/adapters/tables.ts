import type { WebhookKind } from '#events/webhook/kinds.ts';
import type { ColumnType, Generated } from 'kysely';

/** Tables of schema `app` for what is sent to webhooks: records of operation, not of the ledger. */
export interface WebhookTables {
  'app.webhook_progress': WebhookProgressTable;
  'app.webhook_delivery': WebhookDeliveryTable;
}

interface WebhookProgressTable {
  org_id: string;
  webhook_uid: string;
  /** How far the ledger was read; decimal text when read. */
  position: string;
}

/** `waiting`: tried again for three days, in order. `once`: one attempt that an admin asked for. */
export type DeliveryState = 'waiting' | 'once' | 'delivered' | 'failed';

interface WebhookDeliveryTable {
  org_id: string;
  /** The id of the webhook: the same in every attempt. */
  uid: string;
  webhook_uid: string;
  /** Decimal text. */
  number: Generated<string>;
  /** Null for a test. Decimal text. */
  position: string | null;
  kind: WebhookKind | 'test';
  /** The exact text that is signed. */
  body: string;
  state: DeliveryState;
  /** An admin asked for one attempt, although its webhook may be turned off. */
  asked: Generated<boolean>;
  created_at: string;
  attempts: ColumnType<number, number | undefined, number>;
  next_at: string;
  answered_at: string | null;
  /** Null where no answer came. */
  answer_status: number | null;
  /** The beginning of the answer, or why there was none. */
  answer: string | null;
}
