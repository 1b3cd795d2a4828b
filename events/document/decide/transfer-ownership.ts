import type { PersonChoice, TransferOwnership } from '#events/document/commands.ts';
import { notManaging, outOfSequence, record, type Refusal, ruleOn } from '#events/document/decide/guards.ts';
import { exceptedIt, ownerAlone } from '#events/document/decide/separation.ts';
import { askedIn, canComplete, maySignIn, stepWords } from '#events/document/route.ts';
import { standingApprovals, type Document, type DocumentVersion } from '#events/document/state.ts';
import { refuse } from '#events/failures.ts';
import { mayOwn } from '#events/permissions.ts';
import { commentProblem } from '#events/reason.ts';

/** Refuses a new owner whom the route asks to sign what an owner may not sign. */
function ownerAsked(version: DocumentVersion, owner: PersonChoice): Refusal | null {
  const owned = { ...version, makers: [...version.makers, owner.user] };
  for (const [at, step] of version.route?.steps.entries() ?? []) {
    const users = askedIn(version, at + 1).map(({ user, signer = user }) => signer);
    if (users.every((user) => maySignIn(owned, step, user)) && canComplete(owned, step, users)) continue;
    const detail =
      `${owner.name} is asked in ${stepWords(at + 1, step)}, which an owner cannot sign (EU GMP 4.3). ` +
      'Who can: an admin can replace them there first.';
    return refuse('owner_may_not_approve', { detail, fields: { owner: [detail] } });
  }
  return null;
}

/** Refuses a new owner who recorded the exception of the version that is not published yet, or of the next one. */
const exceptedOwner = ({ current, status, nextSeparationWaivedBy: next }: Document, { user, name }: PersonChoice) =>
  (status === 'PENDING' || status === 'EFFECTIVE' ? null : exceptedIt(current, { user, name }, 'owner')) ??
  exceptedIt({ version: `after ${current.version}`, separationWaivedBy: next }, { user, name }, 'owner');

/** Another person owns the document. The present owner as the new one changes nothing. */
export const transferOwnership = ruleOn(
  ({ principal, owner, reason, separates = false }: TransferOwnership, document) => {
    const refusal = notManaging(document, principal) ?? outOfSequence('TransferOwnership', document);
    if (refusal) return refusal;
    if (owner.user === document.owner.uid) return record();
    if (!mayOwn(owner)) {
      const detail = `${owner.name} cannot own a document: owners are active authors and admins.`;
      return refuse('owner_not_eligible', { detail, fields: { owner: [detail] } });
    }
    const { current, status } = document;
    // Its owner names approvers, which no program does.
    if (principal.kind === 'user' && principal.program && status === 'IN_REVIEW')
      return refuse('not_allowed', {
        detail:
          `Version ${current.version} is under review, and a program gives no rights over it (21 CFR 11.10(g)). ` +
          'Who can: its owner, or an admin.',
      });
    const excepted = exceptedOwner(document, owner);
    if (excepted) return excepted;
    // From the publication on the version was approved by others than the owner of that time.
    if (status === 'IN_REVIEW' || status === 'APPROVED') {
      const owned = { ...current, makers: [owner.user] };
      const alone = ownerAlone(owned, standingApprovals(current), separates);
      if (alone) return alone;
    }
    const asked = status === 'IN_REVIEW' ? ownerAsked(current, owner) : null;
    if (asked) return asked;
    const problem = commentProblem(reason);
    if (problem) return refuse('invalid_input', { fields: { reason: [problem] } });
    return record({
      type: 'OwnershipTransferred',
      data: {
        document: document.uid,
        version: current.version,
        from: document.owner,
        to: { uid: owner.user, name: owner.name },
        reason: reason?.trim() || null,
      },
    });
  },
);
