import { Link } from '@remix-run/react';
import type { DepartmentRow } from '#app/queries/department/list-departments.ts';
import { addresses } from '#app/http/addresses.ts';
import { Choices } from '#app/ui/choices/choices.tsx';
import type { FieldState } from '#app/ui/field/field-state.ts';
import { SelectField, type Option } from '#app/ui/field/field.tsx';
import { Leaf } from '#app/ui/page/leaf.tsx';

interface PlaceLeafProps {
  role: FieldState;
  departments: FieldState;
  roles: Option[];
  choices: readonly DepartmentRow[];
  /** The page that the form is on: whoever creates a department comes back to it. */
  here: string;
}

/** Role and departments of a person. */
export function PlaceLeaf({ role, departments, roles, choices, here }: PlaceLeafProps) {
  return (
    <Leaf id="place" title="Role and departments" note="Training follows the departments." narrow>
      <SelectField field={role} label="Role" options={roles} placeholder="Choose a role" />
      <Choices
        field={departments}
        legend="Departments"
        choices={choices.map(({ uid, name }) => ({ value: uid, label: name }))}
        none="There is no department yet."
      />
      <p>
        <Link to={addresses.createDepartment(here)}>Create new department</Link>
      </p>
    </Leaf>
  );
}
