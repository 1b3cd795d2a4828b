import type { ListedPerson } from '#app/people/screens/invite-many/list.ts';
import { Form, SubmitButton } from '#app/ui/form/form.tsx';
import { Notice } from '#app/ui/notice/notice.tsx';
import { WideSection } from '#app/ui/page/page.tsx';
import { Register, type Column } from '#app/ui/register/register.tsx';
import { inDigits, lasting, listed } from '#app/ui/text/count.ts';

export interface ListPreview {
  people: readonly ListedPerson[];
  /** Departments that the organisation does not have. */
  unknown: readonly string[];
  fits: boolean;
  /** The list as text, to mend it and to send it again. */
  text: string;
  commandId: string;
}

export const peopleOf = (count: number): string => (count === 1 ? '1 person' : `${inDigits(count)} people`);

const columns: readonly Column<ListedPerson>[] = [
  { key: 'row', label: 'Row', place: 'lead', labelled: true, cell: ({ row }) => row },
  { key: 'name', label: 'Name', rowHead: true, cell: ({ firstName, lastName }) => `${firstName} ${lastName}` },
  { key: 'email', label: 'Email', place: 'later', long: true, cell: ({ email }) => email },
  { key: 'role', label: 'Role', place: 'later', nowrap: true, cell: ({ role }) => role || 'Employee' },
  {
    key: 'departments',
    label: 'Departments',
    place: 'full',
    cell: ({ departments }) => departments.join(', '),
  },
  {
    key: 'problem',
    label: 'Problem',
    place: 'full',
    cell: ({ problems }) => problems.map(({ says }) => says).join(' '),
  },
];

/** Each row of a list with its problems, and what can be done with the list. */
export function Preview({ people, unknown, fits, text, commandId }: ListPreview) {
  const faulty = people.filter(({ problems }) => problems.length > 0).length;
  const departments = unknown.length > 3 ? `${inDigits(unknown.length)} departments` : listed(unknown);
  return (
    <WideSection id="preview" title="Preview">
      <div className="stack">
        <Notice kind={fits ? 'good' : 'stop'} live="status">
          {fits
            ? `${peopleOf(people.length)} can be invited.`
            : `${inDigits(faulty)} of ${lasting(people.length, 'row')} ${faulty === 1 ? 'has' : 'have'} a problem. ` +
              'Nobody was invited.'}
        </Notice>
        {(fits || unknown.length > 0) && (
          <Form id="send" commandId={commandId} showsSaved={false} layout="bare">
            <input type="hidden" name="list" value={text} />
            <input type="hidden" name="act" value={fits ? 'invite' : 'departments'} />
            {fits ? (
              <SubmitButton pendingLabel="Inviting…">{`Invite ${peopleOf(people.length)}`}</SubmitButton>
            ) : (
              <SubmitButton kind="outline" pendingLabel="Creating…">
                {`Create ${departments}`}
              </SubmitButton>
            )}
          </Form>
        )}
        <Register labelledBy="preview" columns={columns} rows={people} rowKey={({ row }) => String(row)} />
      </div>
    </WideSection>
  );
}
