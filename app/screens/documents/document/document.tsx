import { redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { MetaArgs } from '@remix-run/node';
import { isAdmin } from '#events/permissions.ts';
import { rescheduleDocument } from '#app/commands/document/reschedule.ts';
import { departmentsForm, scheduleForm } from '#app/forms/document-decision.ts';
import { addresses } from '#app/addresses.ts';
import { prefacedOrFollowed } from '#app/server/errors/error-prefix.ts';
import { refuseForm } from '#app/server/errors/refuse-form.ts';
import { answerPreview, previewTokenIn, previewOf } from '#app/server/screen/preview.ts';
import { screenAction, screenLoader, submit } from '#app/server/screen/screen.ts';
import { type DocumentPage as Found, getDocumentPage } from '#app/queries/document/document-page.ts';
import { getDocument } from '#app/queries/document/get-document.ts';
import type { VersionLine } from '#app/queries/document/version-history.ts';
import { Dialog } from '#app/ui/dialog/dialog.tsx';
import { WithAside } from '#app/ui/page/section.tsx';
import { Page } from '#app/ui/page/page.tsx';
import { assignedWords } from '#app/wording/assigned-people.ts';
import { documentAddress } from '#app/screens/documents/document-address.ts';
import { DocumentHead } from './document-head.tsx';
import { DocumentLife } from './document-lifeline.tsx';
import { DepartmentsSheet, RecordSheet } from './document-sheets.tsx';
import { HistoryDrawer } from './history-drawer.tsx';
import { OpenTraining } from './open-training.tsx';
import { RetireForm } from './reason-forms.tsx';
import { tellDocument, type ToldDocument, versionShown } from '#app/wording/document-view.ts';
import { VersionLife } from './version-lifeline.tsx';

export { shouldRevalidate } from '#app/server/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => [{ title: `${data?.title ?? 'Document'} - Imprimatur` }];

export const loader = screenLoader('document.view_effective', async (page) => {
  const { viewer, ports, now } = page;
  const { found, manages } = await page.ask(getDocumentPage, {
    document: page.params.uid ?? '',
    page: page.url.searchParams.get('page') ?? 1,
  });
  if (!isShown(found)) {
    const { status, uid } = found.document;
    throw redirect(status === 'APPROVED' ? addresses.publish(uid) : addresses.revise(uid));
  }
  return {
    commandId: ports.newId(),
    retireId: ports.newId(),
    title: found.shown.name,
    told: tellDocument(found, viewer.settings.timeZone, now),
    manages,
    admin: isAdmin(viewer.role),
  };
});

const isShown = (found: Found): found is Found & { shown: VersionLine } => found.shown !== null;

/** What the parts of the page are given. */
export type DocumentPageData = Omit<Awaited<ReturnType<typeof loader>>, 'told'> &
  Omit<ToldDocument, 'shown'> & { shown: VersionLine };

export const action = screenAction('signed-in', async (page) => {
  const { viewer, now } = page;
  const form = await page.request.formData();
  const refused = refuseForm(page, form, 'document.change_departments', 'not_allowed');
  if (refused) return refused;
  const document = await page.ask(getDocument, { document: page.params.uid ?? '' });
  const { uid } = document;
  const dated = form.has('effectiveDate');
  const schema = dated
    ? scheduleForm({
        zone: viewer.settings.timeZone,
        now,
        // What is in force by now is refused as such.
        mayBePast: document.status !== 'PENDING',
        scheduledAt: document.effectiveAt,
      })
    : departmentsForm.transform((given) => ({ ...given, effectiveDate: undefined }));
  const question = { document: uid, scheduled: true, schema };
  if (form.has('preview')) return answerPreview(page, form, question);
  const failed = 'Unable to update document.';
  const answer = await submit(page, {
    form,
    schema,
    command: rescheduleDocument,
    input: ({ effectiveDate, departments }) => ({
      document: uid,
      departments,
      ...(dated ? { effectiveAt: effectiveDate } : {}),
      ...previewTokenIn(form),
    }),
    more: async () => ({ preview: await previewOf(page, form, question) }),
    broken: failed,
    after: ({ changed, assigned }) => ({
      to: addresses.document(uid),
      toast: changed ? `The changes are saved.${assignedWords(assigned)}` : 'Nothing was changed.',
    }),
  });
  const where = async () => {
    const to = documentAddress(await page.ask(getDocument, { document: uid }));
    return { to, moved: to !== addresses.document(uid) };
  };
  return prefacedOrFollowed(answer, failed, { where, site: page.ports.config });
});

/** A document that is scheduled or in force. */
export default function DocumentPage() {
  const { told, ...own } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { document, insider, versions, zone } = told;
  const { admin } = own;
  const shown = versionShown(told);
  const data: DocumentPageData = { ...own, ...told, shown };
  return (
    <Page>
      <DocumentHead {...data} />
      {insider && <DocumentLife of={told} />}
      <WithAside
        label="Departments and record"
        aside={
          <>
            {insider && data.current && (
              <DepartmentsSheet
                key={`${document.status} ${told.date} ${document.departments.join()}`}
                {...data}
                answer={answer}
              />
            )}
            <RecordSheet of={told} />
          </>
        }
      >
        <div className="sections">
          <VersionLife of={told} />
          {data.openTraining && <OpenTraining {...data} open={data.openTraining} />}
        </div>
      </WithAside>
      {insider && (
        <>
          <HistoryDrawer
            document={document.uid}
            files="effective"
            versions={versions.filter((one) => one.approvedAt)}
            zone={zone}
          />
          <HistoryDrawer
            document={document.uid}
            files="working"
            versions={versions.filter((one) => one.approvedAt)}
            zone={zone}
          />
        </>
      )}
      {admin && (
        <Dialog id="retire" title="Retire" destructive>
          <RetireForm document={{ ...document, name: shown.name }} commandId={own.retireId} />
        </Dialog>
      )}
    </Page>
  );
}
