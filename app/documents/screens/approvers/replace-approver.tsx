import type { MetaArgs } from '@remix-run/node';
import { roleLabel } from '#events/user/role.ts';
import { userStatusLabel } from '#events/user/status.ts';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useForm } from '@conform-to/react';
import { replaceApprover } from '#app/documents/commands/approvers.ts';
import { replaceApproverForm } from '#app/documents/forms/document-decision.ts';
import { addresses } from '#app/kit/addresses.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { readForm, redirectTo, screenAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { approvalToReplace, type ApprovalToReplace } from '#app/approval-routes/queries/to-replace.ts';
import { listSteps } from '#app/approval-routes/queries/steps.ts';
import { listApproverOptions } from '#app/organisation/queries/choices.ts';
import { getDocument, type DocumentRecord } from '#app/documents/queries/get-document.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { ErrorSummary } from '#app/ui/error-summary/error-summary.tsx';
import { ReasonField } from '#app/ui/field/field.tsx';
import { Form, SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { Notice } from '#app/ui/notice/notice.tsx';
import { Facts } from '#app/ui/page/facts.tsx';
import { Actions, Page, pageTitle, Section } from '#app/ui/page/page.tsx';
import { Status } from '#app/ui/status/status.tsx';
import { showDate } from '#app/ui/text/date.ts';
import { ApproverSelect } from './approver-lines.tsx';
import { approverOptions } from './approver-options.ts';
import { meaningWords } from '#app/approval-routes/words/routes.ts';
import { DocumentTitle } from '#app/kit/screen/document-title.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export { revalidateOnceOver as shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Replace approver', data?.document.name);

/** Why this approver cannot be replaced; null where that is possible. */
function obstacle({ status, version, approver }: ApprovalToReplace, document: DocumentRecord): string | null {
  const { name } = approver;
  if (status === 'APPROVED') return `${name} has signed. An approval that was given is never replaced.`;
  if (status === 'REJECTED') return `${name} did not approve version ${version}. A signature that was given stays.`;
  if (status === 'CANCELLED') return `${name} need not sign version ${version} any more. There is nothing to replace.`;
  if (document.status === 'IN_REVIEW' && document.version === version) return null;
  return `Version ${version} is not in review any more.`;
}

const params = uidParams.extend({ approval: sentUid() });

export const loader = screenLoader({
  access: 'document.manage_any',
  params,
  async load(page) {
    const { uid, approval: approvalUid } = page.params;
    const approval = await page.ask(approvalToReplace, { document: uid, approval: approvalUid });
    const document = await page.ask(getDocument, { document: uid });
    const { steps, holders } = await page.ask(listSteps, { document: uid, version: document.version });
    const number = document.approvals.find((one) => one.uid === approvalUid)?.step ?? null;
    const step = steps.find((one) => one.number === number) ?? null;
    const others = approverOptions(await page.ask(listApproverOptions, {}), document.approvals, { steps, holders });
    return {
      document,
      approval,
      obstacle: obstacle(approval, document),
      step,
      options: others.filter(
        (option) =>
          option.uid !== approval.user &&
          (option.uid !== page.viewer.uid || document.owner.uid !== option.uid) &&
          (!step?.held || option.functions.includes(step.held.name)),
      ),
      commandId: page.ports.newId(),
      zone: page.viewer.settings.timeZone,
    };
  },
});

export const action = screenAction({
  access: 'document.manage_any',
  params,
  async act(page) {
    const { uid: document, approval } = page.params;
    const replaced = await page.ask(approvalToReplace, { document, approval });
    const form = await readForm(page, replaceApproverForm, { command: replaceApprover });
    if (!form.ok) return form.showAgain();
    const result = await form.run(replaceApprover, { ...form.values, document, approval });
    if (!result.ok) return form.refused(result.failure);
    const when = replaced.status === 'WAITING' ? ' when the step opens' : '';
    const words = `${result.value.name} is asked by email in the place of ${replaced.approver.name}${when}.`;
    return redirectTo(page, addresses.approvers(document), words);
  },
});

/** Replaces an approver who is absent or deactivated. */
export default function ReplaceApprover() {
  const { document, approval, obstacle: reason, step, options, commandId, zone } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<{ approvers: string; reason: string }>({
    id: 'replace-approver',
    lastResult: useLastResult(answer?.lastResult),
  });
  const { approver } = approval;
  // The form is gone where another person was faster; the refusal is shown on top.
  const refused = reason !== null && answer?.problem;
  return (
    <Page>
      {refused && (
        <ErrorSummary
          problems={[{ message: ['Nobody was replaced.', refused.title, refused.detail].filter(Boolean).join(' ') }]}
          attempt={answer}
        />
      )}
      <DocumentTitle
        compact
        of={document}
        version={approval.version}
        back={addresses.approvers(document.uid)}
        backLabel={`Approvers of ${document.name}`}
        title="Replace approver"
        facts={<Status status={document.status} trainingRate={document.training.labelRate} stamp />}
      />
      <Section
        id="approver"
        title={approver.name}
        note="The replaced approver no longer has to sign this version."
        narrow
      >
        <Facts
          facts={[
            { name: 'Account', value: `${userStatusLabel(approver.status)}, ${roleLabel(approver.role)}` },
            { name: 'Asked on', value: showDate(approval.requestedAt, zone) },
            ...(step
              ? [{ name: 'Step', value: [`${step.number} ${step.name}`, meaningWords[step.meaning]].join(', ') }]
              : []),
            ...(step?.held ? [{ name: 'Function', value: step.held.name }] : []),
          ]}
        />
        {reason && (
          <Notice icon="lock">
            <p>{reason}</p>
          </Notice>
        )}
      </Section>
      {reason === null && (
        <Section
          id="replacement"
          title="Replacement"
          note={
            step?.state === 'waiting'
              ? 'The new approver gets an email when the step opens.'
              : 'The new approver gets an email at once.'
          }
          narrow
        >
          <Form
            form={form}
            commandId={commandId}
            expectedVersion={document.streamVersion}
            labels={{ approvers: 'New approver' }}
          >
            {step?.held && options.length === 0 && (
              <Notice kind="wait">
                <p>Nobody else holds the function {step.held.name}. An Admin grants it in the settings.</p>
              </Notice>
            )}
            <ApproverSelect field={fields.approvers} label="New approver" options={options} />
            <ReasonField field={fields.reason} always />
            <Actions>
              <LinkButton to={addresses.approvers(document.uid)}>Cancel</LinkButton>
              <SubmitButton icon="users-round" pendingLabel="Replacing…">
                Replace approver
              </SubmitButton>
            </Actions>
          </Form>
        </Section>
      )}
    </Page>
  );
}
