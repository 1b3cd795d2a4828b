import { redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { MetaArgs } from '@remix-run/node';
import { isAdmin } from '#events/permissions.ts';
import { publishDocument } from '#app/commands/document/publish.ts';
import { rescheduleDocument } from '#app/commands/document/reschedule.ts';
import { publishForm, scheduleForm } from '#app/forms/document-decision.ts';
import { addresses } from '#app/addresses.ts';
import { prefacedOrFollowed } from '#app/server/errors/error-prefix.ts';
import { refuseForm } from '#app/server/errors/refuse-form.ts';
import { answerPreview, previewTokenIn, previewOf } from '#app/server/screen/preview.ts';
import { screenAction, screenLoader, submit, type Page as ScreenPage } from '#app/server/screen/screen.ts';
import { listDepartments } from '#app/queries/document/choices.ts';
import { listHistory } from '#app/queries/document/version-history.ts';
import type { Viewer } from '#app/queries/viewer.ts';
import { getDocument, type DocumentRecord } from '#app/queries/document/get-document.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Dialog } from '#app/ui/dialog/dialog.tsx';
import { DocNumber } from '#app/ui/page/doc-number.tsx';
import { Actions, BackLink, Page, TitleBlock } from '#app/ui/page/page.tsx';
import { Status } from '#app/ui/status/status.tsx';
import { showDate } from '#app/ui/text/date.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';
import { assignedWords } from '#app/wording/assigned-people.ts';
import { documentAddress } from '#app/screens/documents/document-address.ts';
import { exampleDate } from './example-date.ts';
import { HistoryDrawer, HistoryOpeners } from '#app/screens/documents/document/history-drawer.tsx';
import { RetireOpener } from '#app/screens/documents/document/retire-opener.tsx';
import { PublishForm } from './publish-form.tsx';
import { RetireForm } from '#app/screens/documents/document/reason-forms.tsx';

export { shouldRevalidate } from '#app/server/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => [
  { title: `Final approval of ${data?.document.name ?? 'a document'} - Imprimatur` },
];

const documentOf = (page: ScreenPage<Viewer, Record<string, string | undefined>>) =>
  page.ask(getDocument, { document: page.params.uid ?? '' });

const isPublishable = ({ status }: DocumentRecord): boolean => status === 'APPROVED' || status === 'PENDING';

export const loader = screenLoader('document.view_working', async (page) => {
  const { viewer, ports, now } = page;
  const document = await documentOf(page);
  const zone = viewer.settings.timeZone;
  if (!isPublishable(document)) {
    throw redirect(document.status === 'EFFECTIVE' ? addresses.document(document.uid) : addresses.revise(document.uid));
  }
  return {
    commandId: ports.newId(),
    actId: ports.newId(),
    document,
    pending: document.status === 'PENDING',
    departments: await page.ask(listDepartments, {}),
    versions: await page.ask(listHistory, { document: document.uid }),
    admin: isAdmin(viewer.role),
    date: document.effectiveAt ? showDate(document.effectiveAt, zone) : '',
    example: exampleDate(now, zone),
    zone,
  };
});

function publishedWords(version: string, effectiveAt: string, now: string, zone: string): string {
  const inForce = Date.parse(effectiveAt) <= Date.parse(now);
  return `Version ${version} has its final approval. It ${inForce ? 'is effective since' : 'becomes effective on'} ${showDate(effectiveAt, zone)}.`;
}

export const action = screenAction('signed-in', async (page) => {
  const { viewer, now } = page;
  const form = await page.request.formData();
  const refused = refuseForm(page, form, 'document.publish', 'publish_requires_admin');
  if (refused) return refused;
  const document = await documentOf(page);
  const scheduled = form.get('act') === 'schedule';
  const zone = viewer.settings.timeZone;
  const publishing = publishForm({ zone, now, mayBePast: document.externallyEffective });
  const scheduling = scheduleForm({
    zone,
    now,
    // What is in force by now is refused as such.
    mayBePast: document.status !== 'PENDING',
    scheduledAt: document.effectiveAt,
  });
  const schema = scheduled ? scheduling : publishing;
  const question = { document: document.uid, scheduled, schema };
  if (form.has('preview')) return answerPreview(page, form, question);
  const failed = scheduled ? 'Unable to update document.' : 'Unable to publish document.';
  const more = async () => ({ preview: await previewOf(page, form, question) });
  // What the form was made for, so that sending it twice is the same act although the first sending changed the status.
  const answer = scheduled
    ? await submit(page, {
        form,
        schema: scheduling,
        command: rescheduleDocument,
        input: ({ effectiveDate, departments }) => ({
          document: document.uid,
          departments,
          effectiveAt: effectiveDate,
          ...previewTokenIn(form),
        }),
        more,
        broken: failed,
        after: ({ changed, assigned }) => ({
          to: addresses.document(document.uid),
          toast: changed ? `The changes are saved.${assignedWords(assigned)}` : 'Nothing was changed.',
        }),
      })
    : await submit(page, {
        form,
        schema: publishing,
        command: publishDocument,
        input: ({ effectiveDate, departments, waiveTraining }) => ({
          document: document.uid,
          departments,
          effectiveAt: effectiveDate,
          waiveTraining,
          ...previewTokenIn(form),
        }),
        more,
        broken: failed,
        after: ({ assigned }, { effectiveDate }) => ({
          to: addresses.document(document.uid),
          toast: publishedWords(document.version, effectiveDate ?? now, now, zone) + assignedWords(assigned),
        }),
      });
  const where = async () => {
    const found = await documentOf(page);
    return { to: documentAddress(found), moved: !isPublishable(found) };
  };
  return prefacedOrFollowed(answer, failed, { where, site: page.ports.config });
});

/** Final approval: the effective date, the departments, and whether they must train. */
export default function Publish() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { document, pending, versions, admin, zone, actId } = loaded;
  const { uid } = document;
  return (
    <Page>
      <TitleBlock
        trail={
          <>
            <BackLink to={addresses.home('manage')}>Documents</BackLink>
            <DocNumber number={documentNumber(document)} />
          </>
        }
        title={document.name}
        facts={
          <>
            <Status status={document.status} trainingRate={document.training.rate} stamp />
            <span>Version {document.version}</span>
            <span>Created By {document.owner.name}</span>
            {pending && document.approvedAt && <span>Approved {showDate(document.approvedAt, zone)}</span>}
          </>
        }
      />
      <Actions doc>
        <LinkButton to={addresses.file(uid, document.version, 'final', 'manage')} download icon="download">
          Download PDF
        </LinkButton>
        {document.manages && (
          <LinkButton to={addresses.revise(uid)} icon="file-pen-line">
            Create Revision
          </LinkButton>
        )}
        {pending && <HistoryOpeners document={uid} />}
        {admin && <RetireOpener document={uid} />}
      </Actions>
      <PublishForm key={document.status} {...loaded} answer={answer} />
      {pending && (
        <>
          <HistoryDrawer document={uid} files="working" versions={versions} zone={zone} />
          <HistoryDrawer document={uid} files="effective" versions={versions} zone={zone} />
        </>
      )}
      {admin && (
        <Dialog id="retire" title="Retire" destructive>
          <RetireForm document={document} commandId={actId} />
        </Dialog>
      )}
    </Page>
  );
}
