import type { Failure } from '#events/failures.ts';
import type { DayOrder } from '#events/import/events.ts';
import type { ImportState } from '#events/import/import.ts';
import { importEvolution } from '#events/import/import.ts';
import type { Signature } from '#events/signature.ts';
import { streams } from '#events/streams.ts';
import { nameKey } from '#events/text.ts';
import { addresses } from '#app/kit/addresses.ts';
import { load } from '#app/kit/command/load.ts';
import {
  isAcceptable,
  isWarning,
  problemKinds,
  type PackProblem,
  type ProblemKind,
} from '#app/library-import/source-pack/columns.ts';
import { readDay } from '#app/library-import/source-pack/dates.ts';
import type { DatesRow } from '#app/library-import/screens/dates.tsx';
import type { Plan } from '#app/library-import/source-pack/plan.ts';
import { titlesToCut } from '#app/library-import/queries/titles-to-cut.ts';
import { readPlan } from '#app/library-import/source-pack/stored.ts';
import { getImport } from '#app/library-import/queries/imports.ts';
import type { OwnSignature } from '#app/kit/query/signature.ts';
import { toast } from '#app/kit/cookies/toast.ts';
import { problemOf } from '#app/kit/errors/problem.ts';
import { showDate } from '#app/ui/text/date.ts';
import { type Page, redirectTo } from '#app/kit/screen/screen.ts';

/** The problems of one kind; `first` is one of them in words. */
export interface ProblemsOfKind {
  title: string;
  warning: boolean;
  count: number;
  first: string;
}

/** A count of the source beside what would be recorded. */
export interface CountRow {
  name: string;
  source: number;
  target: number;
}

function byKind(problems: readonly PackProblem[]): ProblemsOfKind[] {
  const found = new Map<string, ProblemsOfKind>();
  for (const problem of problems) {
    const { kind, table, row, says } = problem;
    const place = table === null ? '' : row === null ? `${table}: ` : `${table}, row ${row}: `;
    // An exception that was accepted stands beside those that were not.
    const key = `${kind} ${isWarning(problem)}`;
    const known = found.get(key);
    if (known) known.count++;
    else found.set(key, { title: problemKinds[kind], warning: isWarning(problem), count: 1, first: `${place}${says}` });
  }
  return [...found.values()];
}

/** The departments or areas of one kind of problem, each once. */
const missingOf = (problems: readonly PackProblem[], kind: ProblemKind): string[] => [
  ...new Map(
    problems.flatMap((one) => (one.kind === kind && one.missing ? [[nameKey(one.missing), one.missing]] : [])),
  ).values(),
];

const countRows = ({ source, counts, problems }: Plan): CountRow[] => [
  { name: 'Documents', source: source.documents, target: counts.documents },
  { name: 'Versions', source: source.versions, target: counts.versions },
  { name: 'Relations', source: source.relations ?? 0, target: counts.relations ?? 0 },
  { name: 'Training', source: source.training, target: counts.training },
  { name: 'People who left', source: source.people, target: counts.people },
  {
    name: 'Files',
    source: counts.files,
    target: counts.files - problems.filter(({ kind }) => kind === 'file_unnamed').length,
  },
];

export const signatureShown = (given: Signature): OwnSignature => ({
  signedName: given.signedName,
  printedName: given.printedName,
  meaning: given.meaning,
  reason: given.reason,
  sha256: given.sha256,
  signedAt: given.signedAt,
  method: given.credential.method,
  comparison: null,
});

/** The columns of dates, each with its example in both orders. */
const datesOf = (plan: Plan | null): DatesRow[] =>
  (plan?.dates ?? []).map((judged) => ({
    ...judged,
    reads: { day_first: readIn(judged.example, 'day_first'), month_first: readIn(judged.example, 'month_first') },
  }));

function readIn(example: string, order: DayOrder): string {
  const day = readDay(example, order);
  return day ? showDate(day, 'UTC') : example;
}

/** An import as its page shows it: the row, what its plan says, and its signatures. */
export async function loadImport(page: Page, uid: string) {
  const { ports, viewer } = page;
  const found = await page.ask(getImport, { import: uid });
  const { events, state } = await load({ ports, org: viewer.org }, streams.import(uid), importEvolution);
  const plan =
    found.plan && found.status !== 'BEGUN' && found.status !== 'APPROVED'
      ? await readPlan(ports, viewer.org, found.plan)
      : null;
  const checked = events.find(({ type }) => type === 'ImportChecked');
  const unequal =
    checked?.type === 'ImportChecked' ? checked.data.verdicts.filter(({ equal }) => !equal).map(({ row }) => row) : [];
  return {
    found,
    mayApprove: mayApprove(state, viewer.uid),
    preview: plan && { counts: countRows(plan), problems: byKind(plan.problems), sample: plan.sample.length },
    missing: {
      departments: missingOf(plan?.problems ?? [], 'unknown_department'),
      areas: missingOf(plan?.problems ?? [], 'unknown_area'),
    },
    unequal,
    longTitles: plan ? titlesToCut(plan) : [],
    dates: datesOf(plan),
    acceptable: plan?.problems.filter(isAcceptable).length ?? 0,
    accepted:
      plan?.problems.flatMap(({ accepted, says, table, row }) =>
        accepted ? [{ ...accepted, says, place: `${table}, row ${row}` }] : [],
      ) ?? [],
    signatures: events.flatMap((event) =>
      event.type === 'ImportChecked' || event.type === 'ImportApproved' ? [signatureShown(event.data.signature)] : [],
    ),
  };
}

/** Tells a refusal on the import's page, where the page of the form is over: the import is at another step by now. */
export async function leaveWhereOver(page: Page, uid: string, { code, detail }: Failure): Promise<void> {
  if (code === 'import_not_in_status' || code === 'import_second_person')
    await redirectTo(page, addresses.import(uid), toast('error', detail ?? problemOf({ code }).title));
}

/** Another person than who began it and who checked it. */
const mayApprove = (state: ImportState, viewer: string): boolean =>
  state?.status === 'CHECKED' && state.importer !== viewer && state.checker !== viewer;
