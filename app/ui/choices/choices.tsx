import { type ReactNode, useId, useState } from 'react';
import { describedBy, type FieldState } from '../field/field-state.ts';
import { FieldErrors } from '../field/field-errors.tsx';

export type Choice = {
  value: string;
  label: string;
  /** A quiet second fact, such as role and department. */
  note?: string;
  disabled?: boolean;
};

type ChoicesProps = {
  /** `defaultOptions` holds the values that are chosen. */
  field: FieldState;
  legend: ReactNode;
  hint?: ReactNode;
  choices: readonly Choice[];
  /** One choice alone (radio buttons) instead of many. */
  single?: boolean;
  /** The words where there is nothing to choose from. */
  none?: string;
};

/** From how many choices on the list can be searched, with script. */
const searchable = 9;

/**
 * A multiselect: tick boxes in a fieldset. What is chosen comes first; the count is made by CSS, so that it is right without
 * script. The first box carries the field's id, for the links of the error summary.
 */
export function Choices({ field, legend, hint, choices, single, none = 'There is nothing to choose.' }: ChoicesProps) {
  const [search, setSearch] = useState('');
  const searchId = useId();
  const chosen = new Set(field.defaultOptions ?? (field.defaultValue === undefined ? [] : [field.defaultValue]));
  const ordered = [...choices].sort((a, b) => Number(chosen.has(b.value)) - Number(chosen.has(a.value)));
  const wanted = search.trim().toLocaleLowerCase();
  const matches = ({ label, note = '' }: Choice) => `${label} ${note}`.toLocaleLowerCase().includes(wanted);
  const described = describedBy(field, Boolean(hint));
  return (
    <fieldset className="choices" data-invalid={field.errors?.length ? true : undefined} {...described}>
      <legend>{legend}</legend>
      {hint && (
        <p className="hint" id={field.descriptionId}>
          {hint}
        </p>
      )}
      {choices.length >= searchable && (
        <div className="choices-search js-only">
          <label className="vh" htmlFor={searchId}>
            Search in this list
          </label>
          <input
            id={searchId}
            type="search"
            placeholder="Search in this list"
            autoComplete="off"
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
      )}
      <div className="choices-list">
        {ordered.map((choice, i) => (
          <label key={choice.value} data-filtered={wanted && !matches(choice) ? true : undefined}>
            <input
              type={single ? 'radio' : 'checkbox'}
              id={i === 0 ? field.id : undefined}
              name={field.name}
              value={choice.value}
              defaultChecked={chosen.has(choice.value)}
              disabled={choice.disabled}
            />
            <span>{choice.label}</span>
            {choice.note && <small>{choice.note}</small>}
          </label>
        ))}
        {choices.length === 0 && <p className="choices-none">{none}</p>}
      </div>
      {!single && <p className="choices-count" aria-hidden="true" />}
      <FieldErrors field={field} />
    </fieldset>
  );
}
