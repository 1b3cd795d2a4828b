import { generateSync } from 'otplib';
import { approveDocument, askPasskeyToApprove, rejectDocument } from '#app/approvals/commands/sign.ts';
import { addApprover, addApprovers, removeApprover, replaceApprover } from '#app/documents/commands/approvers.ts';
import { answerComment, makeComment, resolveComment } from '#app/documents/commands/comment.ts';
import { decideRequest } from '#app/documents/commands/change-requests/decide.ts';
import { requestChange } from '#app/documents/commands/change-requests/request.ts';
import { leaveOutApprover, nameApprovers } from '#app/documents/commands/name-approvers.ts';
import { openFile } from '#app/documents/commands/open-file.ts';
import { signatureOf, type Person } from '#app/set-up/demonstration/world.ts';
import {
  admins,
  attempt,
  authors,
  doer,
  pick,
  reasonOf,
  some,
  today,
  uidsOf,
  type Choices,
  type Doer,
  type Stage,
} from '../stage.ts';
import { inStatus } from './documents.ts';
import type { Act } from './act.ts';

type Approval = Stage['models']['approvals'][number];

const openOnes = ({ models }: Stage): Approval[] => models.approvals.filter(({ status }) => status === 'OPEN');

/** Its owner, and who is asked to approve it. */
function reviewersOf(stage: Stage, document: string): Person[] {
  const { models } = stage;
  const asked = models.approvals.filter(
    ({ document_uid: uid, status }) => uid === document && ['OPEN', 'WAITING', 'APPROVED'].includes(status),
  );
  const owner = models.documents.find(({ uid }) => uid === document)?.owner_uid;
  return authors(stage).filter(({ uid }) => uid === owner || asked.some(({ user_uid: user }) => user === uid));
}

/** Comments on documents that are under review. */
const underReview = (stage: Stage) => {
  const documents = uidsOf(inStatus(stage, 'IN_REVIEW'));
  return stage.models.comments.filter(({ document_uid: uid }) => documents.includes(uid));
};

/** Who may sign it: the person who is asked, and today's deputy. */
function signersOf({ people, models }: Stage, { user_uid: user }: Approval): Person[] {
  const deputies = models.absences
    .filter((absence) => absence.user_uid === user && absence.ended_at === null)
    .map((absence) => absence.deputy_uid);
  return people.filter(({ uid }) => uid === user || deputies.includes(uid));
}

/** The next code of the person's app, where they have one. */
export function codeOf({ apps }: Stage, { uid }: Person): string | undefined {
  const app = apps.get(uid);
  if (!app) return undefined;
  app.steps += 1;
  return generateSync({ secret: app.secret, epoch: Math.floor(Date.now() / 1000) + 30 * Math.min(app.steps, 1) });
}

/** The signature form as somebody fills it in: with the own name, seldom with another's. */
export function signatureBy(stage: Stage, by: Doer, choice: number) {
  const person = today(stage, by.person ?? stage.people[0]!);
  const other = stage.people[choice % stage.people.length]!;
  return {
    ...signatureOf(person),
    ...(choice % 11 === 7 && { signedName: `${other.firstName} ${other.lastName}` }),
    ...(choice % 23 === 5 && { password: 'another-password-entirely-7' }),
    code: codeOf(stage, person),
  };
}

async function sign(stage: Stage, { which, who, how }: Choices, decision: 'approve' | 'reject') {
  const approval = pick(openOnes(stage), which);
  if (!approval) return;
  const by = doer(stage, who, signersOf(stage, approval));
  const file = { document: approval.document_uid, version: approval.version, kind: 'final', purpose: 'approval' };
  if (how % 9 !== 8) await attempt(stage, by, openFile, file);
  const form = { ...signatureBy(stage, by, how), approval: approval.uid };
  if (decision === 'reject') await attempt(stage, by, rejectDocument, { ...form, reason: 'Step 4 is missing.' });
  else await attempt(stage, by, approveDocument, form);
}

