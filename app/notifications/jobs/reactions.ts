import type { E, EventType } from '#events/catalogue.ts';
import type { JobSpec, JsonObject, RecordedEvent } from '#events/ledger/types.ts';
import { isAnnounced } from '#events/webhook/announce.ts';
import { deliverEmailTask } from '#app/notifications/delivery/enqueue.ts';
import type { EventEmailRequest } from '#app/kit/email/request.ts';

type Reactions = { [T in EventType]?: (event: E<T>, recorded: RecordedEvent) => JobSpec[] };

const job = (task: string, { org, position }: RecordedEvent, facts: JsonObject = {}): JobSpec => ({
  task,
  payload: { org, position, ...facts },
});

const email = (recorded: RecordedEvent, template: EventEmailRequest['template'], to: string): JobSpec =>
  job(deliverEmailTask, recorded, { template, to });

const codeTemplates = { confirm: 'invitation', reconfirm: 'reactivation', reset: 'reset-code' } as const;

const extractText = (recorded: RecordedEvent, { document }: { document: string }): JobSpec =>
  job('extract-text', recorded, { document });

const importJob = (task: string, { org }: RecordedEvent, of: { import: string }): JobSpec => ({
  task,
  payload: { org, import: of.import },
  key: of.import,
});

/** An email to everybody who is asked to sign. A job finds the deputies of those who are absent. */
const askAll = (recorded: RecordedEvent, { approvals }: { approvals: readonly { user: string }[] }): JobSpec[] => [
  ...approvals.map(({ user }) => email(recorded, 'approval-wanted', user)),
  job('enqueue-emails', recorded),
];

/** An email to those who are no longer asked, but for who took themselves out. */
const withdrawn = (recorded: RecordedEvent, approvals: readonly { user: string }[]): JobSpec[] =>
  approvals
    .filter(({ user }) => !('uid' in recorded.actor) || recorded.actor.uid !== user)
    .map(({ user }) => email(recorded, 'approval-withdrawn', user));

/** The signed PDFs of these versions are made, or made again with this event. */
const signedPdfs = (
  recorded: RecordedEvent,
  { document }: { document: string },
  versions: (string | null)[],
): JobSpec[] =>
  [...new Set(versions)].flatMap((version) =>
    version === null ? [] : [job('make-signed-pdf', recorded, { document, version })],
  );

/** A version that people are to sign is compared with those before it. */
const comparisons = (recorded: RecordedEvent, { document, version }: { document: string; version: string }): JobSpec =>
  job('make-comparisons', recorded, { document, version });

/**
 * The jobs that follow an event. They are enqueued in the append's own transaction, so that no event is without its
 * emails. A job reads its facts from the ledger and the read models; its payload only names the event.
 */
