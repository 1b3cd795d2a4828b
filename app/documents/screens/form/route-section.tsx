import type { ReactNode } from 'react';
import { roleLabel } from '#events/user/role.ts';
import { placeToForm } from '#app/approval-routes/forms/route-steps.ts';
import type { PreviewStep, RoutePreview } from '#app/approval-routes/queries/preview.ts';
import type { ApproverChoice } from '#app/documents/screens/form/form-sections.tsx';
import { Choices } from '#app/ui/choices/choices.tsx';
import { FieldErrors, type FieldState, fieldWith } from '#app/ui/field/field.tsx';
import { RouteSteps } from '#app/ui/page/route-steps.tsx';
import { Section } from '#app/ui/page/page.tsx';
import { missingWords, separationWords, stepFacts } from '#app/approval-routes/words/routes.ts';

interface RouteSectionProps {
  route: RoutePreview;
  field: FieldState;
  /** Carries what is wrong with the approvers. */
  problems: FieldState;
  options: readonly ApproverChoice[];
  /** Who is chosen, by step. */
  chosen: readonly string[];
  hidden: boolean;
  /** Above the steps. */
  notice: ReactNode;
  children?: ReactNode;
}

export type Numbered = PreviewStep & { number: number };

/** Its steps with their numbers, from 1. */
export const numbered = ({ steps }: RoutePreview): Numbered[] => steps.map((step, at) => ({ ...step, number: at + 1 }));

/** The route of the document as its steps, and who signs in those that the owner names. */
export function RouteSection(props: RouteSectionProps) {
  const { route, field, problems, options, chosen, hidden, notice, children } = props;
  return (
    <Section
      id="approval"
      title="Approval"
      note={`The route ${route.name}, version ${route.version}. ${separationWords[route.separation]}.`}
      narrow
      hidden={hidden}
    >
      <div className="stack">
        {notice}
        <FieldErrors field={problems} />
        <RouteSteps
          column
          label={`Steps of the route ${route.name}`}
          steps={numbered(route).map((step) => ({
            title: `${step.number} ${step.name}`,
            facts: stepFacts(step),
            people: step.people.map(({ name }) => name).join(', '),
            // The field below says the same of a step whose people are chosen.
            missing: step.named ? null : missingWords(step),
            children: step.named && <StepPeople step={step} field={field} options={options} chosen={chosen} />,
          }))}
        />
        {children}
      </div>
    </Section>
  );
}

interface StepPeopleProps extends Pick<RouteSectionProps, 'field' | 'options'> {
  step: Numbered;
  /** Values that are chosen, of all steps. */
  chosen: readonly string[];
}

/** Who signs in a step that the owner names. */
function StepPeople({ step: { number, name, excluded, howMany }, field, options, chosen }: StepPeopleProps) {
  const atLeast = howMany === 'all' || howMany === 1 ? 'one' : howMany;
  return (
    <Choices
      field={fieldWith(field, {
        id: `${field.id}-${number}`,
        errorId: `${field.errorId}-${number}`,
        descriptionId: `${field.descriptionId}-${number}`,
        defaultOptions: chosen,
      })}
      legend={`Who signs step ${number}, ${name}`}
      hint={`Active Admins and Authors. Choose ${atLeast} or more.`}
      search
      none="There are no active Admins or Authors to choose from."
      choices={options
        .filter(({ uid }) => !excluded.includes(uid))
        .map(({ uid, name: person, role, departments }) => ({
          value: placeToForm(uid, number),
          label: person,
          note: [roleLabel(role), ...departments].join(', '),
        }))}
    />
  );
}
