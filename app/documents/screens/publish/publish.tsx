import { redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { MetaArgs } from '@remix-run/node';
import { isAdmin } from '#events/permissions.ts';
import { isAfter, type Instant } from '#events/time.ts';
import { publishDocument } from '#app/documents/commands/publish.ts';
import { publishForm } from '#app/documents/forms/document-decision.ts';
import { addresses } from '#app/kit/addresses.ts';
import { screenAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { showChange } from '#app/documents/screens/shown-change.ts';
import { failed } from '#app/kit/words/refusals.ts';
import { listDepartments } from '#app/organisation/queries/choices.ts';
import { listHistory } from '#app/documents/queries/version-history.ts';
import { getDocument, type DocumentRecord } from '#app/documents/queries/get-document.ts';
import { documentObstacles } from '#app/documents/queries/obstacles.ts';
import { preparedPublication } from '#app/documents/queries/prepared-changes.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Notice } from '#app/ui/notice/notice.tsx';
import { Actions, Page } from '#app/ui/page/page.tsx';
import { Status } from '#app/ui/status/status.tsx';
import { showDate, showEffectiveDate } from '#app/ui/text/date.ts';
import { assignedWords } from '#app/documents/words/assigned-people.ts';
import { pdfToTake } from '#app/documents/words/pdf-to-take.ts';
import { assignTraining, readTrainingForm, saveSchedule } from './assign-training.ts';
import { refusedAbout } from '#app/kit/email/refused/about.ts';
import { RefusedEmails } from '#app/kit/email/refused/notice.tsx';
import { effectiveCalendar } from './effective-calendar.ts';
import { HistoryDrawers, HistoryOpeners } from '#app/documents/screens/document/history-drawer.tsx';
import { PublishForm } from './publish-form.tsx';
import {
  ExceptionLink,
  RetireDialog,
  RetireOpener,
  TransferLink,
} from '#app/documents/screens/document/reason-forms.tsx';
import { DocumentTitle, Ownership } from '#app/kit/screen/document-title.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => [
  { title: `Final approval of ${data?.document.name ?? 'a document'} - Imprimatur` },
];

const isPublishable = ({ status }: DocumentRecord): boolean => status === 'APPROVED' || status === 'PENDING';

export const loader = screenLoader({
  access: 'document.view_working',
  params: uidParams,
  async load(page) {
    const { viewer, ports, now } = page;
    const document = await page.ask(getDocument, { document: page.params.uid });
    const zone = viewer.settings.timeZone;
    if (!isPublishable(document)) {
      throw redirect(
        document.status === 'EFFECTIVE' ? addresses.document(document.uid) : addresses.revise(document.uid),
      );
    }
    const prepared = await page.ask(preparedPublication, { document: document.uid });
    return {
      commandId: ports.newId(),
      actId: ports.newId(),
      refusedEmails: await refusedAbout(page, document.uid),
      document,
      change: await showChange(page, document.uid, document.change),
      pending: document.status === 'PENDING',
      prepared,
      departments: await page.ask(listDepartments, {}),
      versions: await page.ask(listHistory, { document: document.uid }),
      admin: isAdmin(viewer.role),
      obstacle: (await page.ask(documentObstacles, { document: document.uid })).finalApproval,
      date: prepared?.effectiveAt ? showDate(prepared.effectiveAt, zone) : showEffectiveDate(document),
      calendar: effectiveCalendar({ now, zone, mayBePast: document.externallyEffective }),
      zone,
    };
  },
});

function publishedWords(version: string, effectiveAt: Instant, now: Instant, zone: string): string {
  const inForce = !isAfter(effectiveAt, now);
  const since = inForce ? 'Effective from' : 'It becomes effective on';
  return `Version ${version} has its final approval. ${since} ${showDate(effectiveAt, zone)}.`;
}

export const action = screenAction({
  access: 'signed-in',
  params: uidParams,
  async act(page) {
    const { viewer, now } = page;
    const form = await readTrainingForm(page, page.params.uid, publishDocument);
    if (form.refused) return form.refused;
    const { data, document } = form;
    const zone = viewer.settings.timeZone;
    // The form names its act, since the status changes before the same form arrives a second time.
    if (data.get('act') === 'schedule') return saveSchedule(page, data, document, isPublishable);
    return assignTraining(page, data, {
      document,
      schema: publishForm({ zone, now, mayBePast: document.externallyEffective }),
      command: publishDocument,
      scheduled: false,
      failed: failed.publishDocument,
      stays: isPublishable,
      words: ({ assigned }, { effectiveDate }) =>
        publishedWords(document.version, effectiveDate ?? now, now, zone) + assignedWords(assigned),
    });
  },
});

/** Final approval: the effective date, the departments, and whether they must train. */
export default function Publish() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { document, pending, versions, admin, zone, actId } = loaded;
  const { uid } = document;
  const approved = versions.find(({ version }) => version === document.version);
  return (
    <Page>
      <DocumentTitle
        of={document}
        back={addresses.home('manage')}
        title={document.name}
        facts={
          <>
            <Status status={document.status} trainingRate={document.training.labelRate} stamp />
            <span>Version {document.version}</span>
            <Ownership of={document} />
            {pending && document.approvedAt && <span>Approved {showDate(document.approvedAt, zone)}</span>}
          </>
        }
      />
      <Actions doc>
        <LinkButton
          to={addresses.file(uid, document.version, approved ? pdfToTake(approved) : 'final', 'manage')}
          download
          icon="download"
        >
          Download PDF
        </LinkButton>
        {document.manages && (
          <LinkButton to={addresses.revise(uid)} icon="file-pen-line">
            Create Revision
          </LinkButton>
        )}
        {pending && <HistoryOpeners document={uid} />}
        {document.manages && <TransferLink document={uid} />}
        {document.excepts && <ExceptionLink document={uid} />}
        {admin && <RetireOpener document={uid} />}
      </Actions>
      <RefusedEmails emails={loaded.refusedEmails} />
      {admin && loaded.obstacle && <Notice kind="wait">{loaded.obstacle}</Notice>}
      <PublishForm key={document.status} {...loaded} answer={answer} />
      {pending && <HistoryDrawers document={uid} versions={versions} zone={zone} />}
      {admin && <RetireDialog document={document} commandId={actId} />}
    </Page>
  );
}
