import type { MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import { listFunctions, type FunctionRow, type Holder } from '#app/people/queries/functions/list.ts';
import { SettingsFrame } from '#app/organisation/screens/settings/settings-frame.tsx';
import { screenLoader } from '#app/kit/screen/screen.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { pageTitle, WideSection } from '#app/ui/page/page.tsx';
import { Register, type Column } from '#app/ui/register/register.tsx';
import { Tag } from '#app/ui/status/tag.tsx';
import { showDate } from '#app/ui/text/date.ts';
import { periodWords } from '#app/ui/text/period.ts';
import { sentenceCase } from '#app/kit/words/phrases.ts';
import './functions.css';

export const meta: MetaFunction = () => pageTitle('Settings', 'Functions');

export const loader = screenLoader({
  access: 'function.grant',
  load: async ({ ask }) => ({ functions: await ask(listFunctions, {}) }),
});

const HolderLine = ({ of, holder }: { of: FunctionRow; holder: Holder }) => (
  <li className="row">
    <span>
      <Link className="record" to={addresses.editUser(holder.user)}>
        {holder.name}
      </Link>{' '}
      {holder.status === 'INACTIVE' && <Tag>Deactivated</Tag>}
      {holder.status === 'INVITED' && <Tag>Invited</Tag>}
      {holder.later && <Tag>Not yet</Tag>}
      {holder.absentUntil && <Tag>Absent until {showDate(holder.absentUntil, 'UTC')}</Tag>}
      <br />
      <span className="meta">{sentenceCase(periodWords(holder))}</span>
    </span>
    <LinkButton
      to={addresses.withdrawFunction(of.uid, holder.user)}
      kind="quiet-stop"
      size="small"
      about={`${of.name} of ${holder.name}`}
    >
      Withdraw
    </LinkButton>
  </li>
);

/** A warning where nobody holds the function today. */
function Holders({ row }: { row: FunctionRow }) {
  const held = row.holders.some(({ status, later }) => status === 'ACTIVE' && !later);
  return (
    <>
      {!held && !row.retired && <p className="meta">Nobody holds this function today.</p>}
      <ul className="holders">
        {row.holders.map((holder) => (
          <HolderLine key={holder.user} of={row} holder={holder} />
        ))}
      </ul>
    </>
  );
}

const columns: Column<FunctionRow>[] = [
  {
    key: 'name',
    label: 'Function',
    rowHead: true,
    place: 'full',
    cell: ({ name, retired }) => (
      <>
        {name} {retired && <Tag>Retired</Tag>}
      </>
    ),
  },
  { key: 'holders', label: 'Held by', place: 'full', cell: (row) => <Holders row={row} /> },
  {
    key: 'actions',
    label: 'Actions',
    hiddenLabel: true,
    place: 'num',
    cell: ({ uid, name, retired }) => (
      <span className="actions end">
        {!retired && (
          <LinkButton
            to={addresses.grantFunction({ function: uid })}
            kind="quiet"
            size="small"
            icon="plus"
            about={name}
          >
            Grant
          </LinkButton>
        )}
        <LinkButton to={addresses.editFunction(uid)} kind="quiet" size="small" icon="pencil" about={name}>
          Edit
        </LinkButton>
      </span>
    ),
  },
];

/** The functions, each with who holds it from when until when. */
export default function FunctionsSection() {
  const { functions } = useLoaderData<typeof loader>();
  return (
    <SettingsFrame current="functions">
      <WideSection
        id="functions"
        title="Functions"
        actions={
          <LinkButton to={addresses.createFunction()} icon="plus">
            Create function
          </LinkButton>
        }
      >
        <div className="stack">
          <p className="meta">
            A function says what a person stands for, for example the quality unit. Approval routes ask for it.
          </p>
          <Register
            labelledBy="functions"
            columns={columns}
            rows={functions}
            rowKey={({ uid }) => uid}
            empty="No functions yet."
          />
        </div>
      </WideSection>
    </SettingsFrame>
  );
}
