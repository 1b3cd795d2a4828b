import type { LoaderFunctionArgs, MetaArgs } from '@remix-run/node';
import { Form, useLoaderData, useSubmit } from '@remix-run/react';
import { useMemo } from 'react';
import { pack } from '#app/http/pack.ts';
import { screenLoader } from '#app/http/screen.ts';
import { readTrailEvents } from '#app/queries/audit/events.ts';
import { eventKinds, type EventKind } from '#app/queries/audit/kinds.ts';
import { coverUpTo, type CheckedCheckpoint } from '#app/queries/audit/proof.ts';
import { getTrail, type Trail } from '#app/queries/audit/trail.ts';
import { pageSize } from '#app/queries/document/page-size.ts';
import type { LifeVersion } from '#app/screens/documents/life-spans.ts';
import { Dialog } from '#app/ui/dialog/dialog.tsx';
import { eachMinute } from '#app/ui/kept/each-minute.ts';
import { unpack } from '#app/ui/kept/packed.ts';
import { WideLeaf } from '#app/ui/page/leaf.tsx';
import { Page } from '#app/ui/page/page.tsx';
import { Empty } from '#app/ui/register/empty.tsx';
import { FilteredBy } from '#app/ui/register/filtered-by.tsx';
import { Pager } from '#app/ui/register/pager.tsx';
import { ExportChoice, exportLede } from './export-choice.tsx';
import { LogLeaf, showCheckpoint } from './log-leaf.tsx';
import { showEvents } from './show-event.ts';
import { TrailEvents } from './trail-events.tsx';
import { TrailHead } from './trail-head.tsx';
import { TrailLife } from './trail-life.tsx';

export const meta = ({ data }: MetaArgs<typeof loader>) => [
  { title: `Audit trail: ${data?.title ?? 'Document'} - Imprimatur` },
];

export const loader = (args: LoaderFunctionArgs) =>
  screenLoader('audit.view', async (page) => {
    const { url, ports, viewer, params } = page;
    const read = (name: string) => url.searchParams.get(name) || null;
    const filter = { kind: read('what'), who: read('who') };
    const trail = await page.ask(getTrail, {
      document: params.uid ?? '',
      kind: filter.kind as EventKind | null,
      who: filter.who,
      page: read('page') ?? 1,
    });
    const { document, positions, last } = trail;
    const zone = viewer.settings.timeZone;
    const { org } = viewer;
    const known = ports.answers.at({ org, known: viewer.position });
    const shown = await known('trail events', [document.uid, last, ...positions], async () => {
      const reading = readTrailEvents(ports, { org, document: document.uid, zone }, positions);
      const shownWith = async (checkpoint: CheckedCheckpoint | null) => ({
        checkpoint: checkpoint && showCheckpoint(checkpoint),
        events: await showEvents(ports, org, { places: positions, reading }, checkpoint),
      });
      const [{ checkpoint, events }] = await Promise.all([coverUpTo(ports, org, last, known).then(shownWith), reading]);
      return { checkpoint, events: events.map((event) => ({ ...event, trail: document.uid })) };
    });
    return {
      title: document.name,
      trail: pack(tellTrail(trail, zone, page.now)),
      checkpoint: shown.checkpoint,
      events: pack(shown.events),
      filter,
      filteredBy: [
        Object.entries(eventKinds).find(([kind]) => kind === filter.kind)?.[1] ?? null,
        filter.who && (trail.people?.find(({ uid }) => uid === filter.who)?.name ?? filter.who),
      ],
    };
  })(args);

type TrailData = Awaited<ReturnType<typeof loader>>;

/** What the page shows of the document; its files and its approvals stand elsewhere. Frozen with the rest. */
const tellTrail = eachMinute(
  ({ document: { versions, ...document }, total, matching, people, page }: Trail, zone, now) => ({
    document,
    versions: versions.map(
      ({ version, status, submittedAt, effectiveAt, supersededAt, withdrawnAt, retiredAt }): LifeVersion => ({
        version,
        status,
        submittedAt,
        effectiveAt,
        supersededAt,
        withdrawnAt,
        retiredAt,
      }),
    ),
    total,
    matching,
    people,
    page,
    zone,
    now,
  }),
);
type ToldTrail = ReturnType<typeof tellTrail>;

/** Everything that ever happened to a document, each event with its proof. */
export default function AuditTrail() {
  const { checkpoint, filter, filteredBy, ...packed } = useLoaderData<typeof loader>();
  const events = useMemo(() => unpack(packed.events), [packed.events]);
  const told = useMemo(() => unpack(packed.trail), [packed.trail]);
  const { document, matching, page, people, total } = told;
  return (
    <Page>
      <TrailHead document={document} total={total} dialog="export" />
      <TrailLife of={told} />
      <LogLeaf document={document.uid} checkpoint={checkpoint} total={total} />
      <WideLeaf id="events" title="Events" actions={<EventFilter filter={filter} people={people} />}>
        <FilteredBy filters={filteredBy} />
        {events.length === 0 && <Empty>No matches found...</Empty>}
        <TrailEvents events={events} />
        <Pager of="events" one="event" page={page} size={pageSize} total={matching} next="Earlier" previous="Later" />
      </WideLeaf>
      <Dialog id="export" title="Download Audit Trail" lede={exportLede(document)}>
        <ExportChoice document={document.uid} />
      </Dialog>
    </Page>
  );
}

function EventFilter({ filter, people }: Pick<TrailData, 'filter'> & Pick<ToldTrail, 'people'>) {
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
