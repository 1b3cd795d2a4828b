import type { MetaArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import { requestsOfDocument } from '#app/documents/queries/change-requests/requests.ts';
import { documentToRequest } from '#app/documents/queries/change-requests/document.ts';
import { documentAddress } from '#app/kit/screen/document-address.ts';
import { DocumentTitle } from '#app/kit/screen/document-title.tsx';
import { uidParams } from '#app/kit/screen/screen.ts';
import { pastLoader } from '#app/kit/screen/past-loader.ts';
import { AsOfControl, usePast } from '#app/ui/as-of/as-of.tsx';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Actions, Page, pageTitle, Section } from '#app/ui/page/page.tsx';
import { RequestList } from './request-list.tsx';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Change requests', data?.document.name);

export const loader = pastLoader({
  access: 'change.request',
  looksBack: 'audit.view',
  params: uidParams,
  load: async ({ ask, params, viewer }) => ({
    document: await ask(documentToRequest, { document: params.uid }),
    requests: await ask(requestsOfDocument, { document: params.uid }),
    zone: viewer.settings.timeZone,
  }),
});

const groups = [
  { id: 'open', title: 'Open', of: ['OPEN'], empty: 'No request waits for a decision.' },
  { id: 'accepted', title: 'Accepted', of: ['ACCEPTED'], empty: 'No request waits for a new version.' },
  { id: 'closed', title: 'Carried out or declined', of: ['CARRIED_OUT', 'DECLINED'], empty: 'None so far.' },
];

/** The change requests of a document: open, accepted, carried out in which version. */
export default function RequestsOfDocument() {
  const { document, requests, zone } = useLoaderData<typeof loader>();
  const { uid, name, version, status } = document;
  const asof = usePast();
  return (
    <Page>
      <DocumentTitle
        compact
        of={document}
        back={documentAddress({ uid, status }, asof)}
        backLabel={name}
        title="Change requests"
        facts={version && <span>Version {version}</span>}
        aside={<AsOfControl />}
      />
      {version && !asof && (
        <Actions doc>
          <LinkButton to={addresses.requestChange(uid, version)} kind="solid" icon="pencil">
            Request a change
          </LinkButton>
        </Actions>
      )}
      {groups.map(({ id, title, of, empty }) => (
        <Section key={id} id={id} title={title}>
          <RequestList requests={requests.filter((one) => of.includes(one.status))} zone={zone} empty={empty} />
        </Section>
      ))}
    </Page>
  );
}
