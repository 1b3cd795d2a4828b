import type { ApprovalToSign, ApproverLine } from '#app/queries/approval/to-sign.ts';
import { listed } from '#app/ui/text/count.ts';
import { showDate } from '#app/ui/text/date.ts';
import { signedWords } from '#app/wording/approval-count.ts';

type Progress = Pick<ApprovalToSign, 'approvers' | 'steps' | 'standsInFor'> & {
  approval: Pick<ApprovalToSign['approval'], 'step'>;
};

/**
 * `Step 2 of 3, Process owner, for Tomasz Wieczorek, until 03 Jun 2026.`, who signed before, and how many of the step.
 */
export function progressWords({ approvers, steps, approval, standsInFor }: Progress): string {
  const step = steps.find(({ number }) => number === approval.step);
  if (!step) return signedOf(approvers);
  const where = `Step ${step.number} of ${steps.length}, ${step.name}`;
  const instead = standsInFor ? `, for ${standsInFor.name}, until ${showDate(standsInFor.until, 'UTC')}` : '';
  const before = approvers.filter((one) => one.status === 'APPROVED' && (one.step ?? 0) < step.number);
  const names = listed([...new Set(before.map(({ name, signer }) => signer ?? name))]);
  const inStep = approvers.filter((one) => one.step === step.number);
  const here = inStep.length === 1 ? 'Yours is the only signature of this step.' : signedOf(inStep);
  return [`${where}${instead}.`, names && `Signed before: ${names}.`, here].filter(Boolean).join(' ');
}

function signedOf(approvers: readonly ApproverLine[]): string {
  const signed = approvers.filter(({ status }) => status === 'APPROVED').length;
  const asked = approvers.length;
  const words = signedWords({ signed, asked });
  return asked > 1 && signed === asked - 1 ? `${words} Yours is the last.` : words;
}
