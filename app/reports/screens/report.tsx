import { redirect, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import { errorPage } from '#app/kit/errors/error-page.ts';
import { screenLoader } from '#app/kit/screen/screen.ts';
import { isAdmin } from '#events/permissions.ts';
import { reportChoices } from '#app/reports/queries/choices.ts';
import { isTrailRequest, reportAbout, type TableRequest } from '#app/reports/queries/names.ts';
import { inDigits } from '#app/ui/text/count.ts';
import { previewTable } from '#app/reports/making/preview.ts';
import { AsOfControl } from '#app/ui/as-of/as-of.tsx';
import { BackLink, Page, TitleBlock, WideSection } from '#app/ui/page/page.tsx';
import { Pager } from '#app/ui/register/pager.tsx';
import { showMoment } from '#app/ui/text/date.ts';
import { asOfPlace, leadToPlace } from './requested-moment.ts';
import { askedFor, filterQuery, reportParams, reportSearch } from './report-search.ts';
import { ExportButtons } from './export-buttons.tsx';
import { ReportFilterBar } from './matrix-section.tsx';
import { ReportTable } from './report-table.tsx';

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.title ?? 'Report'} - Imprimatur` }];

export const loader = screenLoader({
  access: 'signed-in',
  params: reportParams,
  search: reportSearch,
  async load(page) {
    const { ask, ports, viewer } = page;
    const request = askedFor(page, page.params.report);
    const query = filterQuery(request);
    if (isTrailRequest(request)) throw redirect(trailAddress(request.filters), { status: 303 });
    if (request.name === 'training-matrix') throw redirect(`${addresses.reports(query)}#matrix`, { status: 303 });
    const missed = await leadToPlace(page, (moment) => addresses.report(request.name, { ...query, ...moment }));
    const preview = await previewTable(ports, viewer, request as TableRequest, page.search.page);
    if (!preview.ok) throw errorPage(preview.failure);
    const { frame, ...shown } = preview.value;
    const admin = isAdmin(viewer.role);
    const { filters: has, line, needs, groupHead = 'Team member' } = reportAbout(request.name);
    const place = { time: showMoment(frame.at), position: inDigits(frame.position) };
    const choices = admin ? await ask(reportChoices, { department: request.filters.department }) : null;
    return {
      ...shown,
      ...frame,
      name: request.name,
      line,
      needs,
      groupHead,
      has,
      asked: request.filters,
      query,
      choices,
      admin,
      place,
      asOf: asOfPlace(query.position, place) ?? missed ?? {},
    };
  },
});

const trailAddress = ({ person, document }: { person?: string | undefined; document?: string | undefined }): string =>
  person ? addresses.userAudit(person) : addresses.auditTrail(document ?? '');

/** One report on the screen: the same rows and words as on paper, a page at a time. */
export default function Report() {
  const report = useLoaderData<typeof loader>();
  const {
    name,
    title,
    line,
    columns,
    rows,
    summary,
    empty,
    total,
    size,
    page,
    choices,
    has,
    needs,
    groupHead,
    asked,
    query,
    admin,
    place,
  } = report;
  return (
    <Page>
      <TitleBlock
        trail={
          admin ? (
            <BackLink to={addresses.reports({ position: query.position, at: query.at })}>Reports</BackLink>
          ) : (
            <BackLink to={addresses.home()}>Documents</BackLink>
          )
        }
        title={title}
        facts={
          <>
            <span>{line}</span>
            <span>
              As of {place.time}, event no. {place.position}
            </span>
          </>
        }
        aside={<AsOfControl />}
      />
      <WideSection id="rows" title={summary} actions={<ExportButtons name={name} title={title} query={query} />}>
        {choices && has.length > 0 && (
          <ReportFilterBar
            label={`Filter ${title}`}
            choices={choices}
            filters={asked}
            has={has}
            position={query.position}
            keep={{ ...(needs && { [needs]: query[needs] }), at: query.at }}
          />
        )}
        <ReportTable labelledBy="rows" groupHead={groupHead} columns={columns} rows={rows} empty={empty} />
        <Pager of="rows" one="row" page={page} size={size} total={total} />
      </WideSection>
    </Page>
  );
}
