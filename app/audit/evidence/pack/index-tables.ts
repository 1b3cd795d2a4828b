import { pathOf, type PackSummary } from '#app/audit/evidence/pack/summary.ts';
import type { ChangeOrigin } from '#events/document/change.ts';
import type { Instant } from '#events/time.ts';
import type { DescribedEvent } from '#app/audit/evidence/pack/event-descriptions.ts';
import { parts } from '#app/audit/evidence/verify/contents.ts';
import { changeKindWords, lineWords, originWords, trainingWords } from '#app/kit/words/version-change.ts';
import { groupHex } from '#app/ui/rosette/rosette.ts';
import { showDate, showMoment, showSeconds } from '#app/ui/text/date.ts';
import { inDigits, lasting } from '#app/ui/text/count.ts';

/** A cell of the index: a text that may lead to a file of the pack, and lines below it. */
export interface Cell {
  text: string;
  file?: string | undefined;
  more?: readonly string[];
  /** Another file of the same row. */
  also?: { text: string; file: string };
}

/** `hash`: in the typeface of fingerprints. `signed`: as a person signed. */
export interface IndexColumn {
  head: string;
  share: number;
  as?: 'hash' | 'signed' | 'number' | 'sentence';
}

/** A table of a pack's index, which its page and its PDF draw. */
export interface IndexTable {
  id: string;
  title: string;
  note: string;
  /** The sentence in place of a table without rows. */
  empty: string;
  columns: readonly IndexColumn[];
  rows: readonly (readonly Cell[])[];
}

/** `36 events and 2 PDFs, from the ledger as it was on 12 Mar 2026 14:05 UTC`. */
export const contentsInWords = ({ contents, stored, asOf, timesSimulated }: PackSummary): string =>
  `${lasting(contents.events.count, 'event')} and ${lasting(packedPdfs(stored).length, 'PDF')}, from the ledger ` +
  `as it was on ${showMoment(asOf)}${timesSimulated ? '. A demonstration, whose past is simulated' : ''}`;

/** The tables about the whole pack, in their order. */
export const packTables = (summary: PackSummary): IndexTable[] => [
  ledger(summary),
  ...(summary.events.some(({ change }) => change) ? [changeTable(summary.events)] : []),
  signatures(summary),
  pdfs(summary),
  ...(summary.stored.packed.some(isComparison) ? [comparisons(summary)] : []),
];

type Packed = PackSummary['stored']['packed'][number];
const isComparison = ({ kind }: Packed): boolean => kind === 'comparison';
const packedPdfs = ({ packed }: PackSummary['stored']): Packed[] => packed.filter((file) => !isComparison(file));

const plain = (text: string): Cell => ({ text });
const moment = (at: Instant): string => `${showDate(at, 'UTC')} ${showSeconds(at)}`;

function ledger({ contents, keyFingerprint }: PackSummary): IndexTable {
  const { organisation, checkpoint, earlierCheckpoints } = contents;
  const facts: [string, Cell][] = [
    ['Organisation', plain(organisation.name)],
    ['Checkpoint', { text: lasting(checkpoint.size, 'event'), file: parts.checkpoint }],
    ['Root', plain(groupHex(checkpoint.root))],
    ['Key', { text: checkpoint.origin, file: parts.key }],
    ['Key’s fingerprint', plain(groupHex(keyFingerprint))],
    ['Earlier checkpoints', plain(earlierCheckpoints.map(inDigits).join(', ') || 'None is in the pack')],
  ];
  return {
    id: 'ledger',
    title: 'Ledger',
    note:
      'Everything is appended to one ledger. Its signed checkpoint fixes each event, its place and its bytes. ' +
      'Compare the key’s fingerprint with the one that the organisation sent you through a separate channel.',
    empty: '',
    columns: [
      { head: 'Fact', share: 1 },
      { head: 'Value', share: 4, as: 'hash' },
    ],
    rows: facts.map(([name, value]) => [plain(name), value]),
  };
}

/** What versions change, with the requests that they name, in the words of those who made them. */
export function changeTable(events: readonly DescribedEvent[]): IndexTable {
  const asked = new Map(events.flatMap(({ request }) => (request ? [[request.uid, request.text] as const] : [])));
  const named = (one: ChangeOrigin): string =>
    one.kind === 'request' ? `${originWords(one)}: ${asked.get(one.request) ?? one.request}` : originWords(one);
  return {
    id: 'changes',
    title: 'What the versions change and why',
    note: 'As their authors said when they sent them for review.',
    empty: '',
    columns: [
      { head: 'Version', share: 1.2 },
      { head: 'Kind', share: 1 },
      { head: 'Reason, and what changes', share: 3.6 },
      { head: 'Asked for by', share: 2.6 },
      { head: 'Training asked for', share: 1.8 },
    ],
    rows: events.flatMap(({ change, position, document }): Cell[][] => {
      if (!change) return [];
      const { kind, reason, summary, origin } = change.says;
      const [first = '', ...others] = [...(reason === null ? [] : [reason]), ...summary.map(lineWords)];
      const [origins = '', ...more] = origin.map(named);
      return [
        [
          { text: change.version, file: parts.event(position), more: document ? [document] : [] },
          plain(changeKindWords[kind]),
          { text: first, more: others },
          { text: origins, more },
          plain(trainingWords(change.says)),
        ],
      ];
    }),
  };
}

