import type { ApproverLine } from '#app/approvals/queries/to-sign.ts';
import type { StepLine } from '#app/approval-routes/queries/steps.ts';
import { decisionWords, signerWords } from '#app/approval-routes/words/approvals.ts';
import { stepStateWords } from '#app/approval-routes/words/routes.ts';
import { showMoment } from '#app/ui/text/date.ts';

const approverWords = (approver: ApproverLine): string => {
  const { name, status, signedAt, meaning } = approver;
  if (status === 'WAITING') return `${name}, when the step opens`;
  if (status === 'OPEN' || signedAt === null) return `${name}, not yet`;
  const decision = decisionWords(meaning);
  return `${signerWords(approver)}, ${decision.charAt(0).toLowerCase()}${decision.slice(1)} ${showMoment(signedAt)}`;
};

/** All approvers of the version, by the steps of its route. */
export function ApproverList({ approvers, steps }: { approvers: readonly ApproverLine[]; steps: readonly StepLine[] }) {
  const lines = (some: readonly ApproverLine[]) =>
    some.map((approver) => <div key={approver.uid}>{approverWords(approver)}</div>);
  if (steps.length === 0) return <>{lines(approvers)}</>;
  return (
    <>
      {steps.map(({ number, name, state }) => (
        <div key={number}>
          <b>
            Step {number}, {name}
          </b>
          , {stepStateWords[state]}
          {lines(approvers.filter(({ step }) => step === number))}
        </div>
      ))}
    </>
  );
}
