import {
  createContext,
  type InputHTMLAttributes,
  type ReactNode,
  type RefObject,
  type TextareaHTMLAttributes,
  useContext,
  useEffect,
  useId,
  useState,
} from 'react';
import { useRouteLoaderData } from '@remix-run/react';
import { limits } from '#events/limits.ts';
import { Icon } from '../icon/icon.tsx';

type Common = {
  field: FieldState;
  label: ReactNode;
  hint?: ReactNode;
  /** Keeps a field no wider than what it holds. */
  short?: boolean;
  /** Takes the free space of a filter bar. */
  grow?: boolean;
};

const fieldClass = ({ short, grow }: Pick<Common, 'short' | 'grow'>) =>
  ['field', short && 'short', grow && 'grow'].filter(Boolean).join(' ');

/** Label, hint, control, errors, in this order. `children` is the control. */
export function FieldFrame({ field, label, hint, short, grow, children }: Common & { children: ReactNode }) {
  return (
    <div className={fieldClass({ short, grow })}>
      <label htmlFor={field.id}>{label}</label>
      {hint && (
        <span className="hint" id={field.descriptionId}>
          {hint}
        </span>
      )}
      {children}
      <FieldErrors field={field} />
    </div>
  );
}

/**
 * Limits count characters, browsers count UTF-16 units: two for an emoji, up to three for a decomposed letter.
 * The field has room for one character more, so that the product's own message answers a text that is too long.
 */
export const room = (characters: number | undefined) => (characters === undefined ? undefined : 3 * (characters + 1));

type InputProps = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'id' | 'name' | 'className' | 'style' | 'defaultValue' | 'value'
>;

/**
 * One line of text; a password gets no value. Constraints come from the field's metadata, and props override them.
 * `maxLength` counts characters.
 */
export function TextField({
  field,
  label,
  hint,
  short,
  grow,
  type = 'text',
  maxLength = field.maxLength,
  ...rest
}: Common & InputProps) {
  return (
    <FieldFrame {...{ field, label, hint, short, grow }}>
      <input
        key={field.key}
        id={field.id}
        name={field.name}
        type={type}
        defaultValue={type === 'password' ? undefined : field.defaultValue}
        required={field.required}
        minLength={field.minLength}
        maxLength={room(maxLength)}
        min={field.min}
        max={field.max}
        step={field.step}
        pattern={field.pattern}
        {...useDescribedBy(field, Boolean(hint))}
        {...rest}
      />
    </FieldFrame>
  );
}

type AreaProps = Omit<
  TextareaHTMLAttributes<HTMLTextAreaElement>,
  'id' | 'name' | 'className' | 'style' | 'defaultValue' | 'value'
>;

/** Several lines of text, growing with what is written. */
export function TextArea({
  field,
  label,
  hint,
  short,
  grow,
  maxLength = field.maxLength,
  ...rest
}: Common & AreaProps) {
  return (
    <FieldFrame {...{ field, label, hint, short, grow }}>
      <textarea
        key={field.key}
        id={field.id}
        name={field.name}
        defaultValue={field.defaultValue}
        required={field.required}
        minLength={field.minLength}
        maxLength={room(maxLength)}
        {...useDescribedBy(field, Boolean(hint))}
        {...rest}
      />
    </FieldFrame>
  );
}

export type Option = { value: string; label: string };

type SelectProps = Common & { options: readonly Option[]; placeholder?: string; disabled?: boolean };

