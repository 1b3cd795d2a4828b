import { useActionData, useLoaderData } from '@remix-run/react';
import type { MetaArgs } from '@remix-run/node';
import { isAdmin, roleMay } from '#events/permissions.ts';
import { suggestNext } from '#events/document/version.ts';
import { editDraft } from '#app/commands/document/edit-draft.ts';
import { reviseDocument } from '#app/commands/document/revise.ts';
import { draftScreenForm, revisionForm } from '#app/forms/document.ts';
import { addresses } from '#app/addresses.ts';
import { heldFile, keptFiles, readDocumentForm, submitDocumentForm } from '#app/server/screen/document-form.ts';
import { prefaced, prefacedOrFollowed } from '#app/server/errors/error-prefix.ts';
import { lookups } from '#app/server/screen/lookups.ts';
import { screenAction, screenLoader, type Page as ScreenPage } from '#app/server/screen/screen.ts';
import { listApproverOptions, listAreas } from '#app/queries/document/choices.ts';
import { listHistory } from '#app/queries/document/version-history.ts';
import type { Viewer } from '#app/queries/viewer.ts';
import { getDocument } from '#app/queries/document/get-document.ts';
import { acceptAttribute } from '#app/storage/content/formats.ts';
import { Dialog } from '#app/ui/dialog/dialog.tsx';
import { LoadProblems } from '#app/ui/notice/load-problems.tsx';
import { Page } from '#app/ui/page/page.tsx';
import { HistoryDrawer } from '#app/screens/documents/document/history-drawer.tsx';
import { DiscardForm, RetireForm } from '#app/screens/documents/document/reason-forms.tsx';
import { RevisionForm } from './revision-form.tsx';
import { RevisionHead } from './revision-head.tsx';

export { shouldRevalidate } from '#app/server/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => [
  { title: `Revise ${data?.document.name ?? 'a document'} - Imprimatur` },
];

type Loaded = Awaited<ReturnType<typeof documentOf>>;

const documentOf = (page: ScreenPage<Viewer, Record<string, string | undefined>>) =>
  page.ask(getDocument, { document: page.params.uid ?? '' });

/** The files that the form begins with: a draft's own; for a revision what waits for it, and the working file of the version before. */
function filesBefore({ status, files, revisionFiles }: Loaded) {
  if (status === 'CREATED') return files;
  return { working: revisionFiles.working ?? files.working, final: revisionFiles.final };
}

/** Every file that the document has and a form may refer to. */
const filesOf = ({ files, revisionFiles }: Loaded) =>
  [files.working, files.final, revisionFiles.working, revisionFiles.final].filter((file) => file !== null);

export const loader = screenLoader('document.view_working', async (page) => {
  const { viewer, ports, url } = page;
  const document = await documentOf(page);
  const files = filesBefore(document);
  const { load, problems } = lookups(page);
  const approvers = await load('users', listApproverOptions, {}, []);
  const editable = document.manages && document.status !== 'RETIRED';
  const draft = document.status === 'CREATED';
  const basis = `${document.version} ${document.status}`;
  const kept = await keptFiles(page, filesOf(document), basis);
  return {
    basis,
    commandId: ports.newId(),
    actId: ports.newId(),
    document,
    editable,
    draft,
    title: url.searchParams.get('name') ?? document.name,
    version: draft ? document.version : (suggestNext(document.version) ?? ''),
    held: kept ?? { working: files.working && heldFile(files.working), final: files.final && heldFile(files.final) },
    areas: await load('functionalAreas', listAreas, {}, null),
    approvers,
    problems,
    chosen: document.asked.filter((user) => approvers.some(({ uid }) => uid === user)),
    versions: await page.ask(listHistory, { document: document.uid }),
    mayDeclare: roleMay(viewer.role, 'document.declare_externally_effective'),
    admin: isAdmin(viewer.role),
    accept: acceptAttribute('working'),
    zone: viewer.settings.timeZone,
  };
});

export const action = screenAction('document.manage_own', async (page) => {
  const document = await documentOf(page);
  const { uid } = document;
  const sent = await readDocumentForm(page, filesOf(document));
  const failed = 'Unable to revise document.';
  // What the form was made for, so that sending it twice is the same act although the first sending changed the status.
  const answer =
    sent.form.get('act') === 'draft'
      ? await submitDocumentForm(page, sent, {
          schema: draftScreenForm,
          broken: failed,
          command: editDraft,
          about: { document: uid },
          input: (values) => ({ ...values, document: uid }),
          after: (_, { send, externallyEffective }) =>
            send
              ? {
                  to: addresses.home(),
                  toast: externallyEffective
                    ? 'The document requires final approval.'
                    : 'The document is sent to its approvers.',
                }
              : { to: addresses.revise(uid), toast: 'The draft is saved.' },
        })
      : await submitDocumentForm(page, sent, {
          schema: revisionForm,
          broken: failed,
          command: reviseDocument,
          about: { document: uid, after: document.version },
          input: (values) => ({ ...values, document: uid }),
          after: (_, { version }) => ({ to: addresses.home(), toast: `Version ${version} is sent to its approvers.` }),
        });
  // What was retired meanwhile shows here without its form, which would have said that nothing was recorded.
  if ((await documentOf(page)).status !== 'RETIRED') return prefaced(answer, failed);
  const where = async () => ({ to: addresses.revise(uid), moved: true });
  return prefacedOrFollowed(answer, failed, { where, site: page.ports.config });
});

/** A document that is being written, reviewed or revised; what was retired shows here for its history. */
export default function Revise() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { document, editable, draft, admin, versions, zone, actId } = loaded;
  return (
    <Page>
      <LoadProblems problems={loaded.problems} />
      <RevisionHead document={document} zone={zone} discards={editable && draft} retires={admin} />
      {/* A draft's form and a revision's differ: each begins anew. */}
      {editable && (
        <RevisionForm key={`${document.uid} ${document.version} ${document.status}`} {...loaded} answer={answer} />
      )}
      <HistoryDrawer document={document.uid} files="working" versions={versions} zone={zone} />
      <HistoryDrawer document={document.uid} files="effective" versions={versions} zone={zone} />
      {editable && draft && (
        <Dialog id="discard" title="Discard draft" destructive>
          <DiscardForm document={document} commandId={actId} />
        </Dialog>
      )}
      {admin && !draft && document.status !== 'RETIRED' && (
        <Dialog id="retire" title="Retire" destructive>
          <RetireForm document={document} commandId={actId} />
        </Dialog>
      )}
    </Page>
  );
}