const reactions: Reactions = {
  OrganisationCreated: ({ data }, recorded) => [job('issue-certificate', recorded, { name: data.name })],
  OrganisationSettingsChanged: ({ data }, recorded) =>
    data.changes.some(({ field }) => field === 'searchLanguage') ? [job('index-in-language', recorded)] : [],
  UserInvited: ({ data }, recorded) => [email(recorded, 'invitation', data.user)],
  UserDeactivated: (_event, recorded) => [job('enqueue-emails', recorded)],
  UserReactivated: ({ data }, recorded) => [email(recorded, 'reactivation', data.user)],
  VerificationCodeIssued: ({ data }, recorded) => [email(recorded, codeTemplates[data.purpose], data.user)],
  // An invited person gets no email about training: after the confirmation, one lists all open training.
  UserConfirmed: ({ data }, recorded) => [email(recorded, 'training-assigned', data.user)],
  UserReconfirmed: ({ data }, recorded) => [email(recorded, 'training-assigned', data.user)],
  PasswordSet: ({ data }, recorded) =>
    data.how === 'changed' || data.how === 'reset' ? [email(recorded, 'password-changed', data.user)] : [],
  AuthenticatorEnrolled: ({ data }, recorded) => [email(recorded, 'second-factor', data.user)],
  // The new one has its own email.
  AuthenticatorRevoked: ({ data }, recorded) =>
    data.because === 'replaced' ? [] : [email(recorded, 'second-factor', data.user)],
  UserSignedIn: ({ data }, recorded) =>
    data.method === 'password_and_recovery_code' ? [email(recorded, 'second-factor', data.user)] : [],
  EmailChangeRequested: ({ data }, recorded) => [
    email(recorded, 'email-change-code', data.user),
    email(recorded, 'email-change-requested', data.user),
  ],
  EmailChangeCancelled: ({ data }, recorded) => [email(recorded, 'email-change-cancelled', data.user)],
  EmailChanged: ({ data }, recorded) => [
    email(recorded, 'email-changed', data.user),
    email(recorded, 'email-changed-before', data.user),
  ],
  EmailSentAgain: (_event, recorded) => [job('send-email-again', recorded)],
  UserLockedOut: (_event, recorded) => [job('enqueue-emails', recorded)],
  BreakGlassUsed: (_event, recorded) => [job('enqueue-emails', recorded)],
  WebhookDisabled: (_event, recorded) => [job('enqueue-emails', recorded)],
  ImportBegun: ({ data }, recorded) => [importJob('preview-import', recorded, data)],
  ImportColumnsMapped: ({ data }, recorded) => [importJob('preview-import', recorded, data)],
  ImportTitlesCut: ({ data }, recorded) => [importJob('preview-import', recorded, data)],
  ImportDatesOrdered: ({ data }, recorded) => [importJob('preview-import', recorded, data)],
  ImportExceptionsAccepted: ({ data }, recorded) => [importJob('preview-import', recorded, data)],
  ImportFilesMended: ({ data }, recorded) => [importJob('preview-import', recorded, data)],
  ImportChecked: ({ data }, recorded) =>
    data.verdicts.every(({ equal }) => equal) ? [job('enqueue-emails', recorded)] : [],
  ImportApproved: ({ data }, recorded) => [importJob('run-import', recorded, data)],
  DocumentFileAttached: ({ data }, recorded) => [extractText(recorded, data)],
  // Along a route only the people of the step that opens are asked.
  DocumentSentForReview: ({ data }, recorded) => [
    comparisons(recorded, data),
    ...(data.route ? [] : askAll(recorded, data)),
  ],
  StepOpened: ({ data }, recorded) => askAll(recorded, data),
  DocumentRevised: ({ data }, recorded) => [
    comparisons(recorded, data),
    ...(data.route ? [] : askAll(recorded, data)),
    ...signedPdfs(recorded, data, [data.withdrawn]),
  ],
  ApproverAdded: ({ data }, recorded) => (data.waits ? [] : askAll(recorded, { approvals: [data.approval] })),
  ApproverReplaced: ({ data }, recorded) => [
    ...(data.waits ? [] : askAll(recorded, { approvals: [data.replacement] })),
    ...withdrawn(recorded, [data.approval]),
  ],
  ApproverRemoved: ({ data }, recorded) => withdrawn(recorded, [data.approval]),
  // A rejection has its own email; where a step is complete, others have done what was asked.
  ApprovalsCancelled: ({ data: { because, approvals } }, recorded) =>
    because === 'revised' || because === 'retired' ? withdrawn(recorded, approvals) : [],
  AbsenceDeclared: ({ data }, recorded) => [email(recorded, 'absence-declared', data.deputy.uid)],
  OwnershipTransferred: ({ data: { from, to } }, recorded) =>
    [from, to].map(({ uid }) => email(recorded, 'ownership-transferred', uid)),
  ApprovalRejected: (_event, recorded) => [job('enqueue-emails', recorded)],
  // The email after a confirmation includes what the confirmation assigns.
  TrainingAssigned: ({ data: { because, assignments } }, recorded) =>
    assignments.length > 0 && because !== 'confirmed' && because !== 'reactivated'
      ? [job('enqueue-emails', recorded)]
      : [],
  TrainingReminded: ({ data }, recorded) => [email(recorded, 'training-reminded', data.user.uid)],
  ChangeRequested: (_event, recorded) => [job('enqueue-emails', recorded)],
  ChangeRequestAccepted: ({ data }, recorded) => [email(recorded, 'change-request-decided', data.author.uid)],
  ChangeRequestDeclined: ({ data }, recorded) => [email(recorded, 'change-request-decided', data.author.uid)],
  ChangeRequestCarriedOut: ({ data }, recorded) => [email(recorded, 'change-request-decided', data.author.uid)],
  CommentMade: (_event, recorded) => [job('enqueue-emails', recorded)],
  CommentAnswered: ({ data }, recorded) =>
    data.to.uid === data.author.uid ? [] : [email(recorded, 'comment-answered', data.to.uid)],
  DocumentDiscarded: ({ data }, recorded) => [extractText(recorded, data)],
  DocumentApproved: ({ data }, recorded) => [
    ...signedPdfs(recorded, data, [data.version]),
    job('enqueue-emails', recorded),
  ],
  DocumentBecameEffective: ({ data }, recorded) => [
    job('enqueue-emails', recorded),
    ...signedPdfs(recorded, data, [data.version, data.supersedes]),
    extractText(recorded, data),
  ],
  DocumentRetired: ({ data }, recorded) => [
    ...signedPdfs(recorded, data, [data.version, data.effectiveVersion]),
    extractText(recorded, data),
  ],
  DocumentReinstated: ({ data }, recorded) => [
    ...signedPdfs(recorded, data, [data.fromVersion]),
    extractText(recorded, data),
  ],
  DocumentDeclaredExternallyEffective: ({ data }, recorded) => signedPdfs(recorded, data, [data.version]),
  DocumentPublished: ({ data }, recorded) => [
    comparisons(recorded, data),
    ...signedPdfs(recorded, data, [data.version]),
    { ...job('become-effective', recorded, { document: data.document }), runAt: data.effectiveAt },
  ],
  EffectiveDateChanged: ({ data }, recorded) => [
    ...signedPdfs(recorded, data, [data.version]),
    { ...job('become-effective', recorded, { document: data.document }), runAt: data.new },
  ],
};

/** Webhooks follow the ledger: an event that they report wakes them, as does one that turned one on or skipped one. */
const wakeWebhooks = (recorded: RecordedEvent): JobSpec[] =>
  isAnnounced(recorded.type) || recorded.type === 'WebhookChanged' || recorded.type === 'WebhookDeliverySkipped'
    ? [{ task: 'wake-webhooks', payload: { org: recorded.org }, key: `wake-webhooks/${recorded.org}` }]
    : [];

/** The jobs of one event, for the ledger's `Reactions.enqueue`. */
export function enqueue(recorded: RecordedEvent): JobSpec[] {
  const react = reactions[recorded.type as EventType] as ((event: E, recorded: RecordedEvent) => JobSpec[]) | undefined;
  return [...(react?.(recorded as unknown as E, recorded) ?? []), ...wakeWebhooks(recorded)];
}
