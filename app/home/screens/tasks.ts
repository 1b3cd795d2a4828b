import { addresses } from '#app/kit/addresses.ts';
import type { StartHereCards, StuckCard } from '#app/home/queries/start-here.ts';
import { signedWords } from '#app/approval-routes/words/approvals.ts';
import type { ButtonKind } from '#app/ui/button/button.tsx';
import type { IconName } from '#app/ui/icon/names.ts';
import { inWordsFirst, lasting } from '#app/ui/text/count.ts';
import { showDate } from '#app/ui/text/date.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';

/** One task of the viewer, as a card or a line shows it. */
export interface Task {
  key: string;
  /** Null where it is about no document. */
  document: string | null;
  number: string;
  version: string;
  title: string;
  fact: string;
  /** A second, quieter fact. */
  aside?: string | undefined;
  button: { to: string; label: string; icon: IconName; about: string; kind?: ButtonKind };
}

const reasons: Record<StuckCard['unable'], string> = {
  employee: 'is an Employee and cannot sign. This version needs another approver.',
  deactivated: 'is deactivated and cannot sign. This version needs another approver.',
  function: 'does not hold the function of the step and cannot sign. This version needs another approver.',
  unconfirmed: 'cannot sign before reconfirming the account. Until then this version needs another approver.',
};

type CardDocument = Parameters<typeof documentNumber>[0] & { document: string; version: string; name: string };

function task(
  kind: string,
  of: CardDocument,
  fact: string,
  button: Omit<Task['button'], 'about'> & { about?: string },
  aside?: string,
): Task {
  return {
    key: `${kind} ${of.document} ${fact}`,
    document: of.document,
    number: documentNumber(of),
    version: of.version,
    title: of.name,
    fact,
    aside,
    button: { about: of.name, ...button },
  };
}

/** What the tab counts: what awaits final approval, the viewer's approval, or as an import its second signature. */
export const countSignatures = ({ finalApprovals, imports, approvals, forOthers }: StartHereCards): number =>
  finalApprovals.total + imports.total + approvals.total + forOthers.total;

/** The number of tasks of all kinds, listed or not. */
export const countTasks = (waiting: StartHereCards): number =>
  Object.values(waiting).reduce((sum, { total }) => sum + total, 0);

/** The tasks in their order: final approvals, then approvals, the longest waiting first; then the others. */
export const tasksOf = (waiting: StartHereCards, zone: string): Task[] => [
  ...waiting.finalApprovals.cards.map((one) =>
    task(
      'final',
      one,
      one.externallyEffective ? 'Already effective external to the system.' : 'All approvers have signed.',
      { to: addresses.publish(one.document), label: 'Approve', kind: 'solid', icon: 'stamp' },
      one.approvedAt ? `Since ${showDate(one.approvedAt, zone)}` : undefined,
    ),
  ),
  ...waiting.imports.cards.map((one): Task => ({
    key: `import ${one.import}`,
    document: null,
    number: 'Import',
    version: '',
    title: one.source,
    fact: `${one.checkedBy} compared its sample. ${lasting(one.documents, 'document')} wait for your signature.`,
    aside: `Since ${showDate(one.since, zone)}`,
    button: {
      to: addresses.importPage(one.import, 'approve'),
      label: 'Approve the import',
      kind: 'pen',
      icon: 'signature',
      about: one.source,
    },
  })),
  ...waiting.approvals.cards.map((one) =>
    task('sign', one, `From ${one.owner}. ${signedWords(one)}`, {
      to: addresses.approve(one.document),
      label: 'Sign & Approve Document',
      kind: 'pen',
      icon: 'signature',
    }),
  ),
  ...waiting.forOthers.cards.map((one) =>
    task('deputy', one, `For ${one.absent}, until ${showDate(one.until, 'UTC')}. From ${one.owner}.`, {
      to: addresses.approve(one.document),
      label: 'Sign & Approve Document',
      kind: 'pen',
      icon: 'signature',
    }),
  ),
  ...waiting.stuck.cards.map((one) =>
    task('stuck', one, `${one.approver} ${reasons[one.unable]}`, {
      to: addresses.replaceApprover(one.document, one.approval),
      label: 'Replace approver',
      icon: 'users-round',
      about: `${one.approver}, ${one.name}`,
    }),
  ),
  ...waiting.withoutUnit.cards.map((one) =>
    task('unit', one, `Nobody of ${one.unit} is asked or has signed. This version needs another approver.`, {
      to: addresses.approvers(one.document),
      label: 'Add approver',
      icon: 'users-round',
    }),
  ),
  ...waiting.rejected.cards.map((one) =>
    task(
      'rejected',
      one,
      `${one.rejectedBy ?? 'An approver'} did not approve.${one.reason ? ` “${one.reason}”` : ''}`,
      { to: addresses.revise(one.document), label: 'Revise', icon: 'file-pen-line' },
    ),
  ),
  ...waiting.requests.cards.map((one) =>
    task(
      'requests',
      one,
      one.requests === 1 ? 'One change is requested.' : `${inWordsFirst(one.requests)} changes are requested.`,
      { to: addresses.documentRequests(one.document), label: 'Decide', icon: 'pencil' },
      `Since ${showDate(one.since, zone)}`,
    ),
  ),
  ...waiting.reviews.cards.map((one) =>
    task(
      'review',
      one,
      `Owned by ${one.owner}. Its periodic review is due.`,
      { to: addresses.periodicReview(one.document), label: 'Record review', icon: 'book-open' },
      `Since ${showDate(one.dueAt, zone)}`,
    ),
  ),
  ...waiting.drafts.cards.map((one) =>
    task(
      'draft',
      one,
      'Your draft. It is not sent to its approvers yet.',
      { to: addresses.revise(one.document), label: 'Continue', icon: 'pencil' },
      `Modified ${showDate(one.revisedAt, zone)}`,
    ),
  ),
];
