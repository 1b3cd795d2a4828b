import type { E, Recorded } from '#events/catalogue.ts';
import { fold } from '#events/decider.ts';
import { documentEvolution } from '#events/document/evolve.ts';
import type { EffectiveOn } from '#events/document/effective-on.ts';
import type { DocumentEvent } from '#events/document/evolve.ts';
import type { Document } from '#events/document/state.ts';
import { typeLabel } from '#events/document/type.ts';
import type { SignatureCredential } from '#events/signature.ts';
import { signatureMeanings } from '#events/signature-meaning.ts';
import { streams } from '#events/streams.ts';
import type { Instant } from '#events/time.ts';
import { sentenceCase } from '#app/kit/words/phrases.ts';
import { recordedRoleLabel } from '#events/user/role.ts';
import { manifestVersions } from '#app/approvals/jobs/manifest-versions.ts';
import { addresses } from '#app/kit/addresses.ts';
import type { ManifestFacts, ManifestSignature, RecordedAct } from '#app/adapters/pdf/manifest-facts.ts';
import type { Ports } from '#app/kit/ports.ts';
import { readStreamEvents } from '#app/kit/query/stream.ts';
import { showDate, showMoment } from '#app/ui/text/date.ts';
import { stepAndFunction } from '#app/documents/words/lifeline.ts';
import { describeEvent } from '#app/audit/words/describe-event.ts';

/** Every event of a document, oldest first. */
export const documentEvents = ({ database }: Ports, org: string, uid: string): Promise<Recorded[]> =>
  database.read(org, (db) => readStreamEvents(db, streams.document(uid)));

export function stateAfter(events: readonly Recorded[]): Document | null {
  const state = fold(documentEvolution, events as readonly E[] as DocumentEvent[]);
  return state.kind === 'document' ? state : null;
}

/** Where among a document's events the version was approved, or declared effective outside the system; else -1. */
export const approvalIn = (events: readonly Recorded[], version: string): number =>
  events.findIndex(
    ({ type, data }) =>
      (type === 'DocumentApproved' || type === 'DocumentDeclaredExternallyEffective') && data.version === version,
  );

/**
 * What the signature pages of an approved version show: its signatures, and the acts that led to its approval and
 * followed it. `upTo` is the position of the last of these events, `approvedAt` that of the approval.
 */
export async function manifestFacts(
  { database, config }: Ports,
  org: string,
  { version, events }: { version: string; events: readonly Recorded[] },
): Promise<{
  facts: Omit<ManifestFacts, 'original' | 'certificate' | 'isAttached' | 'rendition'>;
  upTo: string;
  approvedAt: Instant;
}> {
  const approval = approvalIn(events, version);
  // A later revision may give the document another title: this version keeps its own.
  const document = stateAfter(events.slice(0, approval + 1));
  const approved = events[approval];
  if (!document || !approved) throw new Error(`Version ${version} was never approved.`);
  const organisation = await database.read(org, (db) =>
    db.selectFrom('read.organisation').select('name').executeTakeFirstOrThrow(),
  );
  const signatures: ManifestSignature[] = [];
  const acts: RecordedAct[] = [];
  let effective: string | null = null;
  let last = approved;
  for (const event of events) {
    if (!concerns(event, version)) continue;
    if (event.type === 'ApprovalGiven') signatures.push(signatureOf(event));
    else if (isAct(event)) acts.push({ sentence: sentenceOf(event), at: event.recordedAt, position: event.position });
    else continue;
    if (event.type === 'DocumentPublished')
      effective = showDate(event.data.effectiveAt, zoneOf(event.data.effectiveOn));
    if (event.type === 'EffectiveDateChanged') effective = showDate(event.data.new, zoneOf(event.data.newOn));
    if (BigInt(event.position) > BigInt(last.position)) last = event;
  }
  const versions = manifestVersions(events.slice(0, approval + 1));
  const { type, functionalArea, docNum } = document;
  return {
    facts: {
      organisation: organisation.name,
      document: { number: `${typeLabel(type)} - ${functionalArea} - ${docNum}`, title: document.name, version },
      effective,
      signatures,
      acts,
      ...(versions && { versions }),
      verifyUrl: new URL(addresses.auditTrail(document.uid), config.publicUrl).href,
      madeAt: last.recordedAt,
    },
    upTo: last.position,
    approvedAt: approved.position,
  };
}