/** Approving, commenting and requesting changes; each act is named by its command. */
export const reviewActs: Record<string, Act> = {
  'approval.approve': (stage, choices) => sign(stage, choices, 'approve'),
  'approval.reject': async (stage, choices) => {
    if (choices.how % 2 === 0) await sign(stage, choices, 'reject');
  },

  async 'approval.ask_passkey'(stage, { which, who, how }) {
    const approval = pick(
      openOnes(stage).filter(({ user_uid: user }) => stage.passkeys.has(user)),
      which,
    );
    const person = stage.people.find(({ uid }) => uid === approval?.user_uid);
    if (!approval || !person) return;
    const by = doer(stage, who, [person]);
    const file = { document: approval.document_uid, version: approval.version, kind: 'final', purpose: 'approval' };
    await attempt(stage, by, openFile, file);
    const { code: _, ...typed } = signatureBy(stage, by, how);
    const form = { ...typed, approval: approval.uid };
    const asked = await attempt(stage, by, askPasskeyToApprove, { ...form, decision: 'approve' });
    const passkey = stage.passkeys.get(by.person?.uid ?? '');
    if (!asked.ok || !passkey) return;
    const answer = JSON.stringify(passkey.answer(asked.value.challenge));
    await attempt(stage, by, approveDocument, { ...form, passkey: answer });
  },

  async 'document.add_approvers'(stage, { which, who, how }) {
    const document = pick(inStatus(stage, 'IN_REVIEW'), which);
    if (!document) return;
    const users = uidsOf(some(authors(stage), how).slice(0, 2));
    const input = { document: document.uid, users, reason: reasonOf(how) };
    await attempt(stage, doer(stage, who, admins(stage)), addApprovers, input);
  },

  async 'document.add_approver'(stage, { which, who, how }) {
    const document = pick(inStatus(stage, 'IN_REVIEW'), which);
    const user = pick(authors(stage), how);
    if (!document || !user) return;
    const input = { document: document.uid, user: user.uid, reason: reasonOf(how), ...(how % 3 === 0 && { step: 1 }) };
    await attempt(stage, doer(stage, who, admins(stage)), addApprover, input);
  },

  async 'document.remove_approver'(stage, { which, who, how }) {
    const approval = pick(openOnes(stage), which);
    if (!approval) return;
    const input = { document: approval.document_uid, approval: approval.uid, reason: reasonOf(how) };
    await attempt(stage, doer(stage, who, authors(stage)), removeApprover, input);
  },

  async 'document.replace_approver'(stage, { which, who, how }) {
    const approval = pick(openOnes(stage), which);
    const user = pick(authors(stage), how);
    if (!approval || !user) return;
    const input = {
      document: approval.document_uid,
      approval: approval.uid,
      user: user.uid,
      reason: 'Away until May.',
    };
    await attempt(stage, doer(stage, who, admins(stage)), replaceApprover, input);
  },

  async 'document.name_approvers'(stage, { which, who, how }) {
    const document = pick(inStatus(stage, 'CREATED', 'IN_REVIEW', 'REJECTED', 'EFFECTIVE'), which);
    if (!document) return;
    const named = some(authors(stage), how).slice(0, 2);
    const input =
      how % 4 === 0
        ? { approvers: [], places: named.map(({ uid }) => ({ user: uid, step: 1 + (how % 2) })) }
        : { approvers: uidsOf(named) };
    await attempt(stage, doer(stage, who, authors(stage)), nameApprovers, { document: document.uid, ...input });
  },

  async 'document.leave_out_approver'(stage, { which, who, how }) {
    const approval = pick(stage.models.approvals, which);
    if (!approval) return;
    const input = { document: approval.document_uid, approval: approval.uid, reason: reasonOf(how) };
    await attempt(stage, doer(stage, who, authors(stage)), leaveOutApprover, input);
  },

  async 'comment.make'(stage, { which, who, how }) {
    const document = pick(inStatus(stage, 'IN_REVIEW'), which);
    if (!document) return;
    const said = { page: 1, text: 'The limit is missing.', mustFix: how % 3 === 0 };
    const input = { document: document.uid, version: document.version, ...said };
    await attempt(stage, doer(stage, who, reviewersOf(stage, document.uid)), makeComment, input);
  },

  async 'comment.answer'(stage, { which, who }) {
    const comment = pick(underReview(stage), which);
    if (!comment) return;
    await attempt(stage, doer(stage, who, reviewersOf(stage, comment.document_uid)), answerComment, {
      comment: comment.uid,
      text: 'It is 7 g.',
    });
  },

  async 'comment.resolve'(stage, { which, who }) {
    const open = underReview(stage).filter(({ resolved_at: at }) => at === null);
    const comment = pick(open.length > 0 ? open : stage.models.comments, which);
    if (!comment) return;
    await attempt(stage, doer(stage, who, reviewersOf(stage, comment.document_uid)), resolveComment, {
      comment: comment.uid,
      how: 'Said now.',
    });
  },

  async 'change_request.request'(stage, { which, who, how }) {
    const document = pick(inStatus(stage, 'EFFECTIVE', 'PENDING', 'IN_REVIEW'), which);
    if (!document) return;
    const version = document.effective_version ?? document.version;
    const asked = { text: 'Say who cleans the balance.', urgency: pick(['low', 'normal', 'urgent'], how) };
    const input = { document: document.uid, version, ...asked };
    await attempt(stage, doer(stage, who, stage.people), requestChange, input);
  },

  async 'change_request.decide'(stage, { which, who, how }) {
    const request = pick(
      stage.models.requests.filter(({ status }) => status === 'OPEN'),
      which,
    );
    if (!request) return;
    const decision = how % 3 === 0 ? 'decline' : 'accept';
    const input = { request: request.uid, decision, reason: 'As the method says.' };
    await attempt(stage, doer(stage, who, authors(stage)), decideRequest, input);
  },
};
