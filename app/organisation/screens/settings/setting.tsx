import { type ReactNode, useState } from 'react';
import type { SettingsForm } from '#app/organisation/forms.ts';
import { FieldErrors, type FieldState, fieldWith, type Option, room, useDescribedBy } from '#app/ui/field/field.tsx';
import { settingWords } from '#app/organisation/words/setting-words.ts';
import { withName } from '#app/organisation/words/settings.ts';
import './settings.css';

/** The fields of a section, by the names of its settings. */
export type SettingFields = Record<keyof SettingsForm, FieldState>;

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

/** What every field within a sentence has. The sentence names it, for the eye; the setting's full name, for the ear. */
const useFieldIn = (field: FieldState) => ({
  id: field.id,
  name: field.name,
  defaultValue: field.defaultValue,
  required: field.required,
  'aria-label': settingWords[field.name as keyof SettingsForm],
  ...useDescribedBy(field, false),
});

type NumberInProps = { field: FieldState; unit: string };

/** A number within a sentence, and its `unit`: `1 day`, `14 days`. With script the unit follows what is typed. */
export const NumberIn = (props: NumberInProps) => <NumberAndUnit key={props.field.key} {...props} />;

function NumberAndUnit({ field, unit }: NumberInProps) {
  const [typed, setTyped] = useState(field.defaultValue);
  return (
    <>
      <input
        {...useFieldIn(field)}
        className="number"
        inputMode="numeric"
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
      />{' '}
      {Number(typed) === 1 ? unit : `${unit}s`}
    </>
  );
}

/** A text within a sentence. */
export function TextIn({ field }: { field: FieldState }) {
  const maxLength = room(field.maxLength);
  return <input key={field.key} {...useFieldIn(field)} className="text" maxLength={maxLength} autoComplete="off" />;
}

/** A choice within a sentence. */
export function ChoiceIn({ field, options }: { field: FieldState; options: readonly Option[] }) {
  return (
    <select key={field.key} {...useFieldIn(field)}>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
