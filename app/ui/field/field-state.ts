/** The state of a field. Conform's field metadata fits; `plainField` makes one for a form without a schema. */
export type FieldState = {
  id: string;
  name: string;
  key?: string | undefined;
  errorId: string;
  descriptionId: string;
  errors?: readonly string[] | undefined;
  defaultValue?: string | undefined;
  defaultOptions?: readonly string[] | undefined;
  defaultChecked?: boolean | undefined;
  required?: boolean | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  min?: string | number | undefined;
  max?: string | number | undefined;
  step?: string | number | undefined;
  pattern?: string | undefined;
};

type PlainField = Partial<Omit<FieldState, 'name' | 'errorId' | 'descriptionId'>>;

/** A field by its name, for GET forms and small forms that no schema describes. `id` is the name where not given. */
export function plainField(name: string, { id = name, ...rest }: PlainField = {}): FieldState {
  return { id, name, errorId: `${id}-error`, descriptionId: `${id}-description`, ...rest };
}

const parts = [
  'id',
  'name',
  'key',
  'errorId',
  'descriptionId',
  'errors',
  'defaultValue',
  'defaultOptions',
  'defaultChecked',
  'required',
  'minLength',
  'maxLength',
  'min',
  'max',
  'step',
  'pattern',
] as const satisfies (keyof FieldState)[];

/** A changed copy of a field. Conform's metadata is a proxy, which a spread does not copy. */
export const fieldWith = (field: FieldState, changes: Partial<FieldState>): FieldState => ({
  ...(Object.fromEntries(parts.map((part) => [part, field[part]])) as FieldState),
  ...changes,
});
