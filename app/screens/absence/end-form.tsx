import { useForm } from '@conform-to/react';
import type { ReactNode } from 'react';
import type { AbsenceRow } from '#app/queries/user/absences.ts';
import type { FormAnswer } from '#app/server/screen/form.ts';
import { DialogBody, DialogFoot, DialogPage, NothingToDo } from '#app/ui/dialog/dialog.tsx';
import { ReasonField, type WithReason } from '#app/ui/field/reason-field.tsx';
import { Form } from '#app/ui/form/form.tsx';
import { useLastResult } from '#app/ui/form/saved-form.ts';
import { SubmitButton } from '#app/ui/form/submit-button.tsx';
import { Page } from '#app/ui/page/page.tsx';
import { periodWords } from '#app/wording/period.ts';

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
    <Page>
      <DialogPage title="End absence" masthead={masthead} back={back}>
        {absence === null && !answer ? (
          <NothingToDo words="This absence is over." />
        ) : (
          <Form form={form} commandId={commandId} layout="bare">
            <DialogBody>
              {absence && (
                <p>
                  It was declared {periodWords(absence)}. {absence.deputy.name} no longer approves in this place from
                  now on. What was signed stays.
                </p>
              )}
              {forAnother && <ReasonField field={fields.reason} always />}
            </DialogBody>
            <DialogFoot>
              <SubmitButton pendingLabel="Ending…">End absence</SubmitButton>
            </DialogFoot>
          </Form>
        )}
      </DialogPage>
    </Page>
  );
}
