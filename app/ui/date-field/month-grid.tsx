import { format } from 'date-fns/format';
import { isValid } from 'date-fns/isValid';
import { enGB } from 'date-fns/locale/en-GB';
import { parse } from 'date-fns/parse';
import { DayPicker, type Matcher } from 'react-day-picker';
import { Icon } from '../icon/icon.tsx';
import { dayFormats } from '../text/date.ts';

export type MonthGridProps = {
  /** What the field holds; the grid opens at its month. */
  typed: string;
  /** All days are `2026-03-04`. */
  today: string;
  min?: string | undefined;
  max?: string | undefined;
  onChoose: (day: string) => void;
  onClose: () => void;
};

/** A day of the calendar as the local date that the grid computes with. */
const localDay = (day: string) => parse(day, 'yyyy-MM-dd', new Date(0));

function readTyped(text: string): Date | undefined {
  for (const pattern of dayFormats) {
    const date = parse(text.trim(), pattern, new Date(0));
    if (isValid(date) && date.getFullYear() > 1900) return date;
  }
  return undefined;
}

/** The parts of the grid that date-field.css dresses. */
const classNames = {
  month: 'month',
  month_caption: 'month-caption',
  month_grid: 'month-days',
  weekday: 'month-weekday',
  day: 'month-day',
  day_button: 'month-button',
  button_previous: 'month-step',
  button_next: 'month-step',
  outside: 'is-outside',
  today: 'is-today',
  selected: 'is-selected',
  disabled: 'is-disabled',
};

const Chevron = ({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) => (
  <Icon name={orientation === 'left' ? 'arrow-left' : 'arrow-right'} />
);

/** One month as a grid of days after the ARIA pattern: arrow keys, Page Up and Page Down, Home and End. */
export function MonthGrid({ typed, today, min, max, onChoose, onClose }: MonthGridProps) {
  const selected = readTyped(typed);
  const out: Matcher[] = [];
  if (min !== undefined) out.push({ before: localDay(min) });
  if (max !== undefined) out.push({ after: localDay(max) });
  const [first, last] = [min, max].map((day) => (day === undefined ? undefined : localDay(day)));
  return (
    <DayPicker
      mode="single"
      required
      autoFocus
      locale={enGB}
      today={localDay(today)}
      selected={selected}
      defaultMonth={selected ?? first ?? localDay(today)}
      startMonth={first}
      endMonth={last}
      disabled={out}
      showOutsideDays
      navLayout="around"
      components={{ Chevron }}
      classNames={classNames}
      labels={{ labelPrevious: () => 'Previous month', labelNext: () => 'Next month' }}
      onDayKeyDown={(_day, _modifiers, event) => {
        if (event.key !== 'Escape') return;
        // A dialog around the field stays open.
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
      onSelect={(day) => onChoose(format(day, 'yyyy-MM-dd'))}
    />
  );
}