/** Whether an event is about this version: its own, or one that another version or the whole document brought about. */
function concerns(event: Recorded, version: string): boolean {
  if ('version' in event.data && event.data.version === version) return true;
  switch (event.type) {
    case 'DocumentBecameEffective':
      return event.data.supersedes === version;
    case 'DocumentRetired':
      return event.data.effectiveVersion === version;
    case 'DocumentReinstated':
      return event.data.fromVersion === version;
    case 'DocumentRevised':
      return event.data.withdrawn === version;
    default:
      return false;
  }
}

/** What was no signature: shown with name and time, never drawn as one (rules.md section 4). */
const isAct = ({ type }: Recorded): boolean =>
  [
    'DocumentSentForReview',
    'DocumentRevised',
    'DocumentDeclaredExternallyEffective',
    'ApproverAdded',
    'ApproverRemoved',
    'ApproverReplaced',
    'DocumentPublished',
    'EffectiveDateChanged',
    'DocumentBecameEffective',
    'DocumentRetired',
    'DocumentReinstated',
    'SeparationOfDutiesWaived',
  ].includes(type);

/** The zone that an effective date was chosen in, which no later change of the organisation's zone moves. */
const zoneOf = (chosen: EffectiveOn | null): string => chosen?.zone ?? 'UTC';

function sentenceOf(event: Recorded): string {
  const words = { zone: 'UTC', personName: () => 'a colleague' };
  const { subject, sentence, reason, changes } = describeEvent(event, words);
  const said = `${subject} ${sentence}`;
  switch (event.type) {
    case 'DocumentPublished':
      return `${said} to ${showDate(event.data.effectiveAt, zoneOf(event.data.effectiveOn))}.`;
    case 'EffectiveDateChanged':
      return `${said} from ${changes[0]?.old ?? ''} to ${changes[0]?.new ?? ''}.`;
    case 'DocumentRevised':
      return event.data.withdrawn
        ? `${said}; the scheduled version ${event.data.withdrawn} was withdrawn.`
        : `${said}.`;
    case 'DocumentDeclaredExternallyEffective':
    case 'DocumentRetired':
    case 'DocumentReinstated':
    case 'SeparationOfDutiesWaived':
      return reason ? `${said}. Reason: ${reason}` : `${said}.`;
    default:
      return `${said}.`;
  }
}

/** How the signer was checked, where it was not by email and password alone. */
function checkedWords(credential: SignatureCredential): string | null {
  if (credential.method === 'email and password') return null;
  if (credential.method !== 'OIDC re-authentication') return sentenceCase(credential.method);
  const { method, issuer, subject, authTime, acr, amr } = credential;
  const how = [...(acr ? [acr] : []), ...amr].join(', ');
  return `${method}: ${subject} at ${issuer}, ${showMoment(authTime)}${how && ` (${how})`}`;
}

/** What the signature means; along a route with its step and function, and for whom a deputy signed. */
function meaningOf(data: Recorded<'ApprovalGiven'>['data']): string {
  const meaning = signatureMeanings[data.signature.meaning];
  return data.approval.step === undefined ? meaning : `${meaning}. ${stepAndFunction(data)}`;
}

function signatureOf({ data, position }: Recorded<'ApprovalGiven'>): ManifestSignature {
  const { signature } = data;
  return {
    signedName: signature.signedName,
    printedName: signature.printedName,
    role: recordedRoleLabel(signature.role),
    meaning: meaningOf(data),
    reason: signature.reason,
    checked: checkedWords(signature.credential),
    comparison: signature.comparison,
    signedAt: signature.signedAt,
    signer: signature.signer,
    passkey: 'passkey' in signature.credential ? signature.credential.passkey : null,
    position,
  };
}
