import type { DepartmentRow } from '#app/queries/department/list-departments.ts';
import { addresses } from '#app/addresses.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { plainField } from '#app/ui/field/field-state.ts';
import { TextField } from '#app/ui/field/field.tsx';
import { Form } from '#app/ui/form/form.tsx';
import { SubmitButton } from '#app/ui/form/submit-button.tsx';

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

/** A form for a new department, found at once however many there are, and each with its people: the body of the drawer and of its page. */
export function DepartmentList({ departments, commandId }: { departments: DepartmentRow[]; commandId: string }) {
  return (
    <>
      {/* Another form for another department: once one is created its name does not stand there to be sent again. */}
      <Form key={commandId} id="new-department" commandId={commandId} action={addresses.createDepartment()}>
        <TextField
          field={plainField('name', { id: 'department-name', maxLength: 80, required: true })}
          label="New department"
        />
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

/** `Seven departments` is a sentence; a number is enough where there are many. */
export const departmentCount = (count: number): string => (count === 1 ? 'One department' : `${count} departments`);
