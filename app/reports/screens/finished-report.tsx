import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Reloading } from '#app/ui/page/reloading.tsx';
import { addresses } from '#app/kit/addresses.ts';
import { errorPage } from '#app/kit/errors/error-page.ts';
import { redirectTo, screenAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { cancelReport, findReport, isArchive } from '#app/reports/making/report-queue.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Form, SubmitButton } from '#app/ui/form/form.tsx';
import { Notice } from '#app/ui/notice/notice.tsx';
import { Facts } from '#app/ui/page/facts.tsx';
import { Actions, BackLink, Page, Stack, TitleBlock } from '#app/ui/page/page.tsx';
import { Sheet } from '#app/ui/page/sheet.tsx';
import { inDigits } from '#app/ui/text/count.ts';
import { showMoment } from '#app/ui/text/date.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

type ReportView = Awaited<ReturnType<typeof loader>>;
const underWay = (state: string): boolean => state === 'waiting' || state === 'making';

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.title ?? 'Report'} - Imprimatur` }];

export const loader = screenLoader({
  access: 'signed-in',
  params: uidParams,
  async load({ ports, viewer, params }) {
    const found = await findReport(ports, viewer, params.uid);
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
      isArchive: isArchive(request),
      position: request.position ?? '',
      requestedAt: requested_at,
      finishedAt: finished_at,
      expiresAt: expires_at,
      size: size === null ? null : Number(size),
      commandId: ports.newId(),
    };
  },
});

/** Cancels the report. */
export const action = screenAction({
  access: 'signed-in',
  params: uidParams,
  async act(page) {
    const { ports, viewer, params } = page;
    const found = await findReport(ports, viewer, params.uid);
    if (!found.ok) throw errorPage(found.failure);
    await cancelReport(ports, viewer, params.uid);
    return redirectTo(page, addresses.finishedReport(params.uid));
  },
});

/** A report that takes a while: its progress, and the file once it is ready. */
export default function FinishedReport() {
  const report = useLoaderData<typeof loader>();
  const waiting = underWay(report.state);
  return (
    <Page>
      {waiting && <Reloading />}
      <TitleBlock
        trail={
          report.isArchive ? (
            <BackLink to={addresses.settingsExport()}>Export</BackLink>
          ) : (
            <BackLink to={addresses.reports()}>Reports</BackLink>
          )
        }
        title={report.title}
        facts={<span>{report.format.toUpperCase()}</span>}
      />
      <Sheet id="file" title="File">
        <Stack>
          <Progress report={report} />
          <Facts
            facts={[
              { name: 'As of event no.', value: inDigits(report.position) },
              { name: 'Requested', value: showMoment(report.requestedAt) },
              ...(report.finishedAt
                ? [{ name: report.state === 'done' ? 'Finished' : 'Ended', value: showMoment(report.finishedAt) }]
                : []),
              ...(waiting || report.state === 'done'
                ? [{ name: 'Available until', value: showMoment(report.expiresAt) }]
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

function Progress({
  report,
}: {
  report: Pick<
    ReportView,
    'uid' | 'state' | 'done' | 'total' | 'size' | 'commandId' | 'format' | 'isMatrix' | 'isArchive'
  >;
}) {
  const { uid, state, done, total, size, commandId, format, isMatrix } = report;
  const [thing, from, unit] = report.isArchive
    ? ['archive', 'the settings', 'events']
    : ['report', 'the reports page', 'rows'];
  if (state === 'done')
    return (
      <Actions>
        <LinkButton to={addresses.finishedReportFile(uid)} download kind="solid" icon="download">
          {`Download ${format.toUpperCase()}${size === null ? '' : `, ${megabytes(size)}`}`}
        </LinkButton>
      </Actions>
    );
  if (state === 'failed')
    return (
      <Notice kind="stop">
        The {thing} could not be made. Nothing in the records was changed. Request it again from {from}.
        {isMatrix && format === 'pdf' && (
          <> A PDF of the training matrix holds at most 200,000 cells: use the filters, or download the CSV.</>
        )}
      </Notice>
    );
  if (state === 'cancelled')
    return (
      <Notice kind="wait">
        The {thing} was cancelled. Request it again from {from}.
      </Notice>
    );
  return (
    <div className="stack">
      <p id="progress">
        {state === 'waiting'
          ? 'Waiting to start.'
          : `${done.toLocaleString('en-GB')} of ${about(total)} ${unit} are done.`}
      </p>
      <progress aria-labelledby="progress" {...(total > 0 ? { value: Math.min(done, total), max: total } : {})} />
      <p className="meta">This page updates every two seconds. You can leave it and come back.</p>
      <Form id="give-up" commandId={commandId} layout="bare">
        <SubmitButton kind="stop" icon="x" pendingLabel="Cancelling…">
          Cancel
        </SubmitButton>
      </Form>
    </div>
  );
}

const about = (total: number): string => (total > 0 ? `about ${total.toLocaleString('en-GB')}` : 'all');
