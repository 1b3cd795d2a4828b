import type { ExpressionBuilder } from 'kysely';
import type { Database } from '#app/adapters/database/schema.ts';

type Expressions = ExpressionBuilder<Database, 'app.webhook_delivery'>;

const isSkipped = ({ exists, selectFrom }: Expressions) =>
  exists(
    selectFrom('read.webhook_skip as s')
      .select('s.delivery_uid')
      .whereRef('s.org_id', '=', 'app.webhook_delivery.org_id')
      .whereRef('s.webhook_uid', '=', 'app.webhook_delivery.webhook_uid')
      .whereRef('s.delivery_uid', '=', 'app.webhook_delivery.uid'),
  );

/** Whether a delivery waits for its turn: it was neither sent nor skipped. */
export const isWaiting = (eb: Expressions) => eb.and([eb('state', '=', 'waiting'), eb.not(isSkipped(eb))]);
