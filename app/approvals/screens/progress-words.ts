import type { ApprovalToSign, ApproverLine } from '#app/approvals/queries/to-sign.ts';
import { listed } from '#app/ui/text/count.ts';
import { showDate } from '#app/ui/text/date.ts';
import { signedWords } from '#app/approval-routes/words/approvals.ts';

type Progress = Pick<ApprovalToSign, 'approvers' | 'steps' | 'completesStep' | 'standsInFor'> & {
  approval: Pick<ApprovalToSign['approval'], 'step'>;
};

/**
 * `Step 2 of 3, Process owner, for Tomasz Wieczorek, until 03 Jun 2026.`, who signed before, and how many of the step.
 */
export function progressWords({ approvers, steps, completesStep, approval, standsInFor }: Progress): string {
  const step = steps.find(({ number }) => number === approval.step);
  const total = countOf(approvers);
  if (!step) return withLast(total, total.asked > 1 && total.signed === total.asked - 1);
  const where = `Step ${step.number} of ${steps.length}, ${step.name}`;
  const instead = standsInFor ? `, for ${standsInFor.name}, until ${showDate(standsInFor.until, 'UTC')}` : '';
  const before = approvers.filter((one) => one.status === 'APPROVED' && (one.step ?? 0) < step.number);
  const names = listed([...new Set(before.map(({ name, signer }) => signer ?? name))]);
  const count = countOf(approvers.filter((one) => one.step === step.number));
  const here = count.asked === 1 ? 'Yours is the only signature of this step.' : withLast(count, completesStep);
  return [`${where}${instead}.`, names && `Signed before: ${names}.`, here].filter(Boolean).join(' ');
}

interface Count {
  signed: number;
  asked: number;
}

const countOf = (approvers: readonly ApproverLine[]): Count => ({
  signed: approvers.filter(({ status }) => status === 'APPROVED').length,
  asked: approvers.length,
});

/** How many have signed, and whether the viewer's signature is the last: of all, or of as many as the step needs. */
function withLast(count: Count, isLast: boolean): string {
  const words = signedWords(count);
  if (!isLast) return words;
  if (count.signed === 0) return `${words} One signature is enough.`;
  return `${words} Yours is the last${count.signed < count.asked - 1 ? ' that is needed' : ''}.`;
}
