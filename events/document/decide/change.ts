import type { ChangeOrigin, DraftChange, VersionChange } from '#events/document/change.ts';
import { mostLines } from '#events/document/change-kinds.ts';
import { problems } from '#events/document/decide/details.ts';
import { parseVersion } from '#events/document/version.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import { limits } from '#events/limits.ts';
import { commentProblem } from '#events/reason.ts';
import { hasControlCharacters, hasUnprintable, isBlank, lengthOf, normaliseLine } from '#events/text.ts';
import { changeMissing, invalidLine, invalidText, texts, trainingUnexplained } from '#events/texts.ts';

type Fields = Record<string, string[]>;

const written = (text: string | null): string | null => (text === null || isBlank(text) ? null : text.trim());

const normalised = ({ reason, summary, origin, trainingReason, ...change }: DraftChange): DraftChange => ({
  ...change,
  reason: written(reason),
  summary: summary
    .map(({ place, what }) => ({ place: normaliseLine(place), what: what.trim() }))
    .filter(({ place, what }) => place !== '' || what !== ''),
  origin: origin.flatMap((one): ChangeOrigin[] => {
    if (one.kind !== 'external') return [one];
    const reference = normaliseLine(one.reference);
    return reference === '' ? [] : [{ ...one, reference }];
  }),
  trainingReason: written(trainingReason),
});

const lineProblem = (text: string, most: number): string | null =>
  lengthOf(text) > most || hasControlCharacters(text) ? invalidLine(most) : null;

const textProblem = (text: string, most: number): string | null =>
  lengthOf(text) > most || hasUnprintable(text) ? invalidText(most) : null;

/** What does not fit its field. */
function unfit({ reason, summary, origin, trainingReason }: DraftChange): Fields {
  const lines = summary.flatMap(({ place, what }, at): [string, string | null][] => [
    [`change.summary[${at}].place`, lineProblem(place, limits.changePlace)],
    [`change.summary[${at}].what`, textProblem(what, limits.changeWhat)],
  ]);
  const external = origin.find((one) => one.kind === 'external');
  return problems({
    'change.reason': commentProblem(reason),
    ...Object.fromEntries(lines),
    'change.summary': summary.length > mostLines ? `A summary has at most ${mostLines} lines.` : null,
    'change.origin': external ? lineProblem(external.reference, limits.changeReference) : null,
    'change.trainingReason': commentProblem(trainingReason),
  });
}

const isEmpty = ({ kind, reason, summary, origin, trainingImpact, trainingReason }: DraftChange): boolean =>
  (kind === null || kind === 'new') &&
  reason === null &&
  summary.length === 0 &&
  origin.length === 0 &&
  trainingImpact === 'read' &&
  trainingReason === null;

/** What an author has written so far; null where that is nothing. */
export function checkDraftChange(given: DraftChange | null): Result<DraftChange | null> {
  if (given === null) return ok(null);
  const change = normalised(given);
  const fields = unfit(change);
  if (Object.keys(fields).length > 0) return refuse('invalid_input', { fields });
  return ok(isEmpty(change) ? null : change);
}

interface Sent {
  /** The number of the version that is sent for review, and of the one that it follows; null for the first. */
  version: string;
  before: string | null;
  /** The organisation's setting: each revision says why it was made and what it changes. */
  required: boolean;
  /** Of a revision: the reason that its command was given, which is the one of the change. */
  reason?: string | null;
}

/** What a version that is sent for review says that it changes. Where nobody wrote anything, it says nothing. */
export function checkChange(
  given: DraftChange | null,
  { version, before, required, reason: asked = null }: Sent,
): Result<VersionChange | null> {
  const drafted = checkDraftChange(given);
  if (!drafted.ok) return drafted;
  const reason = drafted.value?.reason ?? written(asked);
  const change = drafted.value && { ...drafted.value, reason };
  const missing = required && before !== null ? unreasoned(change, reason) : {};
  if (Object.keys(missing).length > 0) return refuse('change_reason_missing', { fields: missing });
  if (change === null) return ok(null);
  const kind = before === null ? (change.kind ?? 'new') : change.kind;
  const fields = problems({
    'change.kind': kindProblem(kind, before),
    ...Object.fromEntries(
      change.summary.map(({ what }, at) => [`change.summary[${at}].what`, isBlank(what) ? texts.required : null]),
    ),
    version: kind === 'minor' && before !== null ? minorProblem(version, before) : null,
  });
  if (kind === null || Object.keys(fields).length > 0) return refuse('invalid_input', { fields });
  if (change.trainingImpact === 'none' && change.trainingReason === null) {
    return refuse('training_reason_missing', { fields: { 'change.trainingReason': [trainingUnexplained] } });
  }
  return ok({ ...change, kind });
}

/** What a revision lacks where the organisation requires a reason and a summary of each. */
const unreasoned = (change: DraftChange | null, reason: string | null): Fields =>
  problems({
    'change.kind': change?.kind ? null : texts.required,
    'change.reason': reason ? null : changeMissing.reason,
    'change.summary': change?.summary.some(({ what }) => what !== '') ? null : changeMissing.summary,
  });

function kindProblem(kind: DraftChange['kind'], before: string | null): string | null {
  if (kind === null) return texts.required;
  if (before === null) return kind === 'new' ? null : 'The first version of a document is new.';
  return kind === 'new' ? 'Only the first version of a document is new.' : null;
}

function minorProblem(version: string, before: string): string | null {
  const major = parseVersion(before)?.major;
  return parseVersion(version)?.major === major ? null : `A minor change keeps the major number ${major}.`;
}

const inOrder = (change: DraftChange): unknown[] => [
  change.kind,
  change.reason,
  change.summary.map(({ place, what }) => [place, what]),
  change.origin.map((one) => Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))),
  change.trainingImpact,
  change.trainingReason,
];

/** Whether both say the same, in whichever order their fields were recorded. */
export const isSameChange = (one: DraftChange | null, other: DraftChange | null): boolean =>
  JSON.stringify(one && inOrder(one)) === JSON.stringify(other && inOrder(other));

const originWords = (origin: ChangeOrigin): string => {
  if (origin.kind === 'external') return origin.reference;
  return origin.kind === 'review' ? `review of version ${origin.version}` : `change request ${origin.request}`;
};

/** A draft's change as one field of an edit. */
export function changeWords(change: DraftChange | null): string | null {
  if (change === null) return null;
  const { kind, reason, summary, origin } = change;
  const lines = summary.map(({ place, what }) => [place, what].filter(Boolean).join(': '));
  return [kind, reason, ...lines, ...origin.map(originWords)].filter(Boolean).join('; ');
}
