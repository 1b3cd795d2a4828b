import type { MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { addresses } from '#app/addresses.ts';
import { errorPage } from '#app/server/errors/error-page.ts';
import { screenLoader } from '#app/server/screen/screen.ts';
import { getPlots } from '#app/queries/report/plots.ts';
import { reportChoices } from '#app/queries/report/choices.ts';
import { reports } from '#app/queries/report/names.ts';
import { previewMatrix } from '#app/reports/preview.ts';
import { AskAsOf } from '#app/ui/as-of/as-of.tsx';
import { Section } from '#app/ui/page/section.tsx';
import { Page, PageHead, Stack } from '#app/ui/page/page.tsx';
import { RateOverTime } from '#app/ui/plot/rate-over-time.tsx';
import { OpenByDepartment } from '#app/ui/plot/open-by-department.tsx';
import { ReportCard, ReportCards } from '#app/ui/report-card/report-card.tsx';
import { showMoment } from '#app/ui/text/date.ts';
import { AsOfPlace } from './as-of-field.tsx';
import { leadToPlace } from './requested-moment.ts';
import { askedFor, filterQuery, reportSearch } from './report-search.ts';
import { ExportButtons } from './export-buttons.tsx';
import { MatrixSection } from './matrix-section.tsx';
import { shownMatrix } from './shown-matrix.ts';

export const meta: MetaFunction = () => [{ title: 'Reports - Imprimatur' }];

const groups = [
  {
    id: 'training-reports',
    title: 'Training Reports',
    names: ['training-matrix', 'organization-training', 'outstanding-training'],
  },
  { id: 'document-reports', title: 'Document Reports', names: ['table-of-contents', 'separation-exceptions'] },
  { id: 'user-reports', title: 'User Reports', names: ['active-users', 'all-users'] },
] as const;

export const loader = screenLoader({
  access: 'report.view',
  search: reportSearch,
  async load(page) {
    const { ask, ports, viewer, search } = page;
    const request = askedFor(page, 'training-matrix');
    const query = filterQuery(request);
    const missed = await leadToPlace(page, (position) => addresses.reports({ ...query, position }));
    const past = request.position !== null;
    const place = { page: search.page, across: search.across };
    const [plots, choices, matrix] = await Promise.all([
      // They are drawn of now alone.
      past ? null : ask(getPlots, {}),
      ask(reportChoices, { department: request.filters.department }),
      previewMatrix(ports, viewer, { ...request, name: 'training-matrix' }, place),
    ]);
    if (!matrix.ok) throw errorPage(matrix.failure);
    const cards = groups.map(({ names, ...group }) => ({
      ...group,
      cards: names.map((name) => ({ name, title: reports[name].title, line: reports[name].line })),
    }));
    return { plots, choices, cards, matrix: shownMatrix(matrix.value, request), query, missed };
  },
});

/** The reports of the organisation: what can be taken away, how training goes, and the matrix. */
export default function Reports() {
  const { plots, choices, cards, matrix, query, missed } = useLoaderData<typeof loader>();
  const { position } = query;
  return (
    <>
      {position && <AsOfPlace time={matrix.asOf.time} position={matrix.asOf.position} />}
      <Page>
        <PageHead
          title="Reports"
          actions={
            plots && (
              <Stack tight>
                <p className="meta">
                  As of {showMoment(plots.at)}, ledger position {Number(plots.position).toLocaleString('en-GB')}
                </p>
                <AskAsOf {...missed} />
              </Stack>
            )
          }
        />
        {cards.map(({ id, title, cards: those }, index) => (
          <Section key={id} id={id} title={title} first={index === 0}>
            <ReportCards>
              {those.map((card) => (
                <ReportCard
                  key={card.name}
                  title={<Link to={addresses.report(card.name, { position })}>{card.title}</Link>}
                  line={card.line}
                  actions={<ExportButtons name={card.name} title={card.title} query={{ position }} />}
                />
              ))}
            </ReportCards>
          </Section>
        ))}
        {plots && (
          <Section id="plots" title="Training overview" note="Training records of active and invited users.">
            <div className="plots">
              <RateOverTime points={plots.rates} zone={plots.zone} />
              <OpenByDepartment bars={plots.departments} />
            </div>
          </Section>
        )}
        <MatrixSection matrix={matrix} choices={choices} query={query} />
      </Page>
    </>
  );
}
