import { useActionData, useLoaderData } from '@remix-run/react';
import type { MetaArgs } from '@remix-run/node';
import { z } from 'zod';
import { changeKinds } from '#events/document/change-kinds.ts';
import { isAdmin, roleMay } from '#events/permissions.ts';
import { suggestNext } from '#events/document/version.ts';
import { editDraft } from '#app/documents/commands/edit-draft.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { needsReason } from '#app/kit/command/reason.ts';
import { atChangeFields, changeForm } from '#app/documents/forms/change.ts';
import { draftFormWith, revisionForm } from '#app/documents/forms/document.ts';
import { addresses } from '#app/kit/addresses.ts';
import {
  heldFile,
  keepSteps,
  parseDocumentForm,
  receiveDocumentForm,
  savedFiles,
} from '#app/documents/screens/form/document-form.ts';
import {
  type Page as ScreenPage,
  parseForm,
  redirectTo,
  screenAction,
  screenLoader,
  uidParams,
} from '#app/kit/screen/screen.ts';
import { savedForm } from '#app/kit/screen/saved-form.ts';
import { lookups } from '#app/kit/screen/lookups.ts';
import { listSteps } from '#app/approval-routes/queries/steps.ts';
import { listApproverOptions } from '#app/organisation/queries/choices.ts';
import { hasRoutes, routeOfNext } from '#app/approval-routes/queries/preview.ts';
import { listHistory } from '#app/documents/queries/version-history.ts';
import { getDocument, type DocumentRecord } from '#app/documents/queries/get-document.ts';
import { acceptAttribute } from '#app/adapters/storage/content/formats.ts';
import { LoadProblems } from '#app/ui/notice/load-problems.tsx';
import { Page } from '#app/ui/page/page.tsx';
import { answerOrFollow } from '#app/documents/screens/follow-document.ts';
import { failed } from '#app/kit/words/refusals.ts';
import { HistoryDrawers } from '#app/documents/screens/document/history-drawer.tsx';
import { DiscardDialog, RetireDialog } from '#app/documents/screens/document/reason-forms.tsx';
import { offeredRequests } from '#app/documents/screens/form/offered-requests.ts';
import { reviewedVersion } from '#app/documents/screens/form/reviewed-version.ts';
import { RevisionForm } from './revision-form.tsx';
import { refusedAbout } from '#app/kit/email/refused/about.ts';
import { RefusedEmails } from '#app/kit/email/refused/notice.tsx';
import { RevisionHead } from './revision-head.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => [
  { title: `Revise ${data?.document.name ?? 'a document'} - Imprimatur` },
];

/**
 * The files in the form at first: those of the draft, or those prepared for the revision and the working file before
 * it.
 */
function filesBefore({ status, files, revisionFiles }: DocumentRecord) {
  if (status === 'CREATED') return files;
  return { working: revisionFiles.working ?? files.working, final: revisionFiles.final };
}

/** Every file of the document to which a form may refer. */
const filesOf = ({ files, revisionFiles }: DocumentRecord) =>
  [files.working, files.final, revisionFiles.working, revisionFiles.final].filter((file) => file !== null);

export const loader = screenLoader({
  access: 'document.view_working',
  params: uidParams,
  search: z.object({ name: z.string().optional() }),
  async load(page) {
    const { viewer, ports } = page;
    const document = await page.ask(getDocument, { document: page.params.uid });
    const files = filesBefore(document);
    const { load, problems } = lookups(page);
    const approvers = await load('users', listApproverOptions, {}, []);
    const editable = document.manages && document.status !== 'RETIRED';
    const draft = document.status === 'CREATED';
    const drafted = draft ? document.change : null;
    const basis = `${document.version} ${document.status}`;
    const saved = await savedFiles(page, filesOf(document), basis);
    return {
      basis,
      commandId: ports.newId(),
      actId: ports.newId(),
      refusedEmails: await refusedAbout(page, document.uid),
      document,
      editable,
      draft,
      title: page.search.name ?? document.name,
      version: draft ? document.version : (suggestNext(document.version) ?? ''),
      held: saved ?? {
        working: files.working && heldFile(files.working),
        final: files.final && heldFile(files.final),
      },
      approvers,
      steps: (await page.ask(listSteps, { document: document.uid, version: document.version })).steps,
      byKind: (await page.ask(hasRoutes, {})).byKind,
      route: await routeOf(page, document, saved ? (await savedForm(page))?.values.changeKind : drafted?.kind),
      problems,
      chosen: document.asked.filter(({ user }) => approvers.some(({ uid }) => uid === user)),
      versions: await page.ask(listHistory, { document: document.uid }),
      mayDeclare: roleMay(viewer.role, 'document.declare_externally_effective'),
      admin: isAdmin(viewer.role),
      accept: acceptAttribute('working'),
      zone: viewer.settings.timeZone,
      revisionReasons: viewer.settings.revisionReasons ?? false,
      requests: editable ? await offeredRequests(page, document.uid) : [],
    };
  },
});

