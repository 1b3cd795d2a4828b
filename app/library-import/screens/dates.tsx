import { useActionData } from '@remix-run/react';
import type { DayOrder } from '#events/import/events.ts';
import { dayOrderWords } from '#app/library-import/words/status.ts';
import type { FormAnswer } from '#app/kit/screen/screen.ts';
import { plainField, SelectField } from '#app/ui/field/field.tsx';
import { Form, SubmitButton } from '#app/ui/form/form.tsx';
import { Actions, WideSection } from '#app/ui/page/page.tsx';
import { Register, type Column } from '#app/ui/register/register.tsx';

/** A column of dates, with a date of it as it is read. */
export interface DatesRow {
  table: string;
  column: string;
  order: DayOrder | null;
  by: 'column' | 'source' | 'answer' | null;
  example: string;
  /** The example in both orders. */
  reads: Record<DayOrder, string>;
}

const because = {
  column: 'as other dates of the column show',
  source: 'as the other columns of the source show',
  answer: 'as you chose',
};

const columns: readonly Column<DatesRow>[] = [
  { key: 'column', label: 'Column', cell: ({ table, column }) => `${table}, ${column}`, rowHead: true },
  {
    key: 'order',
    label: 'Order',
    cell: ({ order, by }) => (order && by ? `${dayOrderWords[order]}, ${because[by]}` : 'Open'),
    place: 'later',
  },
  {
    key: 'example',
    label: 'For example',
    cell: ({ example, order, reads }) =>
      order ? `${example} is ${reads[order]}` : `${example} can be ${reads.day_first} or ${reads.month_first}`,
    place: 'full',
    long: true,
  },
];

export const orderField = (table: string, column: string): string => `order-${table}-${column.replaceAll(' ', '-')}`;

type DatesProps = { rows: readonly DatesRow[]; commandId: string; mayAnswer: boolean };

/** How the dates of the source are read, and the question where their order is open. */
export function Dates({ rows, commandId, mayAnswer }: DatesProps) {
  const answer = useActionData<FormAnswer>();
  const asked = mayAnswer ? rows.filter(({ by }) => by !== 'column') : [];
  return (
    <WideSection id="dates" title="Dates">
      <div className="stack">
        <Register
          compact
          label="Dates"
          columns={columns}
          rows={rows}
          rowKey={({ table, column }) => `${table} ${column}`}
        />
        {asked.length > 0 && (
          <Form
            id="order-dates"
            commandId={`${commandId}-dates`}
            layout="bare"
            problems={(answer?.lastResult.error?.[''] ?? []).map((message) => ({ message }))}
          >
            {asked.map(({ table, column, order, example, reads }) => (
              <SelectField
                key={`${table} ${column}`}
                field={plainField(orderField(table, column), { defaultValue: order ?? '' })}
                label={`${table}, ${column}: ${example} is`}
                placeholder="Choose"
                options={(['day_first', 'month_first'] as const).map((value) => ({
                  value,
                  label: `${reads[value]} (${dayOrderWords[value].toLowerCase()})`,
                }))}
              />
            ))}
            <Actions>
              <SubmitButton kind="outline" icon="check" name="act" value="dates" pendingLabel="Saving…">
                Save and preview
              </SubmitButton>
            </Actions>
          </Form>
        )}
      </div>
    </WideSection>
  );
}
