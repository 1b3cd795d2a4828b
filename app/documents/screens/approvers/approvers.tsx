import type { MetaArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useForm } from '@conform-to/react';
import { addApprover, removeApprover } from '#app/documents/commands/approvers.ts';
import { addApproverForm, removeApproverForm } from '#app/documents/forms/document-decision.ts';
import { addresses } from '#app/kit/addresses.ts';
import { parseForm, redirectTo, screenAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { listSteps } from '#app/approval-routes/queries/steps.ts';
import { listApproverOptions } from '#app/organisation/queries/choices.ts';
import { removableApprovals } from '#app/documents/queries/removable.ts';
import { documentObstacles } from '#app/documents/queries/obstacles.ts';
import { getDocument } from '#app/documents/queries/get-document.ts';
import { isAdmin } from '#events/permissions.ts';
import { plainField, ReasonField, SelectField } from '#app/ui/field/field.tsx';
import { ErrorSummary } from '#app/ui/error-summary/error-summary.tsx';
import { problemsOf } from '#app/ui/form/form-state.ts';
import { Form, SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { Actions, Page, pageTitle, Section } from '#app/ui/page/page.tsx';
import { Notice } from '#app/ui/notice/notice.tsx';
import { Empty } from '#app/ui/register/empty.tsx';
import { Status } from '#app/ui/status/status.tsx';
import { ApproverList, ApproverSelect, stepTitle } from './approver-lines.tsx';
import { approverOptions } from './approver-options.ts';
import { stepStateWords } from '#app/approval-routes/words/routes.ts';
import { DocumentTitle } from '#app/kit/screen/document-title.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export { revalidateOnceOver as shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Approvers', data?.document.name);

export const loader = screenLoader({
  access: 'document.manage_own',
  params: uidParams,
  async load(page) {
    const document = await page.ask(getDocument, { document: page.params.uid });
    const { uid, version } = document;
    const { steps, holders } = await page.ask(listSteps, { document: uid, version });
    return {
      document,
      steps,
      options: approverOptions(await page.ask(listApproverOptions, {}), document.approvals, { steps, holders }),
      obstacle: (await page.ask(documentObstacles, { document: uid })).quality,
      removables: await page.ask(removableApprovals, { document: uid }),
      replaces: isAdmin(page.viewer.role) && document.status === 'IN_REVIEW',
      addId: page.ports.newId(),
      removeId: page.ports.newId(),
      zone: page.viewer.settings.timeZone,
    };
  },
});

export const action = screenAction({
  access: 'document.manage_own',
  params: uidParams,
  async act(page) {
    const data = await page.request.formData();
    const { uid: document } = await page.ask(getDocument, { document: page.params.uid });
    const back = (words: string) => redirectTo(page, addresses.approvers(document), words);
    if (data.get('act') === 'remove') {
      const form = parseForm(page, data, removeApproverForm, { command: removeApprover });
      if (!form.ok) return form.showAgain();
      const result = await form.run(removeApprover, { ...form.values, document });
      return result.ok ? back('The approver is removed.') : form.refused(result.failure);
    }
    const form = parseForm(page, data, addApproverForm, { command: addApprover });
    if (!form.ok) return form.showAgain();
    const result = await form.run(addApprover, { ...form.values, document });
    if (!result.ok) return form.refused(result.failure);
    const added = (await page.ask(getDocument, { document })).approvals.find(({ user }) => user === form.values.user);
    return back(
      added?.status === 'WAITING'
        ? 'The approver is added, and asked by email when the step opens.'
        : 'The approver is added and asked by email.',
    );
  },
});

const labels = { approvers: 'Approver', approval: 'Approver', step: 'Step' };

const plainNote = 'Everyone here must sign before an Admin can give final approval.';
const routedNote = 'Each step must be complete before the next one opens and before an Admin can give final approval.';

/** The approvers of the version in review: add one, or remove one. */
export default function Approvers() {
  const { document, steps, options, obstacle, removables, replaces, addId, removeId, zone } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<{ approvers: string; step: string; approval: string; reason: string }>({
    id: 'approvers',
    lastResult: useLastResult(answer?.lastResult),
  });
  const undecided = document.approvals.filter(({ uid }) => removables.includes(uid));
  const unfinished = steps.filter(({ state }) => state !== 'complete');
  const editable = document.manages && document.status === 'IN_REVIEW';
  const removable = editable && undecided.length > 0;
  const sent = answer && (answer.lastResult.initialValue?.act === 'remove' ? 'remove' : 'add');
  // A refusal is shown in its form, or on top where the form is gone.
  const isGone = sent && !(sent === 'remove' ? removable : editable);
  return (
    <Page>
      {isGone && (
        <ErrorSummary problems={problemsOf(form, labels).map(({ message }) => ({ message }))} attempt={answer} />
      )}
      <DocumentTitle
        compact
        of={document}
        version={document.version}
        back={addresses.revise(document.uid)}
        backLabel={document.name}
        title="Approvers"
        facts={<Status status={document.status} trainingRate={document.training.labelRate} stamp />}
      />
      <Section
        id="listed"
        title={`Version ${document.version}`}
        note={document.status === 'IN_REVIEW' && (steps.length > 0 ? routedNote : plainNote)}
        narrow
      >
        {document.approvals.length > 0 ? (
          <ApproverList
            approvals={document.approvals}
            steps={steps}
            replaceIn={replaces ? document.uid : null}
            zone={zone}
          />
        ) : (
          <Empty>Nobody is asked to sign this version.</Empty>
        )}
        {obstacle && <Notice kind="wait">{obstacle}</Notice>}
      </Section>
      {editable && (
        <Section
          id="add"
          title="Add"
          note={
            steps.length > 0
              ? 'The new approver gets an email when the step opens, or at once where it is open.'
              : 'The new approver gets an email at once.'
          }
          narrow
        >
          <Form {...(sent === 'add' ? { form } : { id: 'add-approver' })} labels={labels} commandId={addId}>
            {unfinished.length > 0 && (
              <SelectField
                field={fields.step}
                label="Step"
                hint={steps.some(({ held }) => held) && 'A step of a function asks people who hold it.'}
                options={unfinished.map((step) => ({
                  value: String(step.number),
                  label: [
                    stepTitle(step),
                    ...(step.held ? [`function ${step.held.name}`] : []),
                    stepStateWords[step.state],
                  ].join(', '),
                }))}
              />
            )}
            <ApproverSelect field={fields.approvers} label="Approver" options={options} />
            <ReasonField field={sent === 'add' ? fields.reason : plainField('reason', { id: 'add-reason' })} />
            <Actions>
              <SubmitButton icon="user-round-plus" pendingLabel="Adding…">
                Add approver
              </SubmitButton>
            </Actions>
          </Form>
        </Section>
      )}
      {removable && (
        <Section
          id="remove"
          title="Remove"
          note="An approver who has not signed yet no longer has to. Signatures that were given stay."
          narrow
        >
          <Form
            {...(sent === 'remove' ? { form } : { id: 'remove-approver' })}
            labels={labels}
            commandId={removeId}
            showsSaved={false}
          >
            <input type="hidden" name="act" value="remove" />
            <SelectField
              field={fields.approval}
              label="Approver"
              placeholder="Choose"
              options={undecided.map(({ uid, name, step }) => ({
                value: uid,
                label: step === null ? name : `${name}, step ${step}`,
              }))}
            />
            <ReasonField field={sent === 'remove' ? fields.reason : plainField('reason', { id: 'remove-reason' })} />
            <Actions>
              <SubmitButton kind="stop" icon="user-round-minus" pendingLabel="Removing…">
                Remove approver
              </SubmitButton>
            </Actions>
          </Form>
        </Section>
      )}
    </Page>
  );
}
