import type { ReactNode } from 'react';
import { roleLabel } from '#events/user/role.ts';
import { routeToForm } from '#app/forms/route-steps.ts';
import type { PreviewStep, RoutePreview } from '#app/queries/route/preview.ts';
import type { Asked } from '#app/queries/document/draft-plan.ts';
import type { ApproverChoice } from '#app/screens/documents/form/form-sections.tsx';
import { Choices } from '#app/ui/choices/choices.tsx';
import { FieldErrors } from '#app/ui/field/field-errors.tsx';
import { fieldWith, type FieldState } from '#app/ui/field/field-state.ts';
import { RouteSteps } from '#app/ui/page/route-steps.tsx';
import { Section } from '#app/ui/page/section.tsx';
import { missingWords, separationWords, stepFacts } from '#app/wording/routes.ts';

interface RouteSectionProps {
  route: RoutePreview;
  field: FieldState;
  /** Carries what is wrong with the approvers. */
  problems: FieldState;
  options: readonly ApproverChoice[];
  /** Those who were asked before. Where their step is not named by the owner, the first that is proposes them. */
  proposed?: readonly Asked[];
  hidden: boolean;
  children?: ReactNode;
}

type Numbered = PreviewStep & { number: number };

/** As the form sends somebody in a step. */
const place = (number: number, user: string) => `${number}.${user}`;

/** Whom the form proposes in the steps that the owner names. */
function proposals(steps: readonly Numbered[], proposed: readonly Asked[]): string[] {
  const named = steps.filter((step) => step.named);
  const asked = new Set(steps.flatMap(({ people }) => people.map(({ uid }) => uid)));
  return proposed.flatMap(({ user, step }) => {
    const at = named.find(({ number }) => number === step) ?? (asked.has(user) ? undefined : named[0]);
    return at && !at.excluded.includes(user) ? [place(at.number, user)] : [];
  });
}

/** The route of the document as its steps, and who signs in those that the owner names. */
export function RouteSection(props: RouteSectionProps) {
  const { route, field, problems, options, proposed = [], hidden, children } = props;
  const steps = route.steps.map((step, at) => ({ ...step, number: at + 1 }));
  const chosen = field.defaultOptions?.length ? field.defaultOptions : proposals(steps, proposed);
  return (
    <Section
      id="approval"
      title="Approval"
      note={`The route ${route.name}, version ${route.version}. ${separationWords[route.separation]}.`}
      narrow
      hidden={hidden}
    >
      <div className="stack">
        <input type="hidden" name="routed" value={routeToForm(route)} />
        <FieldErrors field={problems} />
        <RouteSteps
          column
          label={`Steps of the route ${route.name}`}
          steps={steps.map((step) => ({
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
          value: place(number, uid),
          label: person,
          note: [roleLabel(role), ...departments].join(', '),
        }))}
    />
  );
}
