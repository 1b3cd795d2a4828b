import type { MetaArgs } from '@remix-run/node';
import { type ShouldRevalidateFunction, useActionData, useLoaderData } from '@remix-run/react';
import { useState } from 'react';
import { roleMay } from '#events/permissions.ts';
import { makeComment } from '#app/documents/commands/comment.ts';
import { addresses } from '#app/kit/addresses.ts';
import { commentForm } from '#app/documents/forms/change-request.ts';
import { commentsOfVersion } from '#app/documents/queries/comments.ts';
import { fileRequest, getFile } from '#app/documents/queries/file.ts';
import { CommentForm } from '#app/documents/screens/comments/comment-form.tsx';
import { CommentList } from '#app/documents/screens/comments/comment-list.tsx';
import { DocumentTitle } from '#app/kit/screen/document-title.tsx';
import { shouldRevalidate as revalidates } from '#app/kit/screen/revalidate.ts';
import { readForm, redirectTo, screenAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { FormGone } from '#app/ui/form/form-gone.tsx';
import { Icon } from '#app/ui/icon/icon.tsx';
import { Page, pageTitle, WithAside } from '#app/ui/page/page.tsx';
import { Sheet } from '#app/ui/page/sheet.tsx';
import { Status } from '#app/ui/status/status.tsx';
import { failed } from '#app/kit/words/refusals.ts';
import { sayWhereEmailGoes } from '#app/kit/words/outbox.ts';
import { loadReading, readingSearch } from './load-reading.ts';
import type { Area } from './page-marks.tsx';
import { PdfViewer } from './pdf-viewer.tsx';
import { turnsPages } from './use-reading.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) =>
  pageTitle(`Read version ${data?.version ?? ''}`, data?.document.name);

/** Turning pages loads nothing. */
export const shouldRevalidate: ShouldRevalidateFunction = (args) => !turnsPages(args) && revalidates(args);

const params = uidParams.extend(fileRequest.pick({ version: true }).shape);

/** The final PDF of any version that the person may have, such as one in review; `?page=`: the page of it. */
export const loader = screenLoader({
  access: 'signed-in',
  params,
  search: readingSearch,
  async load(page) {
    const { uid, version } = page.params;
    const { file, document, status, toTake } = await page.ask(getFile, { document: uid, version, kind: 'final' });
    const insider = roleMay(page.viewer.role, 'document.view_working');
    return {
      uid,
      version,
      file,
      document,
      status,
      toTake,
      loaded: await loadReading(page, file),
      review: insider ? await page.ask(commentsOfVersion, { document: uid, version }) : null,
      commandId: page.ports.newId(),
    };
  },
});

/** A comment on a page of the version in review. */
export const action = screenAction({
  access: 'approval.sign',
  params,
  async act(page) {
    const { uid: document, version } = page.params;
    await page.ask(getFile, { document, version, kind: 'final' });
    const form = await readForm(page, commentForm, { command: makeComment });
    if (!form.ok) return form.showAgain();
    const result = await form.run(makeComment, { ...form.values, document, version });
    if (!result.ok) return form.refused(result.failure, failed.comment);
    const at = addresses.readVersion(document, version, form.values.page ?? undefined);
    return redirectTo(page, at, sayWhereEmailGoes('The comment is saved. The owner gets an email.', page.ports));
  },
});

const ownLabels = { PENDING: 'Scheduled', WITHDRAWN: 'Withdrawn' } as const;

/** A version to read, apart from its document's page, which shows another one or is a form. */
export default function ReadVersion() {
  const { uid, version, file, document, status, toTake, loaded, review, commandId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [drawing, setDrawing] = useState(false);
  const [drawn, setDrawn] = useState<{ page: number; area: Area } | null>(null);
  const comments = review?.comments ?? [];
  const marked = comments.flatMap(({ page, area, resolvedAt }) => (area && !resolvedAt ? [{ page, area }] : []));
  const mark = (one: { page: number; area: Area }) => {
    setDrawn(one);
    setDrawing(false);
  };
  const viewer = (
    <PdfViewer
      of={{ document: uid, version }}
      kind="final"
      file={file}
      loaded={loaded}
      marks={{
        shown: drawn ? [...marked, drawn] : marked,
        draw: drawing ? (page, area) => mark({ page, area }) : null,
      }}
      actions={
        <>
          <LinkButton to={addresses.compareVersions(uid, undefined, version)} kind="quiet" size="small" icon="layers">
            What changed
          </LinkButton>
          <a
            className="button"
            data-kind="quiet"
            data-size="small"
            href={addresses.openFile(uid, version, 'final', 'manage')}
            target="_blank"
            rel="noreferrer"
          >
            <Icon name="external-link" />
            Open
          </a>
          <LinkButton to={addresses.file(uid, version, toTake, 'manage')} download size="small" icon="download">
            Download PDF
          </LinkButton>
        </>
      }
    />
  );
  return (
    <Page>
      {!review?.mayComment && <FormGone answer={answer} text="text" />}
      <DocumentTitle
        compact
        of={document}
        back={addresses.document(uid)}
        backLabel="Document"
        title={document.name}
        facts={
          <>
            <Status
              status={status === 'WITHDRAWN' ? 'SUPERSEDED' : status}
              trainingRate={100}
              label={ownLabels[status as keyof typeof ownLabels]}
              stamp
            />
            <span>Version {version}</span>
          </>
        }
      />
      {review && (review.mayComment || comments.length > 0) ? (
        <WithAside
          label="Comments"
          aside={
            <>
              <Sheet id="comments" title="Comments">
                <CommentList comments={comments} page={(one) => addresses.readVersion(uid, version, one)} />
              </Sheet>
              {review.mayComment && (
                <CommentForm
                  key={comments.length}
                  commandId={commandId}
                  pages={file.pages ?? 1}
                  drawn={drawn}
                  drawing={drawing}
                  onDraw={setDrawing}
                  lastResult={answer?.lastResult}
                />
              )}
            </>
          }
        >
          {viewer}
        </WithAside>
      ) : (
        viewer
      )}
    </Page>
  );
}
