import type { ReactNode } from 'react';
import type { DepartmentRow } from '#app/organisation/queries/list-departments.ts';
import { Choices } from '#app/ui/choices/choices.tsx';
import { type FieldState, type Option, SelectField } from '#app/ui/field/field.tsx';
import { SubmitButton } from '#app/ui/form/form.tsx';
import { Section } from '#app/ui/page/page.tsx';

interface PlaceLeafProps {
  role: FieldState;
  departments: FieldState;
  roles: Option[];
  choices: readonly DepartmentRow[];
  /** Further fields. */
  children?: ReactNode;
}

/** Role and departments of a person. */
export function PlaceLeaf({ role, departments, roles, choices, children }: PlaceLeafProps) {
  return (
    <Section id="place" title="Role and departments" note="Departments decide which training a person gets." narrow>
      <SelectField field={role} label="Role" options={roles} placeholder="Choose a role" />
      <Choices
        field={departments}
        legend="Departments"
        choices={choices.map(({ uid, name }) => ({ value: uid, label: name }))}
        none="No departments yet."
      />
      <p>
        {/* Enter presses a form's first button: that is to be what the form is for. */}
        <button type="submit" hidden aria-label="Save" />
        <SubmitButton kind="quiet" name="instead" value="department" formNoValidate>
          Create new department
        </SubmitButton>
      </p>
      {children}
    </Section>
  );
}