/** A native list of options; `placeholder` is the first, empty one. */
export function SelectField({ field, label, hint, short, grow, options, placeholder, disabled }: SelectProps) {
  return (
    <FieldFrame {...{ field, label, hint, short, grow }}>
      <select
        key={field.key}
        id={field.id}
        name={field.name}
        defaultValue={field.defaultValue}
        required={field.required}
        disabled={disabled}
        {...useDescribedBy(field, Boolean(hint))}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

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

type CheckProps = {
  field: FieldState;
  label: ReactNode;
  hint?: ReactNode;
  value?: string;
  disabled?: boolean;
  /** Shown under the box while it is ticked, by CSS alone. */
  children?: ReactNode;
};

/** One tick box with its words beside it. */
export function Check({ field, label, hint, value = 'on', disabled, children }: CheckProps) {
  return (
    <div className="field">
      <label className="check">
        <input
          key={field.key}
          type="checkbox"
          id={field.id}
          name={field.name}
          value={value}
          defaultChecked={field.defaultChecked}
          required={field.required}
          disabled={disabled}
          {...useDescribedBy(field, false)}
        />
        <span>
          {label}
          {hint && (
            <>
              <br />
              <span className="hint">{hint}</span>
            </>
          )}
        </span>
      </label>
      {children && <div className="reveal">{children}</div>}
      <FieldErrors field={field} />
    </div>
  );
}

/** The values of a form with a `ReasonField`. */
export type WithReason<T extends object = object> = T & { reason: string };

/** Whether the viewer's organisation requires a reason for every change. */
export const useReasonRequired = (): boolean =>
  (useRouteLoaderData('root') as { viewer?: { reasonRequired: boolean } | null } | undefined)?.viewer?.reasonRequired ??
  false;

type ReasonFieldProps = {
  field: FieldState;
  /** The command always needs a reason, whatever the organisation's setting is. */
  always?: boolean;
};

/** The field `reason` of a command that declares one (`app/kit/command/reason.ts`). */
export function ReasonField({ field, always = false }: ReasonFieldProps) {
  const required = useReasonRequired() || always;
  return (
    <TextArea
      field={fieldWith(field, { required })}
      label={required ? 'Reason for change' : 'Reason for change (optional)'}
      hint="Up to 1000 characters. The audit trail shows it."
      maxLength={limits.reason}
    />
  );
}

/** The messages of one field, beside it. */
export function FieldErrors({ field }: { field: FieldState }) {
  const errors = useErrors(field);
  if (errors.length === 0) return null;
  return (
    <div id={field.errorId}>
      {errors.map((message) => (
        <p className="error" key={message}>
          <Icon name="circle-alert" />
          {message}
        </p>
      ))}
    </div>
  );
}

/** The fields whose refused value was corrected since: their messages are gone until the next answer. */
export const HealedFields = createContext<ReadonlySet<string>>(new Set());

/** The messages of a field that still hold. */
export function useErrors({ name, errors }: FieldState): readonly string[] {
  const healed = useContext(HealedFields);
  return healed.has(name) ? [] : (errors ?? []);
}

/** The attributes that tie a control to its hint and to its errors. */
export function useDescribedBy(field: FieldState, hasHint: boolean, more?: string) {
  const wrong = useErrors(field).length > 0;
  const ids = [hasHint && field.descriptionId, wrong && field.errorId, more].filter(Boolean);
  return {
    'aria-describedby': ids.length > 0 ? ids.join(' ') : undefined,
    'aria-invalid': wrong ? (true as const) : undefined,
  };
}

const textOf = (form: HTMLFormElement, name: string): string =>
  new FormData(form)
    .getAll(name)
    .map((value) => (typeof value === 'string' ? value.trim() : value.name))
    .join('\n');

function isValid(form: HTMLFormElement, name: string): boolean {
  const control = form.elements.namedItem(name);
  return !(control instanceof HTMLInputElement) || control.validity.valid;
}

/**
 * Watches the refused fields of a form. A value heals when it differs from the one that was refused, is not empty and
 * fits what the browser knows of its format; typing the refused value again brings the message back.
 */
export function useHealing(
  of: RefObject<HTMLFormElement | null>,
  refused: Readonly<Record<string, readonly string[]>>,
  answer: unknown,
): ReadonlySet<string> {
  const [healed, setHealed] = useState<ReadonlySet<string>>(new Set());
  const names = [...new Set(Object.keys(refused).map((path) => path.replace(/\[\d+\]$/, '')))].join(' ');
  useEffect(() => {
    const form = of.current;
    setHealed(new Set());
    if (!form || names === '') return;
    const sent = new Map(names.split(' ').map((name) => [name, textOf(form, name)]));
    const look = () => {
      const corrected = [...sent].filter(([name, before]) => {
        const text = textOf(form, name);
        return text !== before && text !== '' && isValid(form, name);
      });
      setHealed(new Set(corrected.map(([name]) => name)));
    };
    // After React has taken the event: a render before that would put back what a controlled field held.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(look);
    };
    form.addEventListener('input', later);
    form.addEventListener('change', later);
    return () => {
      clearTimeout(timer);
      form.removeEventListener('input', later);
      form.removeEventListener('change', later);
    };
  }, [of, names, answer]);
  return healed;
}

/** A fact in the place of a field: readable and focusable, not to be changed, not sent. */
export function ReadOnlyField({ label, value }: { label: string; value: string }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} readOnly defaultValue={value} />
    </div>
  );
}
