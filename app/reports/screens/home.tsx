import type { MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { ok } from '#events/failures.ts';
import type { Instant } from '#events/time.ts';
import { addresses } from '#app/kit/addresses.ts';
import { errorPage } from '#app/kit/errors/error-page.ts';
import { screenLoader } from '#app/kit/screen/screen.ts';
import { getPlots, type Plots } from '#app/reports/queries/plots.ts';
import { reportChoices } from '#app/reports/queries/choices.ts';
import { reportGroups, reportNames, reports } from '#app/reports/queries/names.ts';
import { previewMatrix, previewPast } from '#app/reports/making/preview.ts';
import { AsOfControl } from '#app/ui/as-of/as-of.tsx';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Page, PageHead, WithAside } from '#app/ui/page/page.tsx';
import { DaysInReview } from '#app/reports/screens/plots/days-in-review.tsx';
import { OpenByDepartment } from '#app/reports/screens/plots/open-by-department.tsx';
import { ReviewsDue } from '#app/reports/screens/plots/reviews-due.tsx';
import { WeeklyTraining } from '#app/reports/screens/plots/weekly-training.tsx';
import { ReportCard, ReportCards } from '#app/ui/report-card/report-card.tsx';
import { Hidden } from '#app/ui/icon/icon.tsx';
import { documentNumber } from '#app/ui/text/document-number.ts';
import { asOfPlace, leadToPlace } from './requested-moment.ts';
import { askedFor, filterQuery, reportSearch } from './report-search.ts';
import { ExportButtons } from './export-buttons.tsx';
import { MatrixSection } from './matrix-section.tsx';
import { shownMatrix } from './matrix-view.ts';

export const meta: MetaFunction = () => [{ title: 'Reports - Imprimatur' }];

/** The cards beside the pictures, or below them. */
const groupsWith = (beside: boolean): Group[] =>
  Object.entries(reportGroups)
    .filter(([, group]) => group.beside === beside)
    .map(([id, { title }]) => ({
      id,
      title,
      cards: reportNames.flatMap((name) => {
        const { group, title: of, line } = reports[name];
        return group === id ? [{ name, title: of, line }] : [];
      }),
    }));

export const loader = screenLoader({
  access: 'report.view',
  search: reportSearch,
  async load(page) {
    const { ask, ports, viewer, search } = page;
    const asked = askedFor(page, 'training-matrix');
    const request = { ...asked, name: 'training-matrix' as const };
    const query = filterQuery(request);
    const missed = await leadToPlace(page, (place) => addresses.reports({ ...query, ...place }));
    const sort = { people: search.people, documents: search.documents };
    const place = { page: search.page, across: search.across, sort };
    const [read, choices] = await Promise.all([
      request.position === null
        ? Promise.all([ask(getPlots, {}), previewMatrix(ports, viewer, request, place)])
        : previewPast(ports, viewer, request, place).then((past) =>
            past.ok ? ([past.value.plots, ok(past.value.matrix)] as const) : ([null, past] as const),
          ),
      ask(reportChoices, { department: request.filters.department }),
    ]);
    const [plots, matrix] = read;
    if (!matrix.ok) throw errorPage(matrix.failure);
    const shown = shownMatrix(matrix.value, request, sort);
    return {
      plots: plots && shownPlots(plots, query),
      choices,
      beside: groupsWith(true),
      below: groupsWith(false),
      matrix: shown,
      query,
      asOf: asOfPlace(query.position, shown.asOf) ?? missed ?? {},
    };
  },
});

/** The reports of the organisation: pictures of it, what can be taken away, and the matrix. */
export default function Reports() {
  const { plots, choices, beside: first, below: others, matrix, query } = useLoaderData<typeof loader>();
  const { time, position } = matrix.asOf;
  return (
    <Page>
      <PageHead
        title="Reports"
        actions={
          <>
            <p className="meta">
              As of {time}, event no. {position}
            </p>
            <LinkButton to={addresses.evidence()} icon="shield-check">
              Evidence packs
            </LinkButton>
            <AsOfControl />
          </>
        }
      />
      <WithAside slim label="Downloads" aside={<Downloads groups={first} {...query} />}>
        {plots && (
          <section aria-labelledby="plots">
            <Hidden>
              <h2 id="plots">Overview</h2>
            </Hidden>
            <div className="plots">
              <WeeklyTraining weeks={plots.weeks} zone={plots.zone} />
              <OpenByDepartment bars={plots.departments} />
              <DaysInReview {...plots.review} />
              <ReviewsDue {...plots.reviewsDue} />
            </div>
          </section>
        )}
      </WithAside>
      <div className="report-columns">
        <Downloads groups={others} {...query} />
      </div>
      <MatrixSection matrix={matrix} choices={choices} query={query} />
    </Page>
  );
}

interface Group {
  id: string;
  title: string;
  cards: { name: string; title: string; line: string }[];
}

/** `position` and `at`: of the past. */
interface Place {
  position?: string | undefined;
  at?: Instant | undefined;
}

function Downloads({ groups, position, at }: Place & { groups: readonly Group[] }) {
  return groups.map(({ id, title, cards }) => (
    <section key={id} aria-labelledby={id}>
      <h2 id={id} className="reports-title">
        {title}
      </h2>
      <Cards cards={cards} place={{ position, at }} />
    </section>
  ));
}

function Cards({ cards, place }: Pick<Group, 'cards'> & { place: Record<string, string | undefined> }) {
  return (
    <ReportCards>
      {cards.map((card) => (
        <ReportCard
          key={card.name}
          title={<Link to={addresses.report(card.name, place)}>{card.title}</Link>}
          line={card.line}
          actions={<ExportButtons name={card.name} title={card.title} query={place} quiet />}
        />
      ))}
    </ReportCards>
  );
}

/** What the pictures are drawn from, with where they lead to. `place`: of the past, as it stands in an address. */
const shownPlots = (
  { weeks, zone, departments, review, reviewsDue, at }: Plots,
  place: { position?: string | undefined; at?: Instant | undefined },
) => ({
  weeks,
  zone,
  departments: departments.map((bar) => ({
    ...bar,
    to: `${addresses.reports({ department: bar.uid, gaps: 'yes', position: place.position, at: place.at })}#matrix`,
  })),
  review: {
    ...review,
    slow: review.slow.map((slow) => ({
      to: addresses.auditTrail(slow.document, place.position && at),
      label: `${documentNumber(slow)} ${slow.version}`,
      month: slow.month,
      days: slow.days,
    })),
  },
  reviewsDue,
});
