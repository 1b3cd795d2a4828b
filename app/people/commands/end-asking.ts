import { decideInTurn } from '#events/decider.ts';
import { isUndecided } from '#events/document/approval.ts';
import { removeApprover } from '#events/document/decide/approvers.ts';
import { documentEvolution } from '#events/document/evolve.ts';
import { stepOf } from '#events/document/route.ts';
import type { DocumentState } from '#events/document/state.ts';
import { intendDocument } from '#app/documents/commands/change-document.ts';
import type { Part } from '#app/kit/command/change.ts';
import type { SignedInContext } from '#app/kit/command/command.ts';

interface Ending {
  /** Who is asked no more. */
  user: string;
  /** The function that they lose; null: they leave, with all of them. */
  function: string | null;
  reason: string;
  /** Documents on which something else is decided in the same act. */
  except?: readonly string[];
}

/**
 * Ends the asking of a person in steps that ask everybody who holds a function, which they hold no more: recorded with
 * the act that takes it. What the acting person may not decide stays open, and another admin decides it: who owns
 * or signs the version completes nothing by it (21 CFR 11.10(f)), and a step needs somebody.
 */
export async function endAsking(
  context: SignedInContext,
  { user, function: lost, reason, except = [] }: Ending,
): Promise<Part[]> {
  const asked = await context.ports.database.read(context.org, (db) =>
    db
      .selectFrom('read.approval')
      .select('document_uid')
      .distinct()
      .where('user_uid', '=', user)
      .where('status', 'in', ['OPEN', 'WAITING'])
      .orderBy('document_uid')
      .execute(),
  );
  const parts: Part[] = [];
  for (const { document_uid: document } of asked) {
    if (except.includes(document)) continue;
    const ended = await intendDocument(context, { document }, (state, by) => {
      const { current } = state;
      const ending = current.approvals.filter((approval) => {
        const step = approval.user === user && isUndecided(approval) ? stepOf(current, approval.step) : undefined;
        if (step?.howMany !== 'all' || step.who.kind !== 'function') return false;
        return lost === null || step.who.function.uid === lost;
      });
      const decisions = ending.map(
        ({ uid }) =>
          (version: DocumentState) =>
            removeApprover({ ...by, approval: uid, reason }, version),
      );
      return { decision: decideInTurn(documentEvolution, decisions, state), answer: null };
    });
    if (ended.ok) parts.push(ended.value);
  }
  return parts;
}
