import type { E, EventType } from '#events/catalogue.ts';
import type { JobSpec, JsonObject, RecordedEvent } from '#events/ledger/types.ts';

/**
 * Which jobs follow an event. They are enqueued in the append's own transaction, so that an event without its e-mail, or an e-mail
 * without its event, cannot be. A job finds what it needs in the ledger and the read models; its payload names the event alone.
 */
type Reaction = { [T in EventType]?: (event: E<T>, recorded: RecordedEvent) => JobSpec[] };

const job = (task: string, recorded: RecordedEvent, payload: JsonObject): JobSpec => ({
  task,
  payload: { org: recorded.org, position: recorded.position, ...payload },
});

const mail = (recorded: RecordedEvent, template: string, to: string, facts: JsonObject = {}): JobSpec =>
  job('deliver-mail', recorded, { template, to, ...facts });

const reactions: Reaction = {
  OrganisationCreated: ({ data }, recorded) => [job('issue-seal', recorded, { name: data.name })],
  UserInvited: ({ data }, recorded) => [mail(recorded, 'invitation', data.user)],
  UserReactivated: ({ data }, recorded) => [mail(recorded, 'reactivation', data.user)],
  VerificationCodeIssued: ({ data }, recorded) => [
    mail(recorded, { confirm: 'invitation', reconfirm: 'reactivation', reset: 'reset-code' }[data.purpose], data.user),
  ],
  /** Whoever was invited when a document was published could not be told then: one letter lists all that is open. */
  UserConfirmed: ({ data }, recorded) => [mail(recorded, 'training-assigned', data.user)],
  UserReconfirmed: ({ data }, recorded) => [mail(recorded, 'training-assigned', data.user)],
  PasswordSet: ({ data }, recorded) =>
    data.how === 'changed' || data.how === 'reset' ? [mail(recorded, 'password-changed', data.user)] : [],
  /** To the active admins: one mail each (21 CFR 11.300(d)). */
  UserLockedOut: (_event, recorded) => [job('tell-locked-out', recorded, {})],
  DocumentSentForReview: ({ data }, recorded) =>
    data.approvals.map(({ user }) => mail(recorded, 'approval-wanted', user, { document: data.document })),
  DocumentRevised: ({ data }, recorded) =>
    data.approvals.map(({ user }) => mail(recorded, 'approval-wanted', user, { document: data.document })),
  ApproverAdded: ({ data }, recorded) => [
    mail(recorded, 'approval-wanted', data.approval.user, { document: data.document }),
  ],
  ApproverReplaced: ({ data }, recorded) => [
    mail(recorded, 'approval-wanted', data.replacement.user, { document: data.document }),
  ],
  /** Owner and co-approvers are found by the job: the event names the one who rejected. */
  ApprovalRejected: ({ data }, recorded) => [job('tell-rejected', recorded, { document: data.document })],
  /** One job for a batch; it fans out to one mail a person. What a confirmation assigns is in the letter that follows the confirmation. */
  TrainingAssigned: ({ data: { because, assignments } }, recorded) =>
    assignments.length > 0 && because !== 'confirmed' && because !== 'reactivated'
      ? [job('tell-training-assigned', recorded, {})]
      : [],
  DocumentApproved: ({ data }, recorded) => [
    job('make-signed-pdf', recorded, { document: data.document, version: data.version }),
  ],
  DocumentPublished: ({ data }, recorded) => [
    { ...job('become-effective', recorded, { document: data.document }), runAt: data.effectiveAt },
  ],
  EffectiveDateChanged: ({ data }, recorded) => [
    { ...job('become-effective', recorded, { document: data.document }), runAt: data.new },
  ],
};

/** The jobs of one event, for the ledger's `Reactions.enqueue`. */
export function enqueue(recorded: RecordedEvent): JobSpec[] {
  const react = (reactions as Record<string, ((event: E, recorded: RecordedEvent) => JobSpec[]) | undefined>)[
    recorded.type
  ];
  return react?.(recorded as unknown as E, recorded) ?? [];
}
