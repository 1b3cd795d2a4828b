import { Link } from '@remix-run/react';
import type { Role } from '#events/user/events.ts';
import { roleLabel } from '#events/user/role.ts';
import { addresses } from '#app/kit/addresses.ts';
import type { StepLine } from '#app/approval-routes/queries/steps.ts';
import type { ApprovalLine } from '#app/documents/queries/get-document.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { type FieldState, SelectField } from '#app/ui/field/field.tsx';
import { RouteSteps } from '#app/ui/page/route-steps.tsx';
import { Section } from '#app/ui/page/page.tsx';
import { showDate } from '#app/ui/text/date.ts';
import { Hidden } from '#app/ui/icon/icon.tsx';
import { decisionWords, signerWords } from '#app/approval-routes/words/approvals.ts';
import { meaningWords, stepStateWords } from '#app/approval-routes/words/routes.ts';

/** The status of an approval in words. */
export function approvalWords({ status, signedAt, meaning, unable }: ApprovalLine, zone: string): string {
  const when = signedAt ? ` ${showDate(signedAt, zone)}` : '';
  if (status === 'APPROVED' || status === 'REJECTED') return decisionWords(meaning) + when;
  if (unable === 'unconfirmed') return 'Cannot sign before reconfirming the account';
  if (status === 'WAITING' && !unable) return 'Signs when the step before is complete';
  return unable ? 'Cannot sign any more: another approver is needed' : 'Has not signed yet';
}

type ApproverListProps = {
  approvals: readonly ApprovalLine[];
  /** The steps of the version's route; none without one. */
  steps?: readonly StepLine[];
  /** The document (uid) whose approvers the viewer may replace. */
  replaceIn?: string | null;
  zone: string;
};

/** As in "Step 2, Quality unit". */
export const stepTitle = ({ number, name }: StepLine): string => `Step ${number}, ${name}`;

/** The approvers of a version with the status of each; along a route by its steps. */
export function ApproverList({ steps = [], ...of }: ApproverListProps) {
  if (steps.length === 0) return <ApproverRows {...of} />;
  return (
    <RouteSteps
      column
      label="Steps of the route"
      steps={steps.map((step) => ({
        title: stepTitle(step),
        facts: [
          meaningWords[step.meaning],
          ...(step.held ? [step.held.name] : []),
          step.state === 'open' && step.dueAt
            ? `open until ${showDate(step.dueAt, of.zone)}`
            : stepStateWords[step.state],
        ].join(' · '),
        people: <ApproverRows {...of} approvals={of.approvals.filter((one) => one.step === step.number)} />,
        missing: null,
        state: step.state === 'waiting' ? undefined : step.state,
      }))}
    />
  );
}

function ApproverRows({ approvals, replaceIn, zone }: Omit<ApproverListProps, 'steps'>) {
  return (
    <ul className="ruled">
      {approvals.map((approval) => (
        <li className="row" key={approval.uid}>
          <span>{signerWords(approval)}</span>
          <span className="meta">
            {approvalWords(approval, zone)}
            {replaceIn && (approval.status === 'OPEN' || approval.status === 'WAITING') && (
              <>
                {' '}
                <Link to={addresses.replaceApprover(replaceIn, approval.uid)}>
                  Replace
                  <Hidden> {approval.name}</Hidden>
                </Link>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

type ApproverSelectProps = {
  field: FieldState;
  label: string;
  options: readonly { uid: string; name: string; role: Role; functions?: readonly string[] }[];
};

/** Chooses one approver from the active Admins and Authors; `functions`: names of those that the steps need. */
export function ApproverSelect({ field, label, options }: ApproverSelectProps) {
  return (
    <SelectField
      field={field}
      label={label}
      placeholder="Choose"
      options={options.map(({ uid, name, role, functions = [] }) => ({
        value: uid,
        label: [name, roleLabel(role), ...functions].join(', '),
      }))}
    />
  );
}

type ApproverLinesProps = {
  document: { uid: string; version: string; approvals: readonly ApprovalLine[] };
  steps: readonly StepLine[];
  /** The viewer may replace an approver. */
  replaces: boolean;
  zone: string;
};

/** The section of the approvers while a version is in review. */
export function ApproverLines({ document, steps, replaces, zone }: ApproverLinesProps) {
  return (
    <Section
      id="in-review"
      title="In review"
      note={`The approvers of version ${document.version}. They can change without a new version.`}
      narrow
    >
      <ApproverList
        approvals={document.approvals}
        steps={steps}
        replaceIn={replaces ? document.uid : null}
        zone={zone}
      />
      <div className="actions">
        <LinkButton to={addresses.approvers(document.uid)} icon="users-round" size="small">
          Change approvers
        </LinkButton>
      </div>
    </Section>
  );
}
