import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react';
import { FieldErrors } from './field-errors.tsx';
import type { FieldState } from './field-state.ts';
import { useDescribedBy } from './healed.ts';

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
