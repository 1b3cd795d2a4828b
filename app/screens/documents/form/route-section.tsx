import { roleLabel } from '#events/user/role.ts';
import type { RoutePreview } from '#app/queries/route/preview.ts';
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
  /** Those who were asked before; they are proposed in the first step that the owner names. */
  proposed: readonly string[];
  hidden: boolean;
}

/** The route of the document as its steps, and who signs in those that the owner names. */
export function RouteSection({ route, field, problems, options, proposed, hidden }: RouteSectionProps) {
  const steps = route.steps.map((step, at) => ({ ...step, number: at + 1 }));
  const asked = new Set(steps.flatMap(({ people }) => people.map(({ uid }) => uid)));
  const named = steps.filter(({ who, people }) => who.kind !== 'function' && people.length === 0);
  const chosenAtFirst = (number: number) =>
    number === named[0]?.number ? proposed.filter((uid) => !asked.has(uid)).map((uid) => `${number}.${uid}`) : [];
  return (
    <Section
      id="approval"
      title="Approval"
      note={`The route ${route.name}, version ${route.version}. ${separationWords[route.separation]}.`}
      hidden={hidden}
    >
      <div className="stack">
        <input type="hidden" name="routed" value="on" />
        <RouteSteps
          label={`Steps of the route ${route.name}`}
          steps={steps.map((step) => ({
            title: `${step.number} ${step.name}`,
            facts: stepFacts(step),
            people: step.people.map(({ name }) => name).join(', '),
            missing: missingWords(step),
          }))}
        />
        <FieldErrors field={problems} />
        {named.map(({ number, name }) => (
          <Choices
            key={number}
            field={fieldWith(field, {
              id: `${field.id}-${number}`,
              errorId: `${field.errorId}-${number}`,
              descriptionId: `${field.descriptionId}-${number}`,
              defaultOptions: field.defaultOptions?.length ? field.defaultOptions : chosenAtFirst(number),
            })}
            legend={`Step ${number}, ${name}`}
            hint="Active Admins and Authors"
            search
            none="There are no active Admins or Authors to choose from."
            choices={options.map(({ uid, name: person, role, departments }) => ({
              value: `${number}.${uid}`,
              label: person,
              note: [roleLabel(role), ...departments].join(', '),
            }))}
          />
        ))}
      </div>
    </Section>
  );
}
