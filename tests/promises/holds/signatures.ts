import { signatureIn } from './facts.ts';
import { isLater, sentences, type EventOracles } from './oracle.ts';

const plain = (name: string): string => name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** What no program may cause, in any order of acts. */
const forPeopleAlone = new Set([
  'ApprovalGiven',
  'ApprovalRejected',
  'DocumentApproved',
  'TrainingCompleted',
  'CommentResolved',
  'DocumentPublished',
  'DocumentBecameEffective',
  'DocumentRetired',
  'OrganisationSettingsChanged',
  'ApproverAdded',
  'ApproverRemoved',
  'ApproverReplaced',
  'IdentityVerified',
  'FunctionGranted',
  'FunctionWithdrawn',
  'SeparationOfDutiesWaived',
  'RouteDefined',
  'RouteChanged',
  'ServiceAccountCreated',
  'ImportChecked',
  'ImportApproved',
  'AuthenticatorRevoked',
  'AbsenceDeclared',
  'AccountUnlocked',
]);

export const signatureOracles: EventOracles = {
  S1(facts, event) {
    const signature = signatureIn(event);
    if (!signature) return [];
    const { actor } = event;
    const name = facts.nameOf(signature.signer);
    return sentences({
      'somebody else acted than who signed': actor.kind !== 'user' || actor.uid !== signature.signer,
      [`the signature says ${signature.printedName} and the account ${name}`]: signature.printedName !== name,
      'the typed name is another one': plain(signature.signedName) !== plain(name),
      'the identity is not verified': facts.controls.identityVerified && !facts.person(signature.signer)?.verified,
      'the role is another one': signature.role !== facts.person(signature.signer)?.role,
    });
  },

  S2(facts, event) {
    const { type, data, actor } = event;
    if (type === 'IdentityVerified' && actor.kind === 'user')
      return sentences({
        'who changed the address or the factor verified again':
          facts.person(data.user)?.voidedBy.has(actor.uid) ?? false,
      });
    const signature = signatureIn(event);
    if (!signature || (type !== 'ApprovalGiven' && type !== 'ApprovalRejected')) return [];
    const { user } = facts.approvals.get(data.approval.uid)!;
    const deputy = facts.deputyOf(user, facts.dayOf(signature.signedAt));
    return sentences({ 'neither the approver nor the deputy signed': ![user, deputy].includes(signature.signer) });
  },

  S3(facts, event) {
    const signature = signatureIn(event);
    const { type, data } = event;
    if (!signature || type === 'ImportChecked' || type === 'ImportApproved') return [];
    const since =
      type === 'TrainingCompleted'
        ? facts.records.get(data.record)!.assignedAt
        : type === 'ApprovalGiven' || type === 'ApprovalRejected'
          ? facts.approvals.get(data.approval.uid)!.openedAt
          : null;
    const wasOpened = facts.readings.some(
      (one) =>
        one.user === signature.signer &&
        one.document === signature.document &&
        one.sha256 === signature.sha256 &&
        !one.isCopy &&
        isLater(one.position, since ?? '0'),
    );
    return sentences({
      'it was signed before it was opened': since === null,
      'its bytes did not go to the signer since': !wasOpened,
      'nothing was checked': !signature.credential.checkedAt,
    });
  },

  S4(facts, event) {
    const signature = signatureIn(event);
    if (!signature || event.type === 'ImportChecked' || event.type === 'ImportApproved') return [];
    const version = facts.versionOf(signature.document, signature.version);
    return sentences({ 'other bytes were signed than the version has': !version?.pdfs.has(signature.sha256) });
  },

  S5(facts, event) {
    const signature = signatureIn(event);
    if (!signature) return [];
    const { type, data } = event;
    if (type === 'TrainingCompleted')
      return sentences({ 'training means something else': signature.meaning !== 'read_and_understood' });
    if (type === 'ApprovalRejected')
      return sentences({ 'a rejection means something else': signature.meaning !== 'rejected' });
    if (type !== 'ApprovalGiven') return [];
    const { user, step, version, document } = facts.approvals.get(data.approval.uid)!;
    const asked = step === null ? 'approved' : facts.versionOf(document, version)?.route?.steps[step - 1]?.meaning;
    const place = signature.onBehalfOf?.user ?? signature.signer;
    return sentences({
      [`it means ${signature.meaning} where ${asked} was asked`]: signature.meaning !== asked,
      'it does not say in whose place it stands': place !== user,
    });
  },

  S6(facts, { type, data }) {
    if (type === 'ApprovalGiven' || type === 'ApprovalRejected')
      return sentences({ 'a decided approval was signed': facts.approvals.get(data.approval.uid)!.state !== 'asked' });
    if (type === 'TrainingCompleted')
      return sentences({ 'a record that is not open was signed': facts.records.get(data.record)?.state !== 'open' });
    return [];
  },

  S7(facts, { type, data, actor }) {
    if (actor.kind !== 'service_account') return [];
    const role = 'user' in data && typeof data.user === 'string' ? facts.person(data.user)?.role : undefined;
    const hasRight = role !== undefined && role !== 'EMPLOYEE';
    return sentences({
      'a program did what takes a person': forPeopleAlone.has(type),
      'a program gave a role': type === 'UserInvited' && data.role !== 'EMPLOYEE',
      'a program changed somebody with a right': type === 'UserEdited' && hasRight && data.changes.length > 0,
      'a program gave a right':
        type === 'UserEdited' && data.changes.some(({ field, new: to }) => field === 'role' && to !== 'EMPLOYEE'),
      'a program changed the address of somebody with a right': type === 'EmailChangeRequested' && hasRight,
    });
  },

  S8(facts, { type, data, actor }) {
    const writer =
      type === 'CommentMade' || type === 'CommentAnswered' || type === 'ChangeRequested'
        ? data.author
        : type === 'CommentResolved'
          ? data.by
          : null;
    if (!writer || !('uid' in actor)) return [];
    const name = actor.kind === 'user' ? facts.nameOf(actor.uid) : actor.name;
    return sentences({ 'it stands under another name': writer.uid !== actor.uid || writer.name !== name });
  },

  S9(facts, event) {
    const signature = signatureIn(event);
    const { type } = event;
    return sentences({
      'an imported version was approved here':
        (type === 'ApprovalGiven' || type === 'DocumentApproved') &&
        (facts.versionOf(event.data.document, event.data.version)?.imported ?? false),
      'an import carries a signature':
        (type === 'VersionImported' || type === 'TrainingImported') && signature !== null,
    });
  },
};
