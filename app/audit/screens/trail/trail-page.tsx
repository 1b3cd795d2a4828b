import type { MetaArgs } from '@remix-run/node';
import { Form, useLoaderData, useSubmit } from '@remix-run/react';
import type { Instant } from '#events/time.ts';
import type { PastMoment } from '#app/kit/forms/moment.ts';
import { listPage, screenLoader, text } from '#app/kit/screen/screen.ts';
import { readTrailEvents } from '#app/audit/queries/events.ts';
import { eventKinds, type EventKind } from '#app/audit/words/event-kinds.ts';
import { coverUpTo, firstToCover } from '#app/audit/queries/proof.ts';
import { getTrail, type Trail } from '#app/audit/queries/list-trail.ts';
import type { LifeVersion } from '#app/documents/screens/document/lifeline-spans.ts';
import { AsOfControl } from '#app/ui/as-of/as-of.tsx';
import { Dialog } from '#app/ui/dialog/dialog.tsx';
import { Page, Section, WideSection } from '#app/ui/page/page.tsx';
import { Empty } from '#app/ui/register/empty.tsx';
import { FilteredBy } from '#app/ui/register/filtered-by.tsx';
import { Pager } from '#app/ui/register/pager.tsx';
import { showMoment, showDate } from '#app/ui/text/date.ts';
import type { TrailDocument } from '#app/audit/queries/subject.ts';
import { DocumentLife, type DrawnLife, laterIsNotShown } from '#app/documents/screens/document/document-lifeline.tsx';
import { Lifeline } from '#app/ui/lifeline/lifeline.tsx';
import { askedMoment, pastRoute, untilOf, type AskedMoment } from './requested-moment.ts';
import { daysOf } from './days.ts';
import { ExportChoice, exportLede } from './export-choice.tsx';
import { LedgerSection, showCheckpoint } from './ledger-section.tsx';
import { showEvents } from './event-view.ts';
import { TrailEvents } from './trail-events.tsx';
import { TrailHead } from './trail-head.tsx';

export const meta = ({ data }: MetaArgs<typeof loader>) => [
  { title: `Audit trail: ${data?.title ?? 'Document'} - Imprimatur` },
];

const search = pastRoute.search.extend({ what: text, who: text, page: listPage });

export const loader = screenLoader({
  ...pastRoute,
  search,
  async load(page) {
    const { ports, viewer, params } = page;
    const filter = { kind: page.search.what ?? null, who: page.search.who ?? null };
    const asked = askedMoment(page);
    const trail = await page.ask(getTrail, {
      document: params.uid,
      kind: filter.kind as EventKind | null,
      who: filter.who,
      page: page.search.page,
      until: untilOf(asked),
    });
    const { document, place, positions, last, page: at, size, matching } = trail;
    const past = place && asked && 'until' in asked ? asked : null;
    const zone = viewer.settings.timeZone;
    const { org } = viewer;
    const covering = past ? firstToCover(ports, org, last) : coverUpTo(ports, org, last);
    const found = await readTrailEvents(ports, { org, document: document.uid }, positions, covering);
    const checkpoint = await covering;
    const events = showEvents(found);
    const from = { trail: document.uid, ...(past && { asof: past.text }) };
    const days = daysOf(
      events.map((event) => ({ ...event, ...from })),
      { page: at, size, total: matching },
    );
    return {
      title: document.name,
      trail: showTrail(trail, { zone, now: page.now }, past),
      asof: past?.text,
      asOf: past ? { text: past.text } : asked ? { text: asked.text, problem: problemOf(asked, document) } : {},
      checkpoint: checkpoint && showCheckpoint(checkpoint),
      days,
      filter,
      filteredBy: [
        Object.entries(eventKinds).find(([kind]) => kind === filter.kind)?.[1] ?? null,
        filter.who && (trail.people?.find(({ uid }) => uid === filter.who)?.name ?? filter.who),
      ],
    };
  },
});

/** The reason why a moment is not shown. */
const problemOf = (asked: NonNullable<AskedMoment>, { createdAt }: Trail['document']): string =>
  'problem' in asked ? asked.problem : `This document did not exist yet. It was created on ${showMoment(createdAt)}.`;

type TrailData = Awaited<ReturnType<typeof loader>>;

