import { useForm } from '@conform-to/react';
import { useState } from 'react';
import type { Named } from '#events/common.ts';
import { limits } from '#events/limits.ts';
import type { Instant } from '#events/time.ts';
import { addresses } from '#app/kit/addresses.ts';
import type { PreviewAnswer } from './assign-training.ts';
import type { DocumentRecord } from '#app/documents/queries/get-document.ts';
import { Actions, Section, SectionFoot } from '#app/ui/page/page.tsx';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Choices } from '#app/ui/choices/choices.tsx';
import { Check, fieldWith, ReasonField, TextArea, useReasonRequired, type WithReason } from '#app/ui/field/field.tsx';
import { DateField } from '#app/ui/date-field/date-field.tsx';
import type { EffectiveCalendar } from './effective-calendar.ts';
import { Form, SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { changeFacts, type ChangeFact } from '#app/documents/screens/change-facts.tsx';
import { Facts } from '#app/ui/page/facts.tsx';
import { trainingWords } from '#app/kit/words/version-change.ts';
import { showMoment } from '#app/ui/text/date.ts';
import { ApproverList } from '#app/documents/screens/approvers/approver-lines.tsx';
import { departmentLabels } from './department-labels.ts';
import { PreviewSection } from './training-preview.tsx';
import { useTrainingPreview } from './use-training-preview.ts';
import { PreviewButton } from './preview-button.tsx';

type PublishFields = WithReason<{ effectiveDate: string; departments: string[]; waiveTraining: boolean }>;

type PublishFormProps = {
  document: DocumentRecord;
  commandId: string;
  pending: boolean;
  admin: boolean;
  /** Why the viewer may not give the final approval. */
  obstacle: string | null;
  departments: readonly Named[];
  change: ChangeFact[];
  /** What was saved before the publication, by whom and when. */
  prepared: { departments: string[]; by: string; at: Instant } | null;
  /** The effective date as text, or as prepared; empty where neither is there. */
  date: string;
  calendar: EffectiveCalendar;
  zone: string;
  answer: PreviewAnswer | undefined;
};

/** The training that the author asks for, beside the choice that it proposes. */
const proposedWords = (change: DocumentRecord['change']): string | undefined =>
  change ? `Asked for by the author: ${trainingWords(change)}` : undefined;

/** The form of the final approval: effective date, departments and approvers. */
export function PublishForm(props: PublishFormProps) {
  const { document, commandId, pending, admin, departments, prepared, date, calendar, zone, answer } = props;
  const reasonRequired = useReasonRequired();
  // The author's proposal, which the admin may change.
  const asks = proposedWords(document.change);
  const dateLabel = pending ? 'Effective date' : 'Assign effective date';
  const asksForNone = document.change?.trainingImpact === 'none';
  const [form, fields] = useForm<PublishFields>({
    id: 'publish',
    lastResult: useLastResult(answer?.lastResult),
    defaultValue: {
      effectiveDate: date,
      departments: prepared && prepared.departments.length > 0 ? prepared.departments : document.departments,
      waiveTraining: (pending ? document.trainingWaived : asksForNone) ? 'on' : undefined,
    },
  });
  const { preview, refused, busy, onChange } = useTrainingPreview(answer);
  const [waived, setWaived] = useState(Boolean(fields.waiveTraining.defaultChecked));
  return (
    <Form
      form={form}
      commandId={commandId}
      expectedVersion={document.streamVersion}
      labels={{ ...departmentLabels, effectiveDate: dateLabel }}
      layout="bare"
    >
      {pending && <input type="hidden" name="act" value="schedule" />}
      <input type="hidden" name="previewToken" value={preview?.previewToken ?? ''} />
      <section className="contents" onChange={onChange}>
        <Section
          id="date"
          title="Effective date"
          note={`The day begins at 00:00 in the time zone ${zone}.`}
          first
          narrow
        >
          <DateField
            field={fieldWith(fields.effectiveDate, { required: true })}
            label={dateLabel}
            {...calendar}
            disabled={!admin}
          />
          {prepared && (
            <p className="meta">
              Prepared by {prepared.by} on {showMoment(prepared.at)}. It is recorded once you approve.
            </p>
          )}
          {(admin || !pending) && (
            <div onChange={(event) => setWaived(event.target instanceof HTMLInputElement && event.target.checked)}>
              <Check
                field={fields.waiveTraining}
                disabled={!admin || pending}
                label="Training is not required for this document to become effective"
                hint={pending ? 'Decided with the final approval.' : asks}
              />
            </div>
          )}
        </Section>
        <Section
          id="departments"
          title="Departments"
          note={
            waived
              ? 'Training is not required: nobody in these departments is assigned any.'
              : 'Everyone in these departments is assigned training.'
          }
          narrow
        >
          <Choices
            field={fields.departments}
            legend={departmentLabels.departments}
            hint="Select the departments that need to review."
            choices={departments.map(({ uid, name }) => ({ value: uid, label: name, disabled: !admin }))}
            none="No departments yet. An Admin creates them with the team."
          />
          {admin && (
            <Actions>
              <PreviewButton page={addresses.publish(document.uid)} />
            </Actions>
          )}
        </Section>
      </section>
      {props.change.length > 0 && (
        <Section id="change" title="What changes and why" narrow>
          <Facts facts={changeFacts(props.change)} />
        </Section>
      )}
      {admin && (
        <PreviewSection preview={preview} refused={refused} busy={busy} zone={zone} saves={pending} asks={asks} />
      )}
      <Section id="approvers" title="Approvers" narrow>
        {document.externallyEffective ? (
          <p>This document is already effective external to the system. No approvers were asked to sign.</p>
        ) : (
          <ApproverList approvals={document.approvals} zone={zone} />
        )}
      </Section>
      {pending && admin && (
        <Section id="reason-for-change" title="Reason" note="The audit trail shows it with the change." narrow>
          <ReasonField field={fields.reason} />
        </Section>
      )}
      {!pending && admin && (
        <Section id="reason-for-change" title="Reason" note="The audit trail shows it with the approval." narrow>
          <TextArea
            field={fields.reason}
            label={reasonRequired ? 'Reason for change' : 'Reason for change (optional)'}
            hint={
              'For other departments than before, or if training that the author asked for is not required. ' +
              'Up to 1000 characters.'
            }
            maxLength={limits.reason}
          />
        </Section>
      )}
      <SectionFoot
        label="Approve"
        sentence="Once you approve this document, it will become effective on the date provided."
      >
        <LinkButton to={addresses.home()}>Cancel</LinkButton>
        {pending && admin && <SubmitButton pendingLabel="Saving…">Save</SubmitButton>}
        <SubmitButton
          kind={pending ? 'plain' : 'solid'}
          icon="stamp"
          disabled={!admin || pending || props.obstacle !== null}
          pendingLabel="Approving…"
        >
          Approve
        </SubmitButton>
      </SectionFoot>
    </Form>
  );
}
