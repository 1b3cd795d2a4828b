import { z } from 'zod';
import {
  stepFields,
  stepKey,
  stepNumbers,
  type StepField,
  type StepKey,
  type StepNumber,
} from '#app/approval-routes/forms/route-steps.ts';
import { changeKinds } from '#events/document/change-kinds.ts';
import { documentType } from '#events/document/events.ts';
import type { Failure } from '#events/failures.ts';
import { separations, stepMeanings } from '#events/route/kinds.ts';
import type { RouteStep, StepWho } from '#events/route/step.ts';
import { texts } from '#events/texts.ts';

const text = z.string().default('');

/** A route as a form sends it. Steps without a name are left out. */
export const routeForm = z.object({
  name: text,
  types: z.array(documentType).default([]),
  areas: z.array(z.string()).default([]),
  kinds: z.array(z.enum(changeKinds)).default([]),
  ...(Object.fromEntries(
    stepNumbers.flatMap((number) => stepFields.map((field) => [stepKey(field, number), text])),
  ) as Record<StepKey, typeof text>),
  separation: z.enum(separations, texts.required),
  samePerson: z.boolean().default(false),
});
export type RouteFormInput = z.input<typeof routeForm>;
export type RouteFormValues = z.output<typeof routeForm>;

/** A whole number; 0 for anything else, which the rules refuse. */
const countOf = (typed: string): number => (/^\d{1,3}$/.test(typed.trim()) ? Number(typed) : 0);
const isAll = (typed: string): boolean => ['', 'all'].includes(typed.trim().toLowerCase());

const filled = (values: RouteFormValues): StepNumber[] =>
  stepNumbers.filter((number) => values[stepKey('name', number)].trim() !== '');

/** The steps that a form describes. `functions`: names of the organisation's functions by uid. */
export const stepsOf = (values: RouteFormValues, functions: ReadonlyMap<string, string>): RouteStep[] =>
  filled(values).map((number) => {
    const typed = (field: StepField) => values[stepKey(field, number)];
    return {
      name: typed('name'),
      meaning: stepMeanings.find((one) => one === typed('meaning')) ?? 'approved',
      who: whoOf(typed('who'), functions),
      howMany: isAll(typed('howMany')) ? 'all' : countOf(typed('howMany')),
      days: countOf(typed('days')),
    };
  });

const plainKinds = ['last_approvers', 'manager_of_owner'] as const;

function whoOf(typed: string, functions: ReadonlyMap<string, string>): StepWho {
  const [kind, uid = ''] = typed.split(':');
  const name = functions.get(uid);
  if (kind === 'function' && name !== undefined) return { kind: 'function', function: { uid, name } };
  return { kind: plainKinds.find((one) => one === kind) ?? 'named_by_owner' };
}

/** The refusal of a definition with the names of the form's fields: `steps[1].days` is the second filled step's. */
export function atFormFields(failure: Failure, values: RouteFormValues): Failure {
  const numbers = filled(values);
  const fields = Object.entries(failure.fields ?? {}).map(([path, messages]) => {
    const [, at, name] = /^steps\[(\d+)\]\.(\w+)$/.exec(path) ?? [];
    const field = stepFields.find((one) => one === name);
    if (at === undefined || field === undefined) return [path === 'steps' ? 'name1' : path, messages];
    return [stepKey(field, numbers[Number(at)] ?? 1), messages];
  });
  return { ...failure, ...(failure.fields && { fields: Object.fromEntries(fields) as Record<string, string[]> }) };
}
