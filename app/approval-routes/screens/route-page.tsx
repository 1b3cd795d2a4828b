import { useForm } from '@conform-to/react';
import type { RouteDefinition } from '#events/route/route.ts';
import { addresses } from '#app/kit/addresses.ts';
import type { RouteFormInput } from '#app/approval-routes/forms/route.ts';
import { stepFields, stepKey, stepNumbers, stepToForm } from '#app/approval-routes/forms/route-steps.ts';
import { RouteFields } from '#app/approval-routes/screens/route-fields.tsx';
import { LinkButton } from '#app/ui/button/button.tsx';
import { ReasonField, type WithReason } from '#app/ui/field/field.tsx';
import { Form, SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { BackLink, Page, PageHead, Section, SectionFoot } from '#app/ui/page/page.tsx';

export interface RouteChoices {
  areas: { area: string; name: string }[];
  functions: { uid: string; name: string }[];
}

interface RoutePageProps {
  title: string;
  choices: RouteChoices;
  commandId: string;
  /** The route that is changed, with the version of its stream; null for a new one. */
  route: { definition: RouteDefinition; streamVersion: number } | null;
  lastResult: Parameters<typeof useLastResult>[0];
}

const blank = { name: '', meaning: 'approved', who: 'named_by_owner', howMany: 'all', days: '10' };

/** The form of a route. There are always empty steps at its end, so that it works without script. */
export function RoutePage({ title, choices, commandId, route, lastResult }: RoutePageProps) {
  const steps = route?.definition.steps.map(stepToForm) ?? [];
  const numbers = stepNumbers.slice(0, steps.length + (route ? 2 : 4));
  const typed = numbers.flatMap((number) =>
    stepFields.map((field) => [stepKey(field, number), (steps[number - 1] ?? blank)[field]]),
  );
  const [form, fields] = useForm<WithReason<RouteFormInput>>({
    id: 'route',
    lastResult: useLastResult(lastResult),
    defaultValue: {
      name: route?.definition.name ?? '',
      types: route?.definition.types ?? [],
      areas: route?.definition.areas.map(({ area }) => area) ?? [],
      kinds: route?.definition.kinds ?? [],
      separation: route?.definition.separation ?? 'strict',
      samePerson: route?.definition.samePerson ? 'on' : undefined,
      ...(Object.fromEntries(typed) as Record<string, string>),
    } as never,
  });
  return (
    <Page>
      <BackLink to={addresses.settingsRoutes()}>Approval routes</BackLink>
      <PageHead title={title} />
      <Form
        form={form}
        commandId={commandId}
        expectedVersion={route?.streamVersion}
        layout="bare"
        labels={{
          separation: 'The owner of a version',
          ...Object.fromEntries(
            numbers.flatMap((number) => stepFields.map((field) => [stepKey(field, number), `Step ${number}`])),
          ),
        }}
      >
        <RouteFields fields={fields} numbers={numbers} {...choices} />
        {route && (
          <Section id="why" title="Change" narrow>
            <ReasonField field={fields.reason} />
          </Section>
        )}
        <SectionFoot label="Save" sentence="Versions that are in review now keep the route that they were sent along.">
          <LinkButton to={addresses.settingsRoutes()}>Cancel</LinkButton>
          <SubmitButton pendingLabel="Saving…">Save</SubmitButton>
        </SectionFoot>
      </Form>
    </Page>
  );
}
