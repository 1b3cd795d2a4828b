import { useCombobox } from 'downshift';
import { useState } from 'react';
import { Hidden, Icon } from '../icon/icon.tsx';
import type { Choice } from './choice.ts';
import { folded } from '../text/folded.ts';

export type FinderProps = {
  /** The control's id, to which the error summary links. */
  id: string;
  /** What is searched: the name of the whole control. */
  legend: string;
  choices: readonly Choice[];
  /** Values that are chosen. */
  chosen: ReadonlySet<string>;
  onToggle: (value: string) => void;
  describedBy: string | undefined;
  invalid: boolean;
};

/** Options that are shown at once; more are reached by typing. */
const most = 50;

/** The words where many or no options match. */
function restWords(found: number): string | null {
  if (found === 0) return 'No matches found...';
  return found > most ? `And ${found - most} more. Type a name to find them.` : null;
}

type TokensProps = Pick<FinderProps, 'legend' | 'choices' | 'chosen'> & { onRemove: (choice: Choice) => void };

/** What is chosen, above the field, each with a button that removes it. */
function Tokens({ legend, choices, chosen, onRemove }: TokensProps) {
  const held = choices.filter(({ value }) => chosen.has(value));
  if (held.length === 0) return null;
  const sameName = (of: Choice) => held.some((other) => other !== of && other.label === of.label);
  return (
    <ul className="tokens" aria-label={`${legend}: chosen`}>
      {held.map((choice) => (
        <li key={choice.value}>
          <span>{choice.label}</span>
          {choice.note && sameName(choice) && <small>{choice.note}</small>}
          {!choice.disabled && (
            <button type="button" onClick={() => onRemove(choice)}>
              <Icon name="x" />
              <Hidden>Remove {choice.label}</Hidden>
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** A combobox beside the tick boxes of `Choices`: picking an option ticks its box, which is what the form sends. */
export function Finder({ id, legend, choices, chosen, onToggle, describedBy, invalid }: FinderProps) {
  const [text, setText] = useState('');
  const [announced, setAnnounced] = useState('');
  const wanted = folded(text.trim());
  const found = choices.filter(
    ({ label, note = '', disabled }) => !disabled && folded(`${label} ${note}`).includes(wanted),
  );
  const items = found.slice(0, most);
  const pick = ({ value, label }: Choice) => {
    setAnnounced(chosen.has(value) ? `${label} is no longer chosen` : `${label} is chosen`);
    onToggle(value);
    setText('');
  };
  const { isOpen, highlightedIndex, getLabelProps, getInputProps, getToggleButtonProps, getMenuProps, getItemProps } =
    useCombobox<Choice>({
      inputId: id,
      items,
      // Enter takes the first match.
      defaultHighlightedIndex: 0,
      inputValue: text,
      selectedItem: null,
      itemToString: (choice) => choice?.label ?? '',
      itemToKey: (choice) => choice?.value,
      stateReducer(state, { type, changes }) {
        const { InputKeyDownEnter, ItemClick, InputBlur } = useCombobox.stateChangeTypes;
        // Several are picked one after the other: the list stays open, on the same line.
        if ((type === InputKeyDownEnter || type === ItemClick) && changes.selectedItem)
          return { ...changes, isOpen: true, highlightedIndex: state.inputValue ? 0 : state.highlightedIndex };
        // Leaving the field chooses nothing.
        return type === InputBlur ? { ...changes, selectedItem: null } : changes;
      },
      onStateChange({ type, selectedItem }) {
        const { InputKeyDownEnter, ItemClick } = useCombobox.stateChangeTypes;
        if ((type === InputKeyDownEnter || type === ItemClick) && selectedItem) pick(selectedItem);
      },
    });
  const remove = (choice: Choice) => {
    pick(choice);
    // The button is gone with its token.
    document.getElementById(id)?.focus();
  };
  return (
    <div className="finder">
      <Tokens {...{ legend, choices, chosen }} onRemove={remove} />
      <label className="vh" {...getLabelProps()} htmlFor={id}>
        {legend}: search in this list
      </label>
      <div className="with-button">
        <input
          {...getInputProps({
            // React's own: the value that downshift holds comes a moment later, and the caret would jump.
            onChange: (event) => setText(event.currentTarget.value),
            onKeyDown: (event) => {
              // Enter picks; it never sends the form that the field stands in.
              if (event.key === 'Enter') event.preventDefault();
            },
            'aria-describedby': describedBy,
            'aria-invalid': invalid || undefined,
            placeholder: 'Type a name',
            autoComplete: 'off',
          })}
        />
        <button type="button" {...getToggleButtonProps({ 'aria-label': 'Show the list' })}>
          <Icon name="chevron-down" />
        </button>
      </div>
      <ul {...getMenuProps({ 'aria-multiselectable': true })} data-open={isOpen || undefined}>
        {isOpen &&
          items.map((choice, index) => (
            <li
              key={choice.value}
              {...getItemProps({ item: choice, index, 'aria-selected': chosen.has(choice.value) })}
              data-active={index === highlightedIndex || undefined}
            >
              <Icon name="check" />
              <span>{choice.label}</span>
              {choice.note && <small>{choice.note}</small>}
            </li>
          ))}
        {isOpen && restWords(found.length) && (
          <li role="presentation" className="finder-rest">
            {restWords(found.length)}
          </li>
        )}
      </ul>
      <p className="vh" role="status">
        {announced}
        {isOpen && wanted !== '' && `${announced && '. '}${found.length} of ${choices.length} match`}
      </p>
    </div>
  );
}
