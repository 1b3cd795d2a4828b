import { redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { MetaArgs } from '@remix-run/node';
import { z } from 'zod';
import { isAdmin } from '#events/permissions.ts';
import { rescheduleDocument } from '#app/commands/document/reschedule.ts';
import { addresses } from '#app/addresses.ts';
import { listPage, uidParams } from '#app/server/screen/route-input.ts';
import { screenAction, screenLoader } from '#app/server/screen/screen.ts';
import { readTrainingForm, saveSchedule } from '#app/screens/documents/publish/assign-training.ts';
import { type DocumentPage as Found, getDocumentPage } from '#app/queries/document/document-page.ts';
import type { VersionLine } from '#app/queries/document/version-history.ts';
import { WithAside } from '#app/ui/page/section.tsx';
import { Page } from '#app/ui/page/page.tsx';
import { refusedAbout } from '#app/screens/emails/refused-about.ts';
import { RefusedEmails } from '#app/screens/emails/refused-emails.tsx';
import { documentAddress } from '#app/screens/documents/document-address.ts';
import { DocumentHead } from './document-head.tsx';
import { DocumentLife } from './document-lifeline.tsx';
import { DepartmentsSheet, RecordSheet } from './document-sheets.tsx';
import { HistoryDrawers } from './history-drawer.tsx';
import { OpenTraining } from './open-training.tsx';
import { RetireDialog } from './reason-forms.tsx';
import { toDocumentView, type DocumentPageData, versionShown } from '#app/screens/documents/document/document-view.ts';
import { VersionLife } from './version-lifeline.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/server/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => [{ title: `${data?.title ?? 'Document'} - Imprimatur` }];

export const loader = screenLoader({
  access: 'document.view_effective',
  params: uidParams,
  search: z.object({ page: listPage }),
  async load(page) {
    const { viewer, ports, now, params, search } = page;
    const { found, manages, excepts } = await page.ask(getDocumentPage, { document: params.uid, page: search.page });
    if (!isShown(found)) {
      const { status, uid } = found.document;
      throw redirect(status === 'APPROVED' ? addresses.publish(uid) : addresses.revise(uid));
    }
    return {
      commandId: ports.newId(),
      retireId: ports.newId(),
      refusedEmails: await refusedAbout(page, params.uid),
      title: found.shown.name,
      view: toDocumentView(found, viewer.settings.timeZone, now),
      manages,
      excepts,
      admin: isAdmin(viewer.role),
    };
  },
});

const isShown = (found: Found): found is Found & { shown: VersionLine } => found.shown !== null;

export const action = screenAction({
  access: 'signed-in',
  params: uidParams,
  async act(page) {
    const form = await readTrainingForm(page, page.params.uid, rescheduleDocument);
    if (form.refused) return form.refused;
    return saveSchedule(
      page,
      form.data,
      form.document,
      (found) => documentAddress(found) === addresses.document(found.uid),
    );
  },
});

/** The page of a scheduled or effective document. */
export default function DocumentPage() {
  const { view, refusedEmails, ...own } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { document, insider, versions, zone } = view;
  const { admin } = own;
  const shown = versionShown(view);
  const data: DocumentPageData = { ...own, ...view, shown };
  return (
    <Page>
      <DocumentHead {...data} />
      <RefusedEmails emails={refusedEmails} />
      {insider && <DocumentLife of={view} />}
      <WithAside
        label="Departments and record"
        aside={
          <>
            {insider && data.current && (
              <DepartmentsSheet
                key={`${document.status} ${view.date} ${document.departments.join()}`}
                {...data}
                answer={answer}
              />
            )}
            <RecordSheet of={view} />
          </>
        }
      >
        <div className="sections">
          <VersionLife of={view} />
          {data.openTraining && <OpenTraining {...data} open={data.openTraining} />}
        </div>
      </WithAside>
      {insider && (
        <HistoryDrawers document={document.uid} versions={versions.filter((one) => one.approvedAt)} zone={zone} />
      )}
      {admin && <RetireDialog document={{ ...document, name: shown.name }} commandId={own.retireId} />}
    </Page>
  );
}
