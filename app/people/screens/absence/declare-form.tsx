import { useForm } from '@conform-to/react';
import type { DeputyOption } from '#app/kit/people/absences.ts';
import type { FormAnswer } from '#app/kit/screen/screen.ts';
import { DateField } from '#app/ui/date-field/date-field.tsx';
import { fieldWith, ReasonField, SelectField, type WithReason } from '#app/ui/field/field.tsx';
import { Form, SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { showDate } from '#app/ui/text/date.ts';

interface DeclareFormProps {
  deputies: readonly DeputyOption[];
  /** Today in the organisation: `2026-03-04`. */
  today: string;
  commandId: string;
  answer: FormAnswer | undefined;
  /** Another person's, by an admin. */
  forAnother?: boolean;
}

const toOption = ({ uid, name, functions }: DeputyOption) => ({ value: uid, label: [name, ...functions].join(' · ') });

/** The days of an absence, and who approves meanwhile. */
export function DeclareForm({ deputies, today, commandId, answer, forAnother = false }: DeclareFormProps) {
  const [form, fields] = useForm<WithReason<{ from: string; until: string; deputy: string }>>({
    id: 'declare-absence',
    lastResult: useLastResult(answer?.lastResult),
    defaultValue: { from: showDate(today, 'UTC') },
  });
  const days = { example: showDate(today, 'UTC'), today, min: today };
  return (
    <Form form={form} commandId={commandId} labels={{ from: 'First day', until: 'Last day' }} layout="bare">
      <div className="stack">
        <DateField field={fieldWith(fields.from, { required: true })} label="First day" {...days} />
        <DateField field={fieldWith(fields.until, { required: true })} label="Last day" {...days} />
        <SelectField
          field={fieldWith(fields.deputy, { required: true })}
          label="Deputy"
          hint="Who approves meanwhile, in their own name. Where a step asks for a function, the deputy needs it too."
          placeholder="Choose a deputy"
          options={deputies.map(toOption)}
        />
        {forAnother && <ReasonField field={fields.reason} always />}
        <p>
          <SubmitButton pendingLabel="Declaring…">Declare absence</SubmitButton>
        </p>
      </div>
    </Form>
  );
}

/** What an absence covers, in the margin of the form. */
export const coversWords = 'An absence covers approvals. Nobody can train in place of another person.';
