import type pg from 'pg';
import { copyRows, quotedOrg } from '#events/ledger/copy.ts';
import type { Range, RangeFinding } from '#events/ledger/range.ts';
import { EventCheck, checkedColumns, checkedFields } from './events.ts';

/** Reads a range's events, as the owner, at the speed of a binary COPY and checks what can be checked without the others. */
export const checkRange = async (client: pg.ClientBase, range: Range): Promise<RangeFinding> => {
  const events = new EventCheck(range);
  await copyRows(
    client,
    `select ${checkedColumns} from ledger.event where org_id = ${quotedOrg(range.org)}
     and position between ${range.from} and ${range.to} order by position`,
    checkedFields,
    events.row,
  );
  return events.finding();
};
