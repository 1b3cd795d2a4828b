import type { ReactNode } from 'react';
import type { SettingsForm } from '#app/forms/settings.ts';
import { FieldErrors } from '#app/ui/field/field-errors.tsx';
import { type FieldState, fieldWith } from '#app/ui/field/field-state.ts';
import { room, type Option } from '#app/ui/field/field.tsx';
import { useDescribedBy } from '#app/ui/field/healed.ts';
import { settingWords, withName } from '#app/wording/settings.ts';

/** The fields of a section, by the names of its settings. */
export type SettingFields = Record<keyof SettingsForm, FieldState>;

const nameOf = ({ name }: FieldState) => settingWords[name as keyof SettingsForm];

/** A setting as a sentence with its fields in it, and their messages below. */
export function Setting({ fields, children }: { fields: readonly FieldState[]; children: ReactNode }) {
  return (
    <div className="field setting">
      <p>{children}</p>
      {fields.map((field) => (
        <FieldErrors
          key={field.name}
          field={
            fields.length === 1
              ? field
              : fieldWith(field, { errors: field.errors?.map((message) => withName(field.name, message)) })
          }
        />
      ))}
    </div>
  );
}

/** A number within a sentence. */
export function NumberIn({ field }: { field: FieldState }) {
  return (
    <input
      key={field.key}
      id={field.id}
      name={field.name}
      className="number"
      defaultValue={field.defaultValue}
      required={field.required}
      aria-label={nameOf(field)}
      inputMode="numeric"
      autoComplete="off"
      {...useDescribedBy(field, false)}
    />
  );
}

/** A text within a sentence. */
export function TextIn({ field }: { field: FieldState }) {
  return (
    <input
      key={field.key}
      id={field.id}
      name={field.name}
      className="text"
      defaultValue={field.defaultValue}
      required={field.required}
      maxLength={room(field.maxLength)}
      aria-label={nameOf(field)}
      autoComplete="off"
      {...useDescribedBy(field, false)}
    />
  );
}

/** A choice within a sentence. */
export function ChoiceIn({ field, options }: { field: FieldState; options: readonly Option[] }) {
  return (
    <select
      key={field.key}
      id={field.id}
      name={field.name}
      defaultValue={field.defaultValue}
      required={field.required}
      aria-label={nameOf(field)}
      {...useDescribedBy(field, false)}
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
