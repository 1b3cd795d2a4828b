import { redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { MetaArgs } from '@remix-run/node';
import { isAdmin } from '#events/permissions.ts';
import { rescheduleDocument } from '#app/commands/document/reschedule.ts';
import { departmentsForm, scheduleForm } from '#app/forms/document-decision.ts';
import { addresses } from '#app/http/addresses.ts';
import { prefacedOrFollowed } from '#app/http/preface.ts';
import { refuseForm } from '#app/http/refuse-form.ts';
import { answerPreview, promiseIn, rehearsalOf } from '#app/http/rehearsal.ts';
import { screenAction, screenLoader, submit } from '#app/http/screen.ts';
import { getDocumentPage } from '#app/queries/document/page.ts';
import { getDocument } from '#app/queries/document/record.ts';
import { Dialog } from '#app/ui/dialog/dialog.tsx';
import { WithAside } from '#app/ui/page/leaf.tsx';
import { Page } from '#app/ui/page/page.tsx';
import { showDate } from '#app/ui/text/date.ts';
import { assignedWords } from './assigned-words.ts';
import { documentAddress } from './document-address.ts';
import { DocumentHead } from './document-head.tsx';
import { DocumentLife, VersionLife } from './document-life.tsx';
import { DepartmentsSheet, RecordSheet } from './document-sheets.tsx';
import { HistoryDrawer } from './history-drawer.tsx';
import { tellLife } from './life-words.ts';
import { OpenTraining } from './open-training.tsx';
import { RetireForm } from './reason-forms.tsx';

export { shouldRevalidate } from '#app/http/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => [
  { title: `${data?.shown.name ?? 'Document'} - Imprimatur` },
];

export const loader = screenLoader('document.view_effective', async (page) => {
  const { viewer, ports, now } = page;
  const { document, shown, life, ...found } = await page.ask(getDocumentPage, {
    document: page.params.uid ?? '',
    page: page.url.searchParams.get('page') ?? 1,
  });
  const zone = viewer.settings.timeZone;
  if (!shown) {
    throw redirect(document.status === 'APPROVED' ? addresses.publish(document.uid) : addresses.revise(document.uid));
  }
  return {
    commandId: ports.newId(),
    retireId: ports.newId(),
    document,
    shown,
    ...found,
    /** Whether the training counts are those of the version shown. */
    counted: document.status === 'PENDING' ? shown.version === document.version : true,
    current: shown.version === document.version,
    life: tellLife(life, zone),
    date: shown.effectiveAt ? showDate(shown.effectiveAt, zone) : '',
    admin: isAdmin(viewer.role),
    now,
    zone,
  };
});

export type DocumentPageData = Awaited<ReturnType<typeof loader>>;

export const action = screenAction('signed-in', async (page) => {
  const { viewer, now } = page;
  const form = await page.request.formData();
  const refused = refuseForm(page, form, 'document.change_departments', 'not_allowed');
  if (refused) return refused;
  const document = await page.ask(getDocument, { document: page.params.uid ?? '' });
  const { uid } = document;
  const dated = form.has('effectiveDate');
  const schema = dated
    ? scheduleForm({ zone: viewer.settings.timeZone, now, mayBePast: false })
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
      ...promiseIn(form),
    }),
    more: async () => ({ rehearsal: await rehearsalOf(page, form, question) }),
    broken: failed,
    after: ({ changed, assigned }) => ({
      to: addresses.document(uid),
      toast: changed ? `The changes are saved.${assignedWords(assigned)}` : 'Nothing was changed.',
    }),
  });
  const to = documentAddress(document);
  return prefacedOrFollowed(answer, failed, { to, moved: to !== addresses.document(uid), site: page.ports.config });
});

/** A document that is scheduled or in force. */
export default function DocumentPage() {
  const data = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { document, shown, insider, admin, versions, zone } = data;
  return (
    <Page>
      <DocumentHead {...data} />
      {insider && <DocumentLife {...data} />}
      <WithAside
        label="Departments and record"
        aside={
          <>
            {insider && data.current && (
              <DepartmentsSheet key={`${document.status} ${document.departments.join()}`} {...data} answer={answer} />
            )}
            <RecordSheet {...data} />
          </>
        }
      >
        <div className="sections">
          <VersionLife {...data} />
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
          <RetireForm document={{ ...document, name: shown.name }} commandId={data.retireId} />
        </Dialog>
      )}
    </Page>
  );
}
