import { type ComponentType, useRef, useState } from 'react';
import { type FieldState, useDescribedBy } from '#app/ui/field/field.tsx';
import { FieldFrame } from '../field/field.tsx';
import { setTyped } from '../field/set-typed.ts';
import { Hidden, Icon } from '../icon/icon.tsx';
import { showDate } from '../text/date.ts';
import type { MonthGridProps } from './month-grid.tsx';
import type { QuickDay } from './quick-days.ts';
import './date-field.css';

type DateFieldProps = {
  field: FieldState;
  label: string;
  /** A date in the format of the field. */
  example: string;
  /** Today in the organisation's zone: `2026-03-04`. */
  today: string;
  /** The days that the month offers: `2026-03-04`. */
  min?: string | undefined;
  max?: string | undefined;
  quick?: readonly QuickDay[];
  disabled?: boolean;
};

/** What a typed day looks like; the server reads it. */
const format = String.raw`\s*(\d{1,2} [A-Za-z]+ \d{4}|\d{4}-\d\d-\d\d)\s*`;

/**
 * A typed date. With script a month opens below the field, where it covers nothing, and quick choices fill the field
 * in.
 */
export function DateField({ field, label, example, today, min, max, quick = [], disabled }: DateFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [Grid, setGrid] = useState<ComponentType<MonthGridProps> | null>(null);
  /** What the field held when the month was opened; null while it is closed. */
  const [opened, setOpened] = useState<string | null>(null);
  const open = opened !== null;
  const gridId = `${field.id}-month`;
  const close = () => {
    setOpened(null);
    opener.current?.focus();
  };
  const choose = (day: string) => {
    if (!input.current) return;
    setTyped(input.current, showDate(day, 'UTC'));
    setOpened(null);
    input.current.focus();
  };
  const toggle = () => {
    if (open) return close();
    setOpened(input.current?.value ?? '');
    // Loaded with the first use; where that fails the field is typed as before.
    import('./month-grid.tsx').then(
      (found) => setGrid(() => found.MonthGrid),
      () => setOpened(null),
    );
  };
  return (
    <FieldFrame field={field} label={label} hint={`For example, ${example}`}>
      <div className="date-field">
        <div className="with-button">
          <input
            ref={input}
            key={field.key}
            id={field.id}
            name={field.name}
            defaultValue={field.defaultValue}
            required={field.required}
            disabled={disabled}
            autoComplete="off"
            pattern={format}
            {...useDescribedBy(field, true)}
          />
          <span className="js-only">
            <button
              ref={opener}
              type="button"
              disabled={disabled}
              aria-expanded={open}
              aria-controls={open ? gridId : undefined}
              onClick={toggle}
            >
              <Icon name="calendar-days" />
              <Hidden>Choose a day: {label}</Hidden>
            </button>
          </span>
        </div>
        {!disabled && quick.length > 0 && (
          <div className="js-only">
            <div className="date-quick" role="group" aria-label="Quick choices">
              {quick.map(({ label: words, day }) => (
                <button key={day} type="button" onClick={() => choose(day)}>
                  {words}
                </button>
              ))}
            </div>
          </div>
        )}
        {open && Grid && (
          <div role="group" aria-label="Choose a day" className="date-month" id={gridId}>
            <Grid typed={opened} {...{ today, min, max }} onChoose={choose} onClose={close} />
          </div>
        )}
      </div>
    </FieldFrame>
  );
}