export const action = screenAction({
  access: 'document.manage_own',
  params: uidParams,
  async act(page) {
    const document = await page.ask(getDocument, { document: page.params.uid });
    const sent = await receiveDocumentForm(page, filesOf(document));
    const route = await routeOf(page, document, sent.data.get('changeKind'));
    // Without script the steps of another kind of change show when they are asked for.
    if (sent.data.get('instead') === 'route')
      return parseForm(page, sent.data, z.object({})).showAgain({ held: sent.held, route }, {}, 200);
    // The form names its act, since the status changes before the same form arrives a second time.
    const send = sent.data.get('act') === 'draft' ? saveDraft : sendRevision;
    const answer = await send(page, sent, document, route);
    // The page of a document that was retired meanwhile has no form for the refusal.
    const { status } = await page.ask(getDocument, { document: document.uid });
    if (status !== 'RETIRED') return answer;
    return answerOrFollow(page, answer, failed.reviseDocument, document.uid, () => false);
  },
});

/** The route of the version that the form sends, by its kind of change; null where it has none. */
const routeOf = (page: ScreenPage, { manages, status, uid }: DocumentRecord & { manages: boolean }, kind: unknown) =>
  manages && status !== 'RETIRED'
    ? page.ask(routeOfNext, { document: uid, kind: changeKinds.find((one) => one === kind) ?? null })
    : null;

type Sent = Awaited<ReturnType<typeof receiveDocumentForm>>;
type Route = Awaited<ReturnType<typeof routeOf>>;

/** A draft keeps its type, area and ID: the form shows them and does not send them. */
async function saveDraft(page: ScreenPage, sent: Sent, document: DocumentRecord, route: Route) {
  const { uid } = document;
  if (!sent.data.get('send')) keepSteps(sent, route);
  for (const name of ['type', 'functionalArea', 'docNum'] as const) sent.data.set(name, document[name]);
  const form = await parseDocumentForm(
    page,
    sent,
    draftFormWith(needsReason('offered', page.viewer)).and(changeForm(reviewedVersion(document))),
    { document: uid, route },
  );
  if (!form.ok) return form.showAgain();
  const { send, externallyEffective } = form.values;
  const result = await form.run(editDraft, { ...form.values, document: uid });
  if (!result.ok) return form.refused(atChangeFields(result.failure, sent.data, 'changeReason'), failed.reviseDocument);
  if (!send) return redirectTo(page, addresses.revise(uid), 'The draft is saved.');
  const words = externallyEffective
    ? 'The document requires final approval.'
    : 'The document is sent to its approvers.';
  return redirectTo(page, addresses.home(), words);
}

async function sendRevision(page: ScreenPage, sent: Sent, document: DocumentRecord, route: Route) {
  const { uid, version } = document;
  const form = await parseDocumentForm(page, sent, revisionForm.and(changeForm(reviewedVersion(document))), {
    document: uid,
    after: version,
    route,
    command: reviseDocument,
  });
  if (!form.ok) return form.showAgain();
  const result = await form.run(reviseDocument, { ...form.values, document: uid });
  if (!result.ok) return form.refused(atChangeFields(result.failure, sent.data, 'reason'), failed.reviseDocument);
  return redirectTo(page, addresses.home(), `Version ${form.values.version} is sent to its approvers.`);
}

/** The page of a document that is written, reviewed, revised or retired. */
export default function Revise() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { document, editable, draft, admin, versions, zone, actId } = loaded;
  const discardable = editable && draft && document.versionBefore === null;
  return (
    <Page>
      <LoadProblems problems={loaded.problems} />
      <RevisionHead document={document} zone={zone} discards={discardable} retires={admin} />
      <RefusedEmails emails={loaded.refusedEmails} />
      {editable && (
        <RevisionForm key={`${document.uid} ${document.version} ${document.status}`} {...loaded} answer={answer} />
      )}
      <HistoryDrawers document={document.uid} versions={versions} zone={zone} />
      {discardable && <DiscardDialog document={document} commandId={actId} />}
      {admin && !draft && document.status !== 'RETIRED' && <RetireDialog document={document} commandId={actId} />}
    </Page>
  );
}
