import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import { screenLoader } from '#app/kit/screen/screen.ts';
import { listAreaRows, type AreaRow } from '#app/organisation/queries/functional-areas.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { AreaHead } from '#app/organisation/screens/departments/heads.tsx';
import { DialogBody, DialogFoot, DialogPage } from '#app/ui/dialog/dialog.tsx';
import { Page } from '#app/ui/page/page.tsx';
import { Tag } from '#app/ui/status/tag.tsx';
import { inDigits, listCount } from '#app/ui/text/count.ts';

export const meta: MetaFunction = () => [{ title: 'Functional areas - Imprimatur' }];

export const loader = screenLoader({
  access: 'functional_area.edit',
  load: async ({ ask }) => ({ areas: await ask(listAreaRows, {}) }),
});

const Area = ({ name, retired, documents }: AreaRow) => (
  <li className="row">
    <div>
      <p className="life-version">
        {name} {retired && <Tag>Retired</Tag>}
      </p>
      <p className="meta">{`${inDigits(documents)} ${documents === 1 ? 'document' : 'documents'}`}</p>
    </div>
    <span className="actions">
      <LinkButton to={addresses.editFunctionalArea(name)} size="small" icon="pencil" about={name}>
        Edit
      </LinkButton>
    </span>
  </li>
);

/** The functional areas, each with its documents, to rename and retire. */
export default function FunctionalAreas() {
  const { areas } = useLoaderData<typeof loader>();
  return (
    <Page>
      <DialogPage
        title="Manage functional areas"
        masthead={<AreaHead facts={listCount(areas.length, 'functional area')} />}
        back={addresses.home('manage')}
      >
        <DialogBody>
          <ul className="ruled">
            {areas.map((one) => (
              <Area key={one.name} {...one} />
            ))}
          </ul>
        </DialogBody>
        <DialogFoot cancel="Close">
          <LinkButton to={addresses.createFunctionalArea()} icon="plus">
            Create functional area
          </LinkButton>
        </DialogFoot>
      </DialogPage>
    </Page>
  );
}
