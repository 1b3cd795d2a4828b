import type { SubmissionResult } from '@conform-to/react';
import { useFetcher } from '@remix-run/react';
import { plainField, type FieldState } from '#app/ui/field/field.tsx';
import type { FormState } from './form-state.ts';

type Values = Record<string, string | readonly string[] | undefined>;

interface Answered<Name extends string> {
  id: string;
  names: readonly Name[];
  /** The server's answer, if there is one. */
  lastResult: Pick<SubmissionResult<string[]>, 'initialValue' | 'error'> | undefined;
  /** The values before the first answer. */
  defaultValue?: Readonly<Partial<Record<Name, string | readonly string[]>>>;
}

const one = (value: Values[string]) => (typeof value === 'string' ? value : value?.[0]);
const several = (value: Values[string]) => (typeof value === 'string' ? [value] : (value ?? []));

/** Form and fields from conform's last answer, for a form that only the server validates: without conform's client. */
export function answeredForm<Name extends string>({ id, names, lastResult, defaultValue }: Answered<Name>) {
  const values = (lastResult?.initialValue ?? defaultValue ?? {}) as Values;
  const allErrors = Object.fromEntries(
    Object.entries(lastResult?.error ?? {}).flatMap(([path, messages]) => (messages ? [[path, messages]] : [])),
  );
  const fieldOf = (name: Name): FieldState =>
    plainField(name, {
      id: `${id}-${name}`,
      errors: allErrors[name],
      defaultValue: one(values[name]),
      defaultOptions: several(values[name]),
    });
  const form: FormState = { id, allErrors };
  return { form, fields: Object.fromEntries(names.map((name) => [name, fieldOf(name)])) as Record<Name, FieldState> };
}

/** The answer of a form in a dialog, which the page itself never gets. */
export const useDialogAnswer = <A>(id: string) => useFetcher<A>({ key: `dialog ${id}` });

/** Form and fields of a form in a dialog: what is refused is shown there, over the page that stays. */
export function useDialogForm<Name extends string>(id: string, names: readonly Name[]) {
  const { data } = useDialogAnswer<Pick<Answered<Name>, 'lastResult'>>(id);
  return answeredForm({ id, names, lastResult: data?.lastResult });
}
