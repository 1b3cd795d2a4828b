import type { LoaderFunctionArgs } from '@remix-run/node';
import { answerFile } from '#app/http/answer-file.ts';
import { screenLoader } from '#app/http/screen.ts';
import { coverUpTo } from '#app/queries/audit/proof.ts';
import { readPersonReport } from '#app/queries/audit/report.ts';
import { getUserLog } from '#app/queries/audit/user-log.ts';
import { ask } from '#app/queries/query.ts';
import { fullName } from '#app/queries/viewer.ts';
import { auditTrailCsv } from '#app/reports/audit-trail-csv.ts';
import { auditTrailPdf } from '#app/reports/audit-trail-pdf.ts';
import { refusalPage } from '#app/screens/files/refusal-page.tsx';

/** A person's whole audit log as a file. */
export const userLogDownload = (format: 'pdf' | 'csv') => (args: LoaderFunctionArgs) =>
  screenLoader('signed-in', async (page) => {
    const { ports, viewer, params, now, context } = page;
    const log = await ask(getUserLog, { user: params.uid ?? '', page: 1, whole: true }, page);
    if (!log.ok) {
      context.log.info({ path: page.url.pathname, user: viewer.uid, refusal: log.failure.code }, 'refused');
      return refusalPage(log.failure, context.requestId);
    }
    const { person, positions, last } = log.value;
    const report = await readPersonReport(ports, {
      person,
      organisation: { uid: viewer.org, name: viewer.orgName },
      madeBy: fullName(viewer),
      madeAt: now,
      zone: viewer.settings.timeZone,
      positions,
      checkpoint: await coverUpTo(ports, viewer.org, last),
    });
    const name = `${person.name} audit log.${format}`;
    return format === 'csv'
      ? answerFile(auditTrailCsv(report), { name, type: 'text/csv; charset=utf-8' })
      : answerFile(await auditTrailPdf(report), { name, type: 'application/pdf' });
  })(args);
