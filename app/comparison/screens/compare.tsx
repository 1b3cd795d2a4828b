import type { MetaArgs } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { statusLabel } from '#events/document/status.ts';
import { addresses } from '#app/kit/addresses.ts';
import { DocumentTitle } from '#app/kit/screen/document-title.tsx';
import { screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Notice } from '#app/ui/notice/notice.tsx';
import { Page, pageTitle } from '#app/ui/page/page.tsx';
import { FilterSelect } from '#app/ui/register/filters.tsx';
import { Compared } from './compared.tsx';
import { StillComparing } from './still-comparing.tsx';
import { WorkingFiles } from './working-files.tsx';
import { comparisonSearch, loadComparison } from './load-comparison.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Compare versions', data?.document.name);

/** What changed between two versions of a document that the person may read. */
export const loader = screenLoader({
  access: 'signed-in',
  params: uidParams,
  search: comparisonSearch,
  load: loadComparison,
});

type Choice = { version: string; status: string };

const ownLabels: Record<string, string> = { PENDING: 'Scheduled', WITHDRAWN: 'Withdrawn' };

const optionOf = ({ version, status }: Choice) => ({
  value: version,
  label: `${version}, ${ownLabels[status] ?? statusLabel(status as Parameters<typeof statusLabel>[0], 100)}`,
});

export default function Compare() {
  const { uid, document, versions, from, to, readable, isOne, state, compared, working } =
    useLoaderData<typeof loader>();
  const options = versions.map(optionOf);
  const pdf =
    from && compared && addresses.comparisonPdf(uid, versions.length > 0 ? { from, to } : { sha256: compared.sha256 });
  return (
    <Page>
      <DocumentTitle
        compact
        of={document}
        back={addresses.document(uid)}
        backLabel="Document"
        title={document.name}
        facts={from && !isOne ? <span>{`Changes from version ${from} to version ${to}`}</span> : null}
        aside={
          pdf && (
            <LinkButton to={pdf} download icon="download">
              Comparison as PDF
            </LinkButton>
          )
        }
      />
      {versions.length > 1 && (
        <Form className="filters" method="get" aria-label="Versions to compare">
          <FilterSelect name="from" label="Older version" options={options} value={from ?? to} />
          <FilterSelect name="to" label="Newer version" options={options} value={to} />
          <button className="button">Compare</button>
        </Form>
      )}
      {isOne && (
        <Notice>
          {versions.length > 1
            ? 'Choose two different versions.'
            : `Version ${to} is the only version that you may read, so there is nothing to compare.`}
        </Notice>
      )}
      {from && state === 'running' && <StillComparing from={from} to={to} />}
      {state === 'damaged' && (
        <Notice kind="stop">The stored comparison is damaged or missing. Tell your administrator.</Notice>
      )}
      {from && state === 'unreadable' && (
        <Notice kind="stop">
          {`Versions ${from} and ${to} cannot be compared: one of their PDFs is missing, damaged, larger than 30 MB, ` +
            'or takes too much memory to read. Open both and compare them yourself.'}
        </Notice>
      )}
      {from && compared && <Compared document={uid} from={from} to={to} readable={readable} compared={compared} />}
      {from && working && <WorkingFiles working={working} from={from} to={to} />}
    </Page>
  );
}