/** The document as the page shows it. `past`: the moment that was asked for. */
const showTrail = (
  { document: { versions, ...document }, standing, total, recorded, matching, people, page, size }: Trail,
  { zone, now }: { zone: string; now: Instant },
  past: PastMoment | null,
) => ({
  document,
  standing,
  versions: versions.map(
    ({
      version,
      status,
      submittedAt,
      effectiveAt,
      effectiveZone,
      supersededAt,
      supersededZone,
      withdrawnAt,
      retiredAt,
    }): LifeVersion => ({
      version,
      status,
      submittedAt,
      effectiveAt,
      effectiveZone,
      supersededAt,
      supersededZone,
      withdrawnAt,
      retiredAt,
    }),
  ),
  total,
  recorded,
  matching,
  people,
  page,
  size,
  zone,
  now: past?.until ?? now,
  asOf: past ? `${past.text} UTC` : undefined,
});
type TrailView = ReturnType<typeof showTrail>;

/** All events of a document, each with its proof. */
export default function AuditTrail() {
  const { trail, days, asof, checkpoint, filter, filteredBy } = useLoaderData<typeof loader>();
  const { document, standing, matching, page, size, people, total, recorded } = trail;
  return (
    <Page>
      <TrailHead document={document} standing={standing} total={total} dialog="export" asof={asof}>
        <AsOfControl />
      </TrailHead>
      <TrailLife of={trail} />
      <LedgerSection document={document.uid} checkpoint={checkpoint} recorded={recorded} asof={asof} />
      <WideSection id="events" title="Events" actions={<EventFilter filter={filter} people={people} asof={asof} />}>
        <FilteredBy filters={filteredBy} />
        {days.length === 0 && <Empty>No matches found...</Empty>}
        <TrailEvents days={days} />
        <Pager of="events" one="event" page={page} size={size} total={matching} next="Earlier" previous="Later" />
      </WideSection>
      <Dialog id="export" title="Download Audit Trail" lede={exportLede(document, asof)}>
        <ExportChoice document={document.uid} asof={asof} />
      </Dialog>
    </Page>
  );
}

function EventFilter({ filter, people, asof }: Pick<TrailData, 'filter' | 'asof'> & Pick<TrailView, 'people'>) {
  const submit = useSubmit();
  return (
    <Form
      className="actions"
      method="get"
      role="search"
      aria-label="Filter events"
      preventScrollReset
      onChange={({ target, currentTarget }) => {
        if (target instanceof HTMLSelectElement) submit(currentTarget, { preventScrollReset: true });
      }}
    >
      {asof && <input type="hidden" name="asof" value={asof} />}
      <select
        className="auto"
        aria-label="Kind of event"
        name="what"
        key={`what ${filter.kind}`}
        defaultValue={filter.kind ?? ''}
      >
        <option value="">All events</option>
        {Object.entries(eventKinds).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {people ? (
        <select
          className="auto"
          aria-label="Person"
          name="who"
          key={`who ${filter.who}`}
          defaultValue={filter.who ?? ''}
        >
          <option value="">Everyone</option>
          {people.map(({ uid, name }) => (
            <option key={uid} value={uid}>
              {name}
            </option>
          ))}
        </select>
      ) : (
        <input className="auto" aria-label="Person" name="who" placeholder="Everyone" defaultValue={filter.who ?? ''} />
      )}
      <button className="button">Show</button>
    </Form>
  );
}

/** What the drawing is of: that of versions, where there are any. */
type TrailLifeProps = { of: DrawnLife & { document: Pick<TrailDocument, 'version' | 'createdAt' | 'status'> } };

/** The versions of the document along time; of a draft that was never sent, the work on it. */
function TrailLife({ of }: TrailLifeProps) {
  if (of.versions.length > 0) return <DocumentLife of={of} />;
  const { document, zone, now, asOf } = of;
  const { version, createdAt, status } = document;
  const note =
    `Version ${version}, ${status ? 'a draft' : 'a draft that was discarded'}, begun ` +
    `${showDate(createdAt, zone)}.`;
  return (
    <Section id="life" title="Timeline" note={asOf ? laterIsNotShown : note}>
      <Lifeline
        spans={[{ version, begun: Date.parse(createdAt), from: null, until: null }]}
        now={Date.parse(now)}
        asOf={asOf}
        description={note}
      />
    </Section>
  );
}
