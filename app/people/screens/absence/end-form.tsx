import { useForm } from '@conform-to/react';
import type { ReactNode } from 'react';
import type { AbsenceRow } from '#app/kit/people/absences.ts';
import type { FormAnswer } from '#app/kit/screen/screen.ts';
import { FormDialogPage } from '#app/ui/dialog/form-dialog-page.tsx';
import { ReasonField, type WithReason } from '#app/ui/field/field.tsx';
import { SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { periodWords } from '#app/ui/text/period.ts';

interface EndFormProps {
  /** Null where it is over, or was ended. */
  absence: AbsenceRow | null;
  back: string;
  masthead?: ReactNode;
  commandId: string;
  answer: FormAnswer | undefined;
  /** Another person's, by an admin. */
  forAnother?: boolean;
}

/** The page that ends an absence. */
export function EndForm({ absence, back, masthead, commandId, answer, forAnother = false }: EndFormProps) {
  const [form, fields] = useForm<WithReason>({ id: 'end-absence', lastResult: useLastResult(answer?.lastResult) });
  return (
    <FormDialogPage
      title="End absence"
      masthead={masthead}
      back={back}
      obstacle={absence === null && !answer ? 'This absence is over.' : null}
      form={form}
      commandId={commandId}
      button={<SubmitButton pendingLabel="Ending…">End absence</SubmitButton>}
    >
      {absence && (
        <p>
          It was declared {periodWords(absence)}. {absence.deputy.name} no longer approves in this place from now on.
          What was signed stays.
        </p>
      )}
      {forAnother && <ReasonField field={fields.reason} always />}
    </FormDialogPage>
  );
}
