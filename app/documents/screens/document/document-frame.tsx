import { Outlet } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import { RefusedEmails } from '#app/kit/email/refused/notice.tsx';
import { usePast } from '#app/ui/as-of/as-of.tsx';
import { Page } from '#app/ui/page/page.tsx';
import { Tabs } from '#app/ui/tabs/tabs.tsx';
import { DocumentHead } from './document-head.tsx';
import { HistoryDrawers } from './history-drawer.tsx';
import { RetireDialog } from './reason-forms.tsx';
import { useDocumentTab } from './use-document-tab.ts';

const labels = { read: 'Read', timeline: 'Timeline', record: 'Record' } as const;
const tabAddresses = {
  read: (uid: string, asof?: string) => addresses.readDocument(uid, undefined, asof),
  timeline: addresses.documentTimeline,
  record: addresses.documentRecord,
} as const;

/** What every tab of a document's page stands in: its head, the tabs and the dialogs. Each tab loads its own code. */
export default function DocumentFrame() {
  const data = useDocumentTab();
  const { document, insider, versions, zone } = data;
  const asof = usePast();
  return (
    <Page>
      <DocumentHead {...data} />
      <RefusedEmails emails={data.refusedEmails} />
      <div className="tab-line">
        <Tabs
          label="Parts of the document"
          tabs={(['read', 'timeline', 'record'] as const).map((name) => ({
            to: tabAddresses[name](document.uid, asof),
            label: labels[name],
            current: name === data.tab,
          }))}
        />
      </div>
      <Outlet />
      {insider && !asof && (
        <HistoryDrawers
          document={document.uid}
          versions={versions.filter((one) => one.approvedAt ?? one.claimed)}
          zone={zone}
        />
      )}
      {data.admin && <RetireDialog document={{ ...document, name: data.shown.name }} commandId={data.retireId} />}
    </Page>
  );
}
