import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { FieldErrors, type FieldState, useDescribedBy, useErrors } from '#app/ui/field/field.tsx';
import type { Choice } from './choice.ts';
import type { FinderProps } from './finder.tsx';

type ChoicesProps = {
  /** `defaultOptions` holds the values that are chosen. */
  field: FieldState;
  legend: string;
  hint?: ReactNode;
  choices: readonly Choice[];
  /** One choice alone (radio buttons) instead of many. */
  single?: boolean;
  /** Found by search with script, however few they are. */
  search?: boolean;
  /** The words where there is nothing to choose from. */
  none?: string;
};

interface BoxesProps extends Pick<ChoicesProps, 'choices' | 'single' | 'none'> {
  /** What is chosen at first. */
  chosen: ReadonlySet<string>;
  name: string;
  /** Of the first box; empty where something else carries it. */
  id: string;
}

const Boxes = ({ choices, chosen, name, id, single, none }: BoxesProps) => (
  <div className="choices-list">
    {choices.map((choice, i) => (
      <label key={choice.value}>
        <input
          type={single ? 'radio' : 'checkbox'}
          id={i === 0 && id !== '' ? id : undefined}
          name={name}
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
);

/** From how many choices on they are found by search, with script. */
const many = 9;

/**
 * A multiselect: tick boxes in a fieldset, chosen ones first, counted by CSS. With script, long lists are searched in a
 * combobox. The combobox, or else the first box, carries the field's id for the error summary.
 */
export function Choices({
  field,
  legend,
  hint,
  choices,
  single,
  search = choices.length >= many,
  none = 'Nothing to choose.',
}: ChoicesProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  const initial = new Set(field.defaultOptions ?? (field.defaultValue === undefined ? [] : [field.defaultValue]));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(initial);
  const wanted = search && !single && choices.some(({ disabled }) => !disabled);
  // Loaded after the page works, and only where it is used; until then, and where it fails to load, the boxes stand.
  const [Finder, setFinder] = useState<ComponentType<FinderProps> | null>(null);
  useEffect(() => {
    let gone = false;
    if (wanted)
      import('./finder.tsx').then(
        (found) => !gone && setFinder(() => found.Finder),
        () => undefined,
      );
    return () => {
      gone = true;
    };
  }, [wanted]);
  const found = wanted && Finder !== null;
  const ordered = single
    ? choices
    : [...choices].sort((a, b) => Number(initial.has(b.value)) - Number(initial.has(a.value)));
  const wrong = useErrors(field).length > 0;
  const described = useDescribedBy(field, Boolean(hint));
  // The boxes are the truth: the browser may have restored them, and a person may have ticked before the script came.
  const look = () =>
    setChosen(
      new Set(Array.from(group.current?.querySelectorAll<HTMLInputElement>(':checked') ?? [], (box) => box.value)),
    );
  useEffect(look, [field.key]);
  const toggle = (value: string) =>
    group.current?.querySelector<HTMLInputElement>(`input[value="${CSS.escape(value)}"]`)?.click();
  return (
    <fieldset
      className="choices"
      ref={group}
      onChange={look}
      data-invalid={wrong || undefined}
      data-search={found || undefined}
      {...described}
    >
      <legend>{legend}</legend>
      {hint && (
        <p className="hint" id={field.descriptionId}>
          {hint}
        </p>
      )}
      {found && (
        <Finder
          id={field.id}
          legend={legend}
          choices={choices}
          chosen={chosen}
          onToggle={toggle}
          describedBy={described['aria-describedby']}
          invalid={wrong}
        />
      )}
      <Boxes
        choices={ordered}
        chosen={initial}
        name={field.name}
        single={single}
        none={none}
        id={found ? '' : field.id}
      />
      {!single && <p className="choices-count" aria-hidden="true" />}
      <FieldErrors field={field} />
    </fieldset>
  );
}
