import type { E } from '#events/catalogue.ts';
import type { DocumentEvent } from '#events/document/evolve.ts';
import { signatureMeanings } from '#events/signature.ts';
import type { LifeEvent } from '#app/queries/document/life.ts';
import { counted, listed } from '#app/ui/text/count.ts';
import { showDate } from '#app/ui/text/date.ts';

/** One entry of a document's life, in words. */
export interface LifeLine {
  key: string;
  /** ISO 8601 in UTC. */
  at: string;
  version: string;
  kind: 'plain' | 'sealed' | 'signed' | 'refused' | 'retired';
  what: DocumentEvent['type'];
  /** A sentence with a subject; the printed name where it is a signature. */
  text: string;
  note: string | null;
  /** A reason in the person's own words. */
  quote: string | null;
}

type Line = Pick<LifeLine, 'text'> & Partial<Pick<LifeLine, 'kind' | 'note' | 'quote'>>;
type Tellers = {
  [T in DocumentEvent['type']]?: (data: E<T>['data'], who: string, zone: string) => Line;
};

/** What each event is in a sentence. Files and the signed PDF come and go with other entries and are told by the audit trail. */
const tellers: Tellers = {
  DocumentCreated: ({ version }, who) => ({ text: `${who} created the draft of version ${version}.` }),
  DocumentEdited: (_, who) => ({ text: `${who} changed the draft.` }),
  DocumentSentForReview: ({ version, approvals }, who) => ({
    text: `${who} sent version ${version} to ${counted(approvals.length, 'approver')}.`,
    note: `${listed(approvals.map(({ name }) => name))}.`,
  }),
  DocumentDeclaredExternallyEffective: ({ version }, who) => ({
    text: `${who} declared version ${version} effective outside the system.`,
    note: 'No approvers were asked to sign.',
  }),
  ApproverAdded: ({ approval }, who) => ({ text: `${who} added ${approval.name} as approver.` }),
  ApproverRemoved: ({ approval, reason }, who) => ({
    text: `${who} removed ${approval.name} from the approvers.`,
    quote: reason,
  }),
  ApprovalGiven: ({ signature }) => ({
    kind: 'signed',
    text: signature.printedName,
    note: signatureMeanings[signature.meaning],
  }),
  ApprovalRejected: ({ signature }) => ({
    kind: 'refused',
    text: `${signature.printedName} did not approve.`,
    quote: signature.reason,
  }),
  DocumentPublished: ({ departments, effectiveAt, trainingWaived }, who, zone) => ({
    text: `${who} gave final approval and set the effective date to ${showDate(effectiveAt, zone)}.`,
    note: `Assigned to ${listed(departments.map(({ name }) => name))}. ${trainingWaived ? 'Training is not required.' : 'Training required.'}`,
  }),
  EffectiveDateChanged: (data, who, zone) => ({
    text: `${who} moved the effective date from ${showDate(data.old, zone)} to ${showDate(data.new, zone)}.`,
  }),
  DocumentDepartmentsChanged: ({ added, removed, departments }, who) => ({
    text: `${who} assigned it to ${listed(departments.map(({ name }) => name))}.`,
    note: [
      added.length > 0 ? `Added ${listed(added.map(({ name }) => name))}.` : '',
      removed.length > 0 ? `Removed ${listed(removed.map(({ name }) => name))}.` : '',
    ]
      .filter(Boolean)
      .join(' '),
  }),
  DocumentBecameEffective: ({ version, supersedes }) => ({
    kind: 'sealed',
    text: `Version ${version} became Effective`,
    note: supersedes === null ? null : `Version ${supersedes} was superseded at the same moment.`,
  }),
  DocumentRevised: ({ version, fromVersion, approvals, withdrawn }, who) => ({
    text: `${who} revised version ${fromVersion} and sent version ${version} to ${counted(approvals.length, 'approver')}.`,
    note: withdrawn === null ? null : `The scheduled version ${withdrawn} was withdrawn.`,
  }),
  DocumentRetired: ({ reason }, who) => ({ kind: 'retired', text: `${who} retired the document.`, quote: reason }),
  DocumentReviewed: ({ outcome, comment }, who) => ({
    text: `${who} reviewed it: ${outcome === 'no_change_needed' ? 'no change is needed' : 'it is to be revised'}.`,
    quote: comment,
  }),
};

/** The life of a document in sentences, in the order given. Dates are written in `zone` (IANA name). */
export const tellLife = (events: readonly LifeEvent[], zone: string): LifeLine[] =>
  events.flatMap(({ key, at, version, who, event }) => {
    const tell = tellers[event.type] as ((data: DocumentEvent['data'], who: string, zone: string) => Line) | undefined;
    if (!tell) return [];
    return [
      { key, at, version, what: event.type, kind: 'plain', note: null, quote: null, ...tell(event.data, who, zone) },
    ];
  });
