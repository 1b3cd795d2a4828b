import type { MetaArgs } from '@remix-run/node';
import { type ShouldRevalidateFunction, useLoaderData } from '@remix-run/react';
import { addresses } from '#app/addresses.ts';
import { fileRequest, getFile } from '#app/queries/document/file.ts';
import { DocumentTitle } from '#app/screens/documents/document-title.tsx';
import { shouldRevalidate as revalidates } from '#app/server/screen/revalidate.ts';
import { uidParams } from '#app/server/screen/route-input.ts';
import { screenLoader } from '#app/server/screen/screen.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Icon } from '#app/ui/icon/icon.tsx';
import { Page } from '#app/ui/page/page.tsx';
import { Status } from '#app/ui/status/status.tsx';
import { pageTitle } from '#app/ui/text/page-title.ts';
import { loadReading, readingSearch } from './load-reading.ts';
import { PdfViewer } from './pdf-viewer.tsx';
import { turnsPages } from './use-reading.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) =>
  pageTitle(`Read version ${data?.version ?? ''}`, data?.document.name);

/** Turning pages loads nothing. */
export const shouldRevalidate: ShouldRevalidateFunction = (args) => !turnsPages(args) && revalidates(args);

/** The final PDF of any version that the person may have, such as one in review; `?page=`: the page of it. */
export const loader = screenLoader({
  access: 'signed-in',
  params: uidParams.extend(fileRequest.pick({ version: true }).shape),
  search: readingSearch,
  async load(page) {
    const { uid, version } = page.params;
    const { file, document, status } = await page.ask(getFile, { document: uid, version, kind: 'final' });
    return { uid, version, file, document, status, loaded: await loadReading(page, file) };
  },
});

const ownLabels = { PENDING: 'Scheduled', WITHDRAWN: 'Withdrawn' } as const;

/** A version to read, apart from its document's page, which shows another one or is a form. */
export default function ReadVersion() {
  const { uid, version, file, document, status, loaded } = useLoaderData<typeof loader>();
  return (
    <Page>
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
      <PdfViewer
        of={{ document: uid, version }}
        kind="final"
        file={file}
        loaded={loaded}
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
            <LinkButton to={addresses.file(uid, version, 'final', 'manage')} download size="small" icon="download">
              Download PDF
            </LinkButton>
          </>
        }
      />
    </Page>
  );
}
