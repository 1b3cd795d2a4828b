import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import { listImports } from '#app/library-import/queries/imports.ts';
import { SettingsFrame } from '#app/organisation/screens/settings/settings-frame.tsx';
import { screenLoader } from '#app/kit/screen/screen.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { pageTitle, WideSection } from '#app/ui/page/page.tsx';
import { RecordLink } from '#app/ui/register/cells.tsx';
import { Register, type Column } from '#app/ui/register/register.tsx';
import { lasting } from '#app/ui/text/count.ts';
import { showMoment } from '#app/ui/text/date.ts';
import { importStatusWords } from '#app/library-import/words/status.ts';

export const meta: MetaFunction = () => pageTitle('Settings', 'Import');

export const loader = screenLoader({
  access: 'library.import',
  load: async ({ ask }) => ({ imports: await ask(listImports, {}) }),
});

type Row = Awaited<ReturnType<typeof loader>>['imports'][number];

const columns: readonly Column<Row>[] = [
  {
    key: 'source',
    label: 'Source',
    cell: ({ uid, source }) => <RecordLink to={addresses.import(uid)}>{source}</RecordLink>,
    rowHead: true,
    place: 'full',
  },
  { key: 'status', label: 'Status', cell: importStatusWords, place: 'later', nowrap: true },
  {
    key: 'counts',
    label: 'Documents',
    cell: ({ counts }) => counts && lasting(counts.documents, 'document'),
    place: 'later',
    nowrap: true,
  },
  { key: 'begun', label: 'Begun', cell: ({ begunAt }) => showMoment(begunAt), place: 'later', nowrap: true },
  { key: 'by', label: 'By', cell: ({ begunBy }) => begunBy, place: 'later' },
];

/** The imports of libraries from other systems. */
export default function Imports() {
  const { imports } = useLoaderData<typeof loader>();
  return (
    <SettingsFrame current="import">
      <WideSection
        id="imports"
        title="Import"
        actions={
          <LinkButton to={addresses.newImport()} kind="solid" icon="plus">
            New import
          </LinkButton>
        }
      >
        <div className="stack">
          <p>
            Brings the documents of another system here, with their versions and training. It is previewed first, a
            sample is compared with the source, and two people sign.
          </p>
          <p className="meta">
            What is imported is shown as the claim of its source. It is never shown as a signature given here.
          </p>
          <Register
            labelledBy="imports"
            columns={columns}
            rows={imports}
            rowKey={({ uid }) => uid}
            empty="Nothing was imported yet."
          />
        </div>
      </WideSection>
    </SettingsFrame>
  );
}