function signatures(summary: PackSummary): IndexTable {
  const all = summary.events.flatMap(({ signature }) => (signature ? [signature] : []));
  return {
    id: 'signatures',
    title: 'Signatures',
    note: 'Each is an event of the ledger, bound to the exact PDF by its fingerprint.',
    empty: 'None of the events is a signature.',
    columns: [
      { head: 'Signer', share: 2.4, as: 'signed' },
      { head: 'Meaning', share: 2.4 },
      { head: 'Signed (UTC)', share: 2 },
      { head: 'PDF', share: 3, as: 'hash' },
    ],
    rows: all.map((signature) => {
      const { signedName, printedName, role, meaning, step, reason, signedAt, version, sha256, method, comparison } =
        signature;
      const file = pathOf(summary, sha256);
      const changes = comparison && pathOf(summary, comparison);
      const printed = signedName === printedName ? role : `${printedName}, ${role}`;
      return [
        { text: signedName, more: [printed, `Confirmed by ${method}`] },
        {
          text: `${meaning} (version ${version})`,
          more: [...(step ? [step] : []), ...(reason ? [`Reason: ${reason}`] : [])],
        },
        plain(moment(signedAt)),
        {
          text: file ?? groupHex(sha256),
          file: file ?? undefined,
          ...(changes && { also: { text: 'What changed', file: changes } }),
        },
      ];
    }),
  };
}

const pdfs = ({ stored }: PackSummary): IndexTable => ({
  id: 'files',
  title: 'PDFs',
  note: 'Byte for byte as they were uploaded and signed.',
  empty: 'The events record none.',
  columns: [
    { head: 'File', share: 3 },
    { head: 'SHA-256', share: 3, as: 'hash' },
  ],
  rows: [
    ...packedPdfs(stored).map(fileRow),
    ...stored.missing.map(({ name, sha256 }) => [
      { text: name, more: ['It is not in the pack: the storage did not have it as it was recorded.'] },
      plain(groupHex(sha256)),
    ]),
  ],
});

const fileRow = ({ path, title, sha256 }: Packed): Cell[] => [{ text: title, file: path }, plain(groupHex(sha256))];

const comparisons = ({ stored }: PackSummary): IndexTable => ({
  id: 'comparisons',
  title: 'What the signers were shown as changed',
  note: 'Comparisons of versions that the signatures name by their fingerprints, as JSON. Equal PDFs give equal bytes.',
  empty: '',
  columns: [
    { head: 'File', share: 3 },
    { head: 'SHA-256', share: 3, as: 'hash' },
  ],
  rows: stored.packed.filter(isComparison).map(fileRow),
});

/** Events, oldest first. */
export const eventTable = (events: readonly DescribedEvent[], zone: string): IndexTable => ({
  id: 'events',
  title: 'Events',
  note:
    `Oldest first. Times are in UTC, dates without a time in ${zone}, by the server’s clock. Each number leads ` +
    'to the event’s exact bytes; its proof stands beside it.',
  empty: '',
  columns: [
    { head: 'No.', share: 0.8, as: 'number' },
    { head: 'Recorded (UTC)', share: 1.9 },
    { head: 'What happened', share: 6, as: 'sentence' },
    { head: 'Leaf hash', share: 1.5, as: 'hash' },
  ],
  rows: events.map(({ position, recordedAt, subject, sentence, note, reason, changes, document, leaf }) => [
    {
      text: inDigits(position),
      file: parts.event(position),
      also: { text: 'Proof', file: parts.proof(position) },
    },
    plain(moment(recordedAt)),
    {
      text: `${subject} ${sentence}.`,
      more: [
        ...(document ? [`${document}.`] : []),
        ...(note ? [note] : []),
        ...(reason ? [`Reason: ${reason}`] : []),
        ...changes.map(({ field, old, new: now }) => `${field}: ${old === null ? '' : `${old} → `}${now ?? 'none'}`),
      ],
    },
    plain(`${leaf.slice(0, 4)}…${leaf.slice(-4)}`),
  ]),
});
