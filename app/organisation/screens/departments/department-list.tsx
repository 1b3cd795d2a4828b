import type { DepartmentRow } from '#app/organisation/queries/list-departments.ts';
import { addresses } from '#app/kit/addresses.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { TextField } from '#app/ui/field/field.tsx';
import { Form, SubmitButton } from '#app/ui/form/form.tsx';
import { useDialogForm } from '#app/ui/form/submitted.ts';

const people = (count: number): string => (count === 1 ? '1 person' : `${count} people`);

const Department = ({ uid, name, people: count }: DepartmentRow) => (
  <li className="row">
    <div>
      <p className="life-version">{name}</p>
      <p className="meta">{people(count)}</p>
    </div>
    <span className="actions">
      <LinkButton
        to={addresses.reportFile('department-training', 'pdf', { department: uid })}
        download
        size="small"
        icon="download"
        about={name}
      >
        Training Report
      </LinkButton>
      <LinkButton to={addresses.editDepartment(uid)} size="small" icon="pencil" about={name}>
        Edit
      </LinkButton>
    </span>
  </li>
);

type DepartmentListProps = {
  departments: DepartmentRow[];
  commandId: string;
  /** The page to go on to once a department is created; the list's own where absent. */
  returnTo?: string;
};

/** The body of the departments drawer and of its page: a form for a new department, and the list. */
export function DepartmentList({ departments, commandId, returnTo }: DepartmentListProps) {
  const { form, fields } = useDialogForm('new-department', ['name']);
  return (
    <>
      {/* A new key empties the form once a department is created. */}
      <Form key={commandId} form={form} commandId={commandId} action={addresses.createDepartment()}>
        {returnTo && <input type="hidden" name="returnTo" value={returnTo} />}
        <TextField field={fields.name} label="New department" maxLength={80} required autoComplete="off" />
        <SubmitButton icon="plus" pendingLabel="Creating…">
          Create Department
        </SubmitButton>
      </Form>
      <ul className="ruled">
        {departments.map((department) => (
          <Department key={department.uid} {...department} />
        ))}
      </ul>
    </>
  );
}
