import type { Readable } from 'node:stream';
import type { Result } from '#events/failures.ts';
import type { SignatureRequest } from '#app/adapters/pdf/certified-pdf.ts';
import { createDatabase } from '#app/adapters/database/database.ts';
import type { TableRequest } from '#app/reports/queries/names.ts';
import { withSource } from '#app/reports/queries/source.ts';
import type { Frame } from '#app/adapters/pdf/report/frame.ts';
import { makeReport } from '#app/reports/making/make-report.ts';

/** A report for a thread or process to make. */
export interface ReportOrder {
  databaseUrl: string;
  org: string;
  request: TableRequest;
  madeBy: string;
  /** What does not match the signed ledger, in sentences. */
  damage: string | null;
  signature: SignatureRequest | null;
}

/** Makes a report with connections of its own, and gives it to `take`. */
export async function makeOrderedReport(
  { databaseUrl, org, request, ...making }: ReportOrder,
  { onRows, take }: { onRows?: (rows: number) => void; take: (body: Readable) => Promise<void> },
): Promise<Result<Frame>> {
  const database = createDatabase({ url: databaseUrl, as: 'application', statementTimeout: 0, max: 2 });
  try {
    const answer = await withSource(database, { ...request, org }, async (source) => {
      const report = await makeReport(source, request, { ...making, ...(onRows && { onRows }) });
      if (report.ok) await take(report.value.body);
      return report.ok ? { ok: true as const, value: report.value.frame } : report;
    });
    return answer.ok ? answer.value : answer;
  } finally {
    await database.close();
  }
}
