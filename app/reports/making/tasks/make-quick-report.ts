import { buffer } from 'node:stream/consumers';
import type { Result } from '#events/failures.ts';
import { makeOrderedReport, type ReportOrder } from '#app/reports/making/process/report-order.ts';

/** Makes a report in a thread: the serving one stays free, and without the fonts' memory. */
export default async function makeQuickReport(order: ReportOrder): Promise<Result<Uint8Array>> {
  let bytes = Buffer.alloc(0);
  const made = await makeOrderedReport(order, { take: async (body) => void (bytes = await buffer(body)) });
  return made.ok ? { ok: true, value: bytes } : made;
}
