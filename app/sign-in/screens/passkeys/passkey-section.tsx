import { addresses } from '#app/kit/addresses.ts';
import type { OwnPasskey } from '#app/sign-in/queries/passkeys.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { WideSection } from '#app/ui/page/page.tsx';
import { Register, type Column } from '#app/ui/register/register.tsx';
import { showDate } from '#app/ui/text/date.ts';

/** The person's passkeys, with what adds and removes one. `zone`: the organisation's. */
export function PasskeySection({ passkeys, zone }: { passkeys: readonly OwnPasskey[]; zone: string }) {
  const columns: Column<OwnPasskey>[] = [
    { key: 'name', label: 'Name', rowHead: true, place: 'full', long: true, cell: ({ name }) => <bdi>{name}</bdi> },
    {
      key: 'added',
      label: 'Added',
      place: 'later',
      labelled: true,
      nowrap: true,
      cell: ({ enrolledAt }) => <time dateTime={enrolledAt}>{showDate(enrolledAt, zone)}</time>,
    },
    {
      key: 'remove',
      label: 'Remove',
      hiddenLabel: true,
      place: 'num',
      cell: ({ uid, name }) => (
        <LinkButton to={addresses.removePasskey(uid)} size="small" about={name}>
          Remove
        </LinkButton>
      ),
    },
  ];
  return (
    <WideSection
      id="passkeys"
      title="Passkeys"
      actions={
        <LinkButton to={addresses.addPasskey()} icon="key-round">
          Add a passkey
        </LinkButton>
      }
    >
      <div className="stack">
        <p className="meta narrow">
          When you sign, a passkey can sign with you, beside your password. Anybody can check such a signature, and
          nobody else can make one, this server included.
        </p>
        {passkeys.length > 0 && (
          <Register labelledBy="passkeys" columns={columns} rows={passkeys} rowKey={({ uid }) => uid} />
        )}
      </div>
    </WideSection>
  );
}
