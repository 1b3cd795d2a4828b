import { changeKinds } from '#events/document/change-kinds.ts';
import { offeredTypes, typeLabel } from '#events/document/type.ts';
import { stepMeanings, separations } from '#events/route/kinds.ts';
import type { RouteFormInput } from '#app/approval-routes/forms/route.ts';
import { stepKey, type StepNumber } from '#app/approval-routes/forms/route-steps.ts';
import { Choices } from '#app/ui/choices/choices.tsx';
import { Check, type FieldState, fieldWith, SelectField, TextField } from '#app/ui/field/field.tsx';
import '#app/ui/page/route-steps.css';
import { Pair, Section } from '#app/ui/page/page.tsx';
import { changeKindWords } from '#app/kit/words/version-change.ts';
import { meaningWords, separationWords } from '#app/approval-routes/words/routes.ts';

interface RouteFieldsProps {
  fields: Record<keyof RouteFormInput, FieldState>;
  /** The numbers of the steps that are shown. */
  numbers: readonly StepNumber[];
  areas: readonly { area: string; name: string }[];
  functions: readonly { uid: string; name: string }[];
}

/** What a route is called, what it is for, its steps, and how it separates duties. */
export function RouteFields({ fields, numbers, areas, functions }: RouteFieldsProps) {
  const who = [
    { value: 'named_by_owner', label: 'Named by the owner' },
    { value: 'manager_of_owner', label: 'Manager of the owner' },
    { value: 'last_approvers', label: 'Approved the version before' },
    ...functions.map(({ uid, name }) => ({ value: `function:${uid}`, label: `Function: ${name}` })),
  ];
  return (
    <>
      <Section
        id="what"
        title="Documents"
        note="Without types, areas or kinds of change the route is for all of them."
        narrow
        first
      >
        <TextField field={fieldWith(fields.name, { required: true })} label="Name" maxLength={80} autoComplete="off" />
        <Choices
          field={fields.types}
          legend="Types"
          search={false}
          choices={offeredTypes.map((type) => ({ value: type, label: typeLabel(type) }))}
        />
        <Choices
          field={fields.areas}
          legend="Functional areas"
          none="No functional areas yet."
          choices={areas.map(({ area, name }) => ({ value: area, label: name }))}
        />
        <Choices
          field={fields.kinds}
          legend="Kinds of change"
          hint="A first version is new. Where nobody says the kind of a later one, it counts as major."
          choices={changeKinds.map((kind) => ({ value: kind, label: changeKindWords[kind] }))}
        />
      </Section>
      <Section
        id="steps"
        title="Steps"
        note="A step opens when the one before is complete. A step without a name is left out."
        narrow
      >
        {numbers.map((number) => (
          <fieldset key={number} className="route-fieldset stack">
            <legend>Step {number}</legend>
            <TextField field={fields[stepKey('name', number)]} label="Name" maxLength={60} autoComplete="off" />
            <Pair>
              <SelectField
                field={fields[stepKey('meaning', number)]}
                label="A signature means"
                options={stepMeanings.map((meaning) => ({ value: meaning, label: meaningWords[meaning] }))}
              />
              <SelectField field={fields[stepKey('who', number)]} label="Who signs" options={who} />
            </Pair>
            <Pair>
              <TextField
                field={fields[stepKey('howMany', number)]}
                label="How many"
                hint="all, or a number"
                autoComplete="off"
              />
              <TextField
                field={fields[stepKey('days', number)]}
                label="Days"
                hint="1 to 365"
                inputMode="numeric"
                autoComplete="off"
              />
            </Pair>
          </fieldset>
        ))}
      </Section>
      <Section id="separation" title="Separation of duties" narrow>
        <Choices
          single
          field={fields.separation}
          legend="The owner of a version"
          search={false}
          choices={separations.map((one) => ({ value: one, label: separationWords[one] }))}
        />
        <Check field={fields.samePerson} label="One person may sign in several steps" />
      </Section>
    </>
  );
}
