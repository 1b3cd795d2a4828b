import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';
import { addresses } from '#app/addresses.ts';
import { errorPage } from '#app/server/errors/error-page.ts';
import { goOn, screenAction, screenLoader } from '#app/server/screen/screen.ts';
import { cancelReport, findReport } from '#app/reports/report-queue.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Form } from '#app/ui/form/form.tsx';
import { SubmitButton } from '#app/ui/form/submit-button.tsx';
import { Notice } from '#app/ui/notice/notice.tsx';
import { Facts } from '#app/ui/page/facts.tsx';
import { Actions, BackLink, Page, Stack, TitleBlock } from '#app/ui/page/page.tsx';
import { Sheet } from '#app/ui/page/sheet.tsx';
import { showMoment } from '#app/ui/text/date.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

/** Seconds after which the page looks again by itself. */
const lookAgain = 2;

type Kept = Awaited<ReturnType<typeof loader>>;
const underWay = (state: string): boolean => state === 'waiting' || state === 'making';

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.title ?? 'Report'} - Imprimatur` }];

export const loader = (args: LoaderFunctionArgs) =>
  screenLoader('signed-in', async ({ ports, viewer, params }) => {
    const found = await findReport(ports, viewer, params.uid ?? '');
    if (!found.ok) throw errorPage(found.failure);
    const { uid, title, state, done, total, request, requested_at, finished_at, expires_at, size } = found.value;
    return {
      uid,
      title,
      state,
      done,
      total,
      format: request.format,
      isMatrix: request.name === 'training-matrix',
      position: request.position ?? '',
      requestedAt: requested_at,
      finishedAt: finished_at,
      expiresAt: expires_at,
      size: size === null ? null : Number(size),
      commandId: ports.newId(),
    };
  })(args);

/** Cancels the report. */
export const action = (args: ActionFunctionArgs) =>
  screenAction('signed-in', async ({ ports, viewer, params }) => {
    const uid = params.uid ?? '';
    const found = await findReport(ports, viewer, uid);
    if (!found.ok) throw errorPage(found.failure);
    await cancelReport(ports, viewer, uid);
    return goOn({ to: addresses.keptReport(uid) });
  })(args);

/** A report that takes a while: how far it is, and the file once it is there. */
export default function KeptReport() {
  const report = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const waiting = underWay(report.state);
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(revalidate, lookAgain * 1000);
    return () => clearInterval(timer);
  }, [waiting, revalidate]);
  return (
    <Page>
      {/* Where scripts run they look again: a page that is loaded anew takes the place of who reads it from them (WCAG 2.2.1). */}
      {waiting && (
        <noscript>
          <meta httpEquiv="refresh" content={String(lookAgain)} />
        </noscript>
      )}
      <TitleBlock
        trail={<BackLink to={addresses.reports()}>Reports</BackLink>}
        title={report.title}
        facts={<span>{report.format.toUpperCase()}</span>}
      />
      <Sheet id="standing" title="The file">
        <Stack>
          <Standing report={report} />
          <Facts
            facts={[
              { name: 'Ledger position', value: Number(report.position).toLocaleString('en-GB') },
              { name: 'Asked for', value: showMoment(report.requestedAt) },
              ...(report.finishedAt
                ? [{ name: report.state === 'done' ? 'Finished' : 'Ended', value: showMoment(report.finishedAt) }]
                : []),
              ...(waiting || report.state === 'done'
                ? [{ name: 'Kept until', value: showMoment(report.expiresAt) }]
                : []),
            ]}
          />
        </Stack>
      </Sheet>
    </Page>
  );
}

const megabytes = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

function Standing({
  report,
}: {
  report: Pick<Kept, 'uid' | 'state' | 'done' | 'total' | 'size' | 'commandId' | 'format' | 'isMatrix'>;
}) {
  const { uid, state, done, total, size, commandId, format, isMatrix } = report;
  if (state === 'done')
    return (
      <Actions>
        <LinkButton to={addresses.keptReportFile(uid)} download kind="solid" icon="download">
          {`Download ${format.toUpperCase()}${size === null ? '' : `, ${megabytes(size)}`}`}
        </LinkButton>
      </Actions>
    );
  if (state === 'failed')
    return (
      <Notice kind="stop">
        The report could not be made. Nothing in the records was changed. Request it again from the reports page.
        {isMatrix && format === 'pdf' && (
          <> A PDF of the training matrix holds at most 200,000 cells: use the filters, or download the CSV.</>
        )}
      </Notice>
    );
  if (state === 'cancelled')
    return <Notice kind="wait">The report was cancelled. Request it again from the reports page.</Notice>;
  return (
    <div className="stack">
      <p id="progress">
        {state === 'waiting'
          ? 'Waiting for its turn.'
          : `${done.toLocaleString('en-GB')} of ${about(total)} rows are done.`}
      </p>
      <progress aria-labelledby="progress" {...(total > 0 ? { value: Math.min(done, total), max: total } : {})} />
      <p className="meta">This page looks again every two seconds. You can leave it and come back.</p>
      <Form id="give-up" commandId={commandId} layout="bare">
        <SubmitButton kind="stop" icon="x" pendingLabel="Cancelling…">
          Cancel
        </SubmitButton>
      </Form>
    </div>
  );
}

const about = (total: number): string => (total > 0 ? `about ${total.toLocaleString('en-GB')}` : 'all');
