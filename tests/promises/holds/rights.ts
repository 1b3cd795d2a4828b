import type { EventType, Recorded } from '#events/catalogue.ts';
import type { DocumentFact, Facts, VersionFact } from './facts.ts';
import { sentences, type EventOracles } from './oracle.ts';

const uidOf = ({ actor }: Recorded): string => ('uid' in actor ? actor.uid : '');

/** The exceptions that cover a version: its own, and that of the version before for the next one. */
function waiversOf({ waivers, versions }: DocumentFact, version: string) {
  const order = [...versions.keys()];
  const before = order[order.indexOf(version) - 1];
  return waivers.filter((one) =>
    one.covers === 'this' ? one.version === version : one.version === before || before === undefined,
  );
}

/** Who approved the version, reviewing apart. */
const approversOf = (facts: Facts, document: string, version: string): string[] => {
  const route = facts.versionOf(document, version)?.route;
  return facts
    .approvalsOf(document, version)
    .filter(
      ({ state, step }) => state === 'signed' && (step === null || route?.steps[step - 1]?.meaning !== 'reviewed'),
    )
    .flatMap(({ signer }) => signer ?? []);
};

/** The people who are asked, or signed, in a step. */
const inStep = (facts: Facts, document: string, { version }: VersionFact, step: number) =>
  facts
    .approvalsOf(document, version)
    .filter((one) => one.step === step && !['removed', 'cancelled'].includes(one.state));

/** Changes of what is in force, or of a right, that give their reason in the field of this name. */
const reasoned: Partial<Record<EventType, true>> = {
  DocumentRevised: true,
  EffectiveDateChanged: true,
  DocumentDepartmentsChanged: true,
  ApproverAdded: true,
  ApproverRemoved: true,
  ApproverReplaced: true,
  DocumentRetired: true,
  DocumentReinstated: true,
  SeparationOfDutiesWaived: true,
  OwnershipTransferred: true,
  UserEdited: true,
  UserManagerChanged: true,
  UserDeactivated: true,
  UserReactivated: true,
  EmailChangeRequested: true,
  EmailChangeCancelled: true,
  FunctionGranted: true,
  FunctionWithdrawn: true,
  FunctionRenamed: true,
  DepartmentRenamed: true,
  FunctionalAreaRenamed: true,
  DocumentAreaRenamed: true,
  RouteChanged: true,
  RouteRetired: true,
  OrganisationSettingsChanged: true,
  AccountUnlocked: true,
  ServiceAccountRotated: true,
  ServiceAccountRevoked: true,
  WebhookChanged: true,
  WebhookRemoved: true,
};

