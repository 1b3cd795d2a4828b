import type { MetaArgs } from '@remix-run/node';
import { type ShouldRevalidateFunction, useActionData, useLoaderData } from '@remix-run/react';
import { addresses } from '#app/addresses.ts';
import { RefusedEmails } from '#app/screens/emails/refused-emails.tsx';
import { turnsPages } from '#app/screens/reading/use-reading.ts';
import { shouldRevalidate } from '#app/server/screen/revalidate.ts';
import { usePast } from '#app/ui/as-of/as-of.tsx';
import { Page } from '#app/ui/page/page.tsx';
import { WithAside } from '#app/ui/page/section.tsx';
import { Tabs } from '#app/ui/tabs/tabs.tsx';
import { DocumentHead } from './document-head.tsx';
import { DocumentLife } from './document-lifeline.tsx';
import { DepartmentsSheet, DepartmentsThen, FilesSheet, RecordSheet } from './document-sheets.tsx';
import { type DocumentPageData, versionShown } from './document-view.ts';
import { HistoryDrawers } from './history-drawer.tsx';
import type { saveDepartments, tabLoader } from './load-tab.ts';
import { OpenTraining } from './open-training.tsx';
import { ReadTab } from './read-tab.tsx';
import { RetireDialog } from './reason-forms.tsx';
import { VersionLife } from './version-lifeline.tsx';

type Loader = ReturnType<typeof tabLoader>;

export const tabMeta = ({ data }: MetaArgs<Loader>) => [{ title: `${data?.title ?? 'Document'} - Imprimatur` }];

/** Turning the pages of the PDF loads nothing. */
export const revalidateTab: ShouldRevalidateFunction = (args) => !turnsPages(args) && shouldRevalidate(args);

const labels = { read: 'Read', timeline: 'Timeline', record: 'Record' } as const;
const tabAddresses = {
  read: (uid: string, asof?: string) => addresses.readDocument(uid, undefined, asof),
  timeline: addresses.documentTimeline,
  record: addresses.documentRecord,
} as const;

/** The page of a scheduled or effective document: its head, and one of its tabs. */
export function DocumentTab() {
  const { view, refusedEmails, ...own } = useLoaderData<Loader>();
  const { document, insider, versions, zone } = view;
  const asof = usePast();
  const data: DocumentPageData = { ...own, ...view, shown: versionShown(view) };
  return (
    <Page>
      <DocumentHead {...data} />
      <RefusedEmails emails={refusedEmails} />
      <div className="tab-line">
        <Tabs
          label="Parts of the document"
          tabs={(['read', 'timeline', 'record'] as const).map((name) => ({
            to: tabAddresses[name](document.uid, asof),
            label: labels[name],
            current: name === own.tab,
          }))}
        />
      </div>
      {own.tab === 'read' && <ReadTab {...data} />}
      {own.tab === 'timeline' && (
        <>
          {insider && <DocumentLife of={{ ...view, asOf: asof && `${asof} UTC` }} />}
          <VersionLife of={view} />
        </>
      )}
      {own.tab === 'record' && <RecordTab {...data} />}
      {insider && !asof && (
        <HistoryDrawers document={document.uid} versions={versions.filter((one) => one.approvedAt)} zone={zone} />
      )}
      {own.admin && <RetireDialog document={{ ...document, name: data.shown.name }} commandId={own.retireId} />}
    </Page>
  );
}

function RecordTab(data: DocumentPageData) {
  const answer = useActionData<typeof saveDepartments>();
  const { document, insider, date, openTraining } = data;
  const asof = usePast();
  const record = (
    <div className="sections">
      <RecordSheet {...data} />
      <FilesSheet {...data} />
      {openTraining && <OpenTraining {...data} open={openTraining} />}
    </div>
  );
  if (!insider || !data.current) return record;
  return (
    <WithAside
      label="Departments"
      aside={
        asof ? (
          <DepartmentsThen {...data} />
        ) : (
          <DepartmentsSheet
            key={`${document.status} ${date} ${document.departments.join()}`}
            {...data}
            answer={answer}
          />
        )
      }
    >
      {record}
    </WithAside>
  );
}
