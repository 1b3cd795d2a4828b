import type { EventData, Recorded } from '#events/catalogue.ts';
import type { Named } from '#events/common.ts';
import type { DocumentEventType } from '#events/document/evolve.ts';
import { signatureMeanings } from '#events/signature-meaning.ts';
import type { Instant } from '#events/time.ts';
import { describeBy, nameOf } from '#app/kit/words/described.ts';
import type { EventDescription } from '#app/kit/words/event-description.ts';
import { commentDescriptions } from '#app/documents/words/describe-comment-event.ts';
import { documentDescriptions } from '#app/documents/words/describe-document-event.ts';
import { importedDocumentDescriptions } from '#app/documents/words/describe-imported-document.ts';
import { changeKindWords, lineWords, trainingWords } from '#app/kit/words/version-change.ts';
import { effectiveDay } from '#app/kit/words/phrases.ts';
import { listed } from '#app/ui/text/count.ts';

const descriptions = { ...documentDescriptions, ...importedDocumentDescriptions, ...commentDescriptions };
const describe = (event: Recorded<DocumentEventType>, zone: string): EventDescription =>
  describeBy(descriptions[event.type], event, { zone, personName: () => '' });

/** An event of a document, and the version that it concerned. */
export interface LifeEvent {
  version: string;
  event: Recorded<DocumentEventType>;
}

/** An entry of a document's timeline. */
export interface LifeEntryView {
  key: string;
  at: Instant;
  version: string;
  kind: 'plain' | 'effective' | 'signed' | 'refused' | 'retired';
  what: DocumentEventType;
  /** A sentence with a subject; for a signature the name on the line. */
  text: string;
  note: string | null;
  /** What the version changes, a line each. */
  lines: string[];
  /** A reason in the person's own words. */
  quote: string | null;
  /** SHA-256 of the comparison that a signature names. */
  comparison: string | null;
}

/** Events that accompany another one of the same moment; only the audit trail shows them. */
const accompanying: readonly DocumentEventType[] = [
  'DocumentFileAttached',
  'DocumentApproved',
  'DocumentRejected',
  'SignedPdfMade',
  'ComparisonMade',
];

type Words = Pick<LifeEntryView, 'text' | 'note'> & Partial<Pick<LifeEntryView, 'kind'>>;

/** As in `Step 2, Quality unit, for Tomasz Wieczorek.` */
export const stepAndFunction = ({ approval, signature }: EventData<'ApprovalGiven'>): string =>
  [
    `Step ${approval.step}`,
    ...(approval.function ? [approval.function.name] : []),
    ...(signature.onBehalfOf ? [`for ${signature.onBehalfOf.name}`] : []),
  ].join(', ') + '.';

/** Entries with other words than in the audit trail: signatures by name, the version in force. */
function ownWords(event: Recorded<DocumentEventType>, day: string | undefined): Words | null {
  switch (event.type) {
    case 'ApprovalGiven': {
      const { signedName, printedName, meaning, credential } = event.data.signature;
      // The line has the name as it was typed, without the email that tells people of one name apart.
      const apart = nameOf(event.actor) === printedName ? [] : [`${nameOf(event.actor)}.`];
      const { method } = credential;
      const confirmed = method === 'email and password' ? '' : `, confirmed with ${method}`;
      const step = event.data.approval.step === undefined ? [] : [stepAndFunction(event.data)];
      return {
        kind: 'signed',
        text: signedName,
        note: [...apart, `${signatureMeanings[meaning]}${confirmed}${step.length > 0 ? '.' : ''}`, ...step].join(' '),
      };
    }
    case 'DocumentBecameEffective': {
      const { version, supersedes } = event.data;
      const notes = [
        day && `Effective date ${day}.`,
        supersedes !== null && `Version ${supersedes} was superseded at the same moment.`,
      ];
      return {
        kind: 'effective',
        text: `Version ${version} became Effective`,
        note: notes.filter(Boolean).join(' ') || null,
      };
    }
    default:
      return null;
  }
}

const departmentsAs = (word: string, departments: readonly Named[]): string =>
  departments.length === 0 ? '' : `${word} ${listed(departments.map(({ name }) => name))}.`;

function describedWords(event: Recorded<DocumentEventType>, zone: string): Words {
  const { subject, sentence, note, changes } = describe(event, zone);
  const text = `${subject} ${sentence}.`;
  if (event.type === 'DocumentPublished') {
    const { departments, trainingWaived } = event.data;
    const training = trainingWaived ? 'Training is not required.' : 'Training required.';
    return { text, note: `Assigned to ${listed(departments.map(({ name }) => name))}. ${training}` };
  }
  if (event.type === 'DocumentDepartmentsChanged') {
    const { added, removed } = event.data;
    const words = [departmentsAs('Added', added), departmentsAs('Removed', removed)];
    return { text, note: words.filter(Boolean).join(' ') };
  }
  if (event.type === 'EffectiveDateChanged') {
    const words = changes.map(({ field, old, new: now }) => [field, old && `from ${old}`, now && `to ${now}`]);
    return { text, note: `${words.map((parts) => parts.filter(Boolean).join(' ')).join(', ')}.` };
  }
  const kind = { ApprovalRejected: 'refused', DocumentRetired: 'retired' } as const;
  return { text, note: event.type === 'ApprovalRejected' ? null : note, kind: kind[event.type as keyof typeof kind] };
}

/** The effective date of each version in the zone that it was chosen in: the moment alone may be of the day before. */
function effectiveDays(events: readonly LifeEvent[]): Map<string, string> {
  const days = new Map<string, string>();
  const inOrder = [...events].sort((a, b) => Number(a.event.position) - Number(b.event.position));
  for (const { version, event } of inOrder) {
    if (event.type === 'DocumentPublished')
      days.set(version, effectiveDay(event.data.effectiveAt, event.data.effectiveOn?.zone ?? 'UTC'));
    if (event.type === 'EffectiveDateChanged')
      days.set(version, effectiveDay(event.data.new, event.data.newOn?.zone ?? 'UTC'));
  }
  return days;
}

/** What a version that is sent for review changes: the kind, each place, and the training that it asks for. */
function changeLines({ type, data }: Recorded<DocumentEventType>): string[] {
  if ((type !== 'DocumentSentForReview' && type !== 'DocumentRevised') || !data.change) return [];
  const { kind, summary } = data.change;
  return [
    `Kind of change: ${changeKindWords[kind]}`,
    ...summary.map(lineWords),
    `Training asked for: ${trainingWords(data.change)}`,
  ];
}

/** A document's timeline, in the order given. Dates are written in `zone` (IANA name). */
export function toLifeView(events: readonly LifeEvent[], zone: string): LifeEntryView[] {
  const days = effectiveDays(events);
  return events.flatMap(({ version, event }) => {
    if (accompanying.includes(event.type)) return [];
    const { kind = 'plain', ...words } = ownWords(event, days.get(version)) ?? describedWords(event, zone);
    const { reason } = describe(event, zone);
    const quote = event.type === 'ApprovalGiven' ? null : reason;
    const comparison = 'signature' in event.data ? event.data.signature.comparison : null;
    const own = { key: event.position, at: event.recordedAt, version, what: event.type, lines: changeLines(event) };
    return [{ ...own, kind, quote, comparison, ...words }];
  });
}