export const rightOracles: EventOracles = {
  W1(facts, event, together) {
    const { type, data, actor } = event;
    if (type === 'DocumentApproved') {
      const asked = facts.approvalsOf(data.document, data.version);
      const standing = asked.filter(({ state }) => !['removed', 'cancelled'].includes(state));
      const route = facts.versionOf(data.document, data.version)?.route;
      const by = uidOf(event);
      const signedNow = together.some((one) => one.type === 'ApprovalGiven' && one.data.document === data.document);
      const quality = facts.settings?.qualityUnit;
      const unit = quality ? facts.holdersOf(quality.uid, facts.dayOf(event.recordedAt)).map(({ uid }) => uid) : null;
      const now = together.flatMap((one) =>
        one.type === 'ApprovalGiven' && one.data.document === data.document ? [one.data.signature.signer] : [],
      );
      const signed = [
        ...standing.flatMap(({ state, signer }) => (state === 'signed' && signer ? [signer] : [])),
        ...now,
      ];
      const isConcerned =
        facts.documents.get(data.document)?.owner === by ||
        asked.some(({ user, signer }) => [user, signer].includes(by));
      return sentences({
        'nobody of the quality unit signed it': unit !== null && !unit.some((one) => signed.includes(one)),
        'nobody signed it': !standing.some(({ state }) => state === 'signed'),
        'somebody who is asked has not signed': standing.some(({ state }) => state !== 'signed'),
        'a step is not complete': (route?.steps ?? []).some(
          (_, at) => !facts.versionOf(data.document, data.version)!.completedSteps.has(at + 1),
        ),
        'somebody concerned took another out to complete it': !signedNow && isConcerned,
        'no admin completed it by taking somebody out': !signedNow && !(actor.kind === 'user' && facts.isAdmin(by)),
      });
    }
    if (type === 'DocumentPublished') {
      const version = facts.versionOf(data.document, data.version);
      return sentences({
        'it was published without being approved': version?.state !== 'APPROVED',
        'no admin gave final approval': actor.kind !== 'user' || !facts.isAdmin(actor.uid),
      });
    }
    if (type === 'DocumentBecameEffective') {
      const version = facts.versionOf(data.document, data.version);
      return sentences({
        'it came into force unpublished': version?.state !== 'PENDING',
        'it came into force on another date': version?.effectiveAt !== data.effectiveAt,
        'neither the clock nor an admin brought it into force': actor.kind !== 'system' && !facts.isAdmin(uidOf(event)),
      });
    }
    return [];
  },

  W2(facts, event) {
    const { type, data, recordedAt } = event;
    if (type === 'StepCompleted') {
      const version = facts.versionOf(data.document, data.version)!;
      const step = version.route?.steps[data.step - 1];
      const asked = inStep(facts, data.document, version, data.step);
      const signed = asked.filter(({ state }) => state === 'signed').length;
      const enough = step?.howMany === 'all' ? signed > 0 && signed === asked.length : signed >= Number(step?.howMany);
      return sentences({ [`step ${data.step} is complete with ${signed} of ${asked.length}`]: !enough });
    }
    if (type === 'ApprovalGiven')
      return sentences({
        'it was signed before its step opened': facts.approvals.get(data.approval.uid)?.openedAt === null,
      });
    if (type !== 'DocumentSentForReview' && type !== 'DocumentRevised') return [];
    const { owner } = facts.documents.get(data.document)!;
    const makers = [owner, data.maker ?? uidOf(event)];
    const day = facts.dayOf(recordedAt);
    return (data.route?.steps ?? []).flatMap(({ who, howMany, name }, at) => {
      const asked = data.approvals.filter(({ step }) => step === at + 1).map(({ user }) => user);
      if (who.kind !== 'function') return [];
      const holders = facts
        .holdersOf(who.function.uid, day)
        .filter(({ role }) => role === 'ADMIN' || role === 'AUTHOR')
        .map(({ uid }) => uid);
      return sentences({
        [`${name} asks somebody who does not hold its function`]: asked.some((one) => !holders.includes(one)),
        [`${name} does not ask all who hold its function`]:
          howMany === 'all' && holders.some((one) => !makers.includes(one) && !asked.includes(one)),
      });
    });
  },

  W3(facts, event) {
    const { type, data } = event;
    if (type === 'SeparationOfDutiesWaived') {
      const about = facts.documents.get(data.document)!;
      const isConcerned =
        about.owner === uidOf(event) ||
        facts
          .approvalsOf(data.document, data.version)
          .some(({ user, state }) => user === uidOf(event) && !['removed', 'cancelled'].includes(state));
      return sentences({ 'somebody excepted themselves': isConcerned && data.covers === 'this' });
    }
    if (!facts.controls.separationOfDuties || (type !== 'DocumentPublished' && type !== 'DocumentApproved')) return [];
    const about = facts.documents.get(data.document)!;
    const waivers = waiversOf(about, data.version);
    const { declared, route } = facts.versionOf(data.document, data.version)!;
    const approvers = new Set(approversOf(facts, data.document, data.version));
    if (type === 'DocumentApproved')
      return sentences({
        'the owner is its only approver':
          waivers.length === 0 && !route && approvers.size === 1 && approvers.has(about.owner),
      });
    const by = uidOf(event);
    return sentences({
      'the owner gave final approval': waivers.length === 0 && by === about.owner && !declared,
      'the only approver gave final approval': waivers.length === 0 && approvers.size === 1 && approvers.has(by),
      'who excepted it published it':
        waivers.some((one) => one.by === by) && (by === about.owner || (approvers.size === 1 && approvers.has(by))),
    });
  },

  W4(facts, event) {
    const { type, data, actor } = event;
    if (actor.kind !== 'user') return [];
    const own = 'user' in data && data.user === actor.uid;
    const day = facts.dayOf(event.recordedAt);
    const aloneAfter = (functions: readonly string[], without: string) =>
      functions.some((one) => {
        const holders = facts.holdersOf(one, day).filter(({ uid }) => uid !== without);
        return holders.length === 1 && holders[0]!.uid === actor.uid;
      });
    const lost = type === 'UserDeactivated' || type === 'FunctionWithdrawn' ? data.user : null;
    const held = type === 'FunctionWithdrawn' ? [data.function.uid] : lost ? [...facts.person(lost)!.holds.keys()] : [];
    return sentences({
      'somebody changed their own name or role': type === 'UserEdited' && own && data.changes.length > 0,
      'somebody gave themselves a function': type === 'FunctionGranted' && own,
      'somebody verified themselves': type === 'IdentityVerified' && own,
      'somebody became the only one by taking it from the others':
        lost !== null && lost !== actor.uid && aloneAfter(held, lost),
    });
  },

  W5(facts, { type, data }) {
    const gone =
      type === 'UserDeactivated' ||
      (type === 'UserEdited' &&
        data.changes.some(({ field, new: to }) => field === 'role' && to !== 'ADMIN' && to !== 'SUPER_ADMIN'))
        ? data.user
        : null;
    const left = [...facts.people.keys()].filter((uid) => uid !== gone && facts.isAdmin(uid));
    return sentences({ 'no active admin is left': gone !== null && left.length === 0 });
  },

  W7(facts, { type, data }) {
    if (type === 'ApprovalGiven' || type === 'ApprovalRejected')
      return sentences({
        'it is not under review': facts.versionOf(data.document, data.version)?.state !== 'IN_REVIEW',
      });
    if (type === 'TrainingCompleted')
      return sentences({
        'training on what is neither scheduled nor in force': !['PENDING', 'EFFECTIVE'].includes(
          facts.versionOf(data.document, data.version)?.state ?? '',
        ),
      });
    if (type === 'TrainingAssigned')
      return sentences({
        'training is assigned on what is neither scheduled nor in force': data.assignments.some(
          ({ document, version }) =>
            !['PENDING', 'EFFECTIVE', 'APPROVED'].includes(facts.versionOf(document, version)?.state ?? ''),
        ),
      });
    return [];
  },

  W8(facts, { type, data }) {
    if (type !== 'DocumentBecameEffective') return [];
    const before = facts.documents.get(data.document)!.inForce;
    return sentences({ 'it supersedes another version than the one in force': data.supersedes !== before });
  },

  W9(facts, event) {
    const { type, data } = event;
    if (type === 'ApprovalGiven') {
      const open = [...facts.comments.values()].some(
        (one) => one.document === data.document && one.mustFix && one.open,
      );
      return sentences({ 'approved over what must be fixed': (facts.settings?.commentsBlock ?? false) && open });
    }
    if (type !== 'CommentResolved') return [];
    const { owner, current } = facts.documents.get(data.document)!;
    const by = uidOf(event);
    const day = facts.dayOf(event.recordedAt);
    const asked = facts
      .approvalsOf(data.document, current)
      .some(({ user, state }) => state !== 'removed' && (user === by || facts.deputyOf(user, day) === by));
    const author = facts.comments.get(data.comment)!.author;
    return sentences({
      'somebody resolved it who may not': !asked && ![owner, author].includes(by) && !facts.isAdmin(by),
    });
  },

  W10(facts, event) {
    const { type, data } = event;
    if (!facts.controls.reasonForChange || !reasoned[type] || event.actor.kind === 'system') return [];
    const reason = 'reason' in data ? data.reason : null;
    return sentences({ 'it has no reason': typeof reason !== 'string' || reason.trim() === '' });
  },
};
