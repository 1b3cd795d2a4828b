import type { E } from '#events/catalogue.ts';
import type { Decision, Evolution } from '#events/decider.ts';
import type { StoredFile } from '#events/document/events.ts';
import { refuse } from '#events/failures.ts';
import type { ColumnMap, DayOrders, ImportCounts, importEvents } from '#events/import/events.ts';
import { may, type Principal } from '#events/permissions.ts';
import { reasonProblem } from '#events/reason.ts';
import { sign, type SigningFacts } from '#events/signature.ts';
import { hasControlCharacters, isBlank, lengthOf, normaliseLine } from '#events/text.ts';
import { invalidLine, texts } from '#events/texts.ts';
import type { Instant } from '#events/time.ts';

export interface BeginImport {
  readonly principal: Principal;
  readonly import: string;
  readonly source: string;
  readonly reason: string;
  readonly manifest: string;
  readonly files: readonly StoredFile[];
}

export interface Signing {
  readonly principal: Principal;
  readonly now: Instant;
  readonly signing: SigningFacts;
}

export interface Verdict {
  readonly row: string;
  readonly equal: boolean;
}

interface AcceptExceptions {
  readonly principal: Principal;
  readonly exceptions: E<'ImportExceptionsAccepted'>['data']['exceptions'];
  readonly reason: string;
}

interface MendFiles {
  readonly principal: Principal;
  readonly sent: readonly string[];
  readonly manifest: string;
  readonly files: readonly StoredFile[];
}

interface CompleteImport {
  readonly first: string;
  readonly last: string;
  readonly counts: ImportCounts;
  readonly report: StoredFile;
}

export type ImportEvent = E<keyof typeof importEvents>;
export type Ruling = Decision<ImportEvent>;

export const importStatuses = [
  'BEGUN',
  'PREVIEWED',
  'CHECKED',
  'UNEQUAL',
  'APPROVED',
  'COMPLETED',
  'ABANDONED',
] as const;
export type ImportStatus = (typeof importStatuses)[number];

interface LibraryImport {
  readonly import: string;
  readonly status: ImportStatus;
  readonly importer: string;
  readonly problems: number;
  /** SHA-256 of the plan, which both signatures name. */
  readonly plan: string | null;
  readonly sample: readonly string[];
  readonly checker: string | null;
}
export type ImportState = LibraryImport | null;

const record = (...events: ImportEvent[]): Ruling => ({ ok: true, events });

const longestSource = 80;

export function beginImport(
  { principal, source, reason, manifest, files, import: uid }: BeginImport,
  state: ImportState,
): Ruling {
  if (principal.kind !== 'user' || !may(principal, 'library.import')) return refuse('not_allowed');
  if (state) return refuse('conflict');
  const fields: Record<string, string[]> = {};
  if (isBlank(source)) fields.source = [texts.required];
  else if (lengthOf(source) > longestSource || hasControlCharacters(source))
    fields.source = [invalidLine(longestSource)];
  const problem = reasonProblem(reason);
  if (problem) fields.reason = [problem];
  if (files.length === 0) fields.files = [texts.required];
  if (Object.keys(fields).length > 0) return refuse('invalid_input', { fields });
  return record({
    type: 'ImportBegun',
    data: {
      import: uid,
      source: normaliseLine(source),
      reason: reason.trim(),
      manifest,
      files: [...files],
      importer: { uid: principal.uid, name: principal.name },
    },
  });
}

const inWords: Record<ImportStatus, string> = {
  BEGUN: 'being read',
  PREVIEWED: 'previewed',
  CHECKED: 'checked',
  UNEQUAL: 'checked, with rows that differ',
  APPROVED: 'being carried out',
  COMPLETED: 'completed',
  ABANDONED: 'abandoned',
};

const notNow = ({ status }: LibraryImport) =>
  refuse('import_not_in_status', { detail: `This import is ${inWords[status]}.` });

/** The signature names the plan, which the signer's form shows. */
const signed = (meaning: 'import_checked' | 'import_approved', { signing, now }: Signing, state: LibraryImport) =>
  sign(
    meaning,
    signing,
    { document: state.import, version: '1', pdfs: state.plan === null ? [] : [state.plan], since: null },
    now,
  );

/** A rule on an import that was begun. */
const ruleOn =
  <C>(rule: (command: C, state: LibraryImport) => Ruling) =>
  (command: C, state: ImportState): Ruling =>
    state ? rule(command, state) : refuse('not_found', { detail: 'There is no such import.' });

/** The same, for those who may import. */
const importerRuleOn = <C extends { readonly principal: Principal }>(
  rule: (command: C, state: LibraryImport) => Ruling,
) =>
  ruleOn((command: C, state) =>
    may(command.principal, 'library.import') ? rule(command, state) : refuse('not_allowed'),
  );

export const checkImport = importerRuleOn((command: Signing & { verdicts: readonly Verdict[] }, state) => {
  if (state.status !== 'PREVIEWED') return notNow(state);
  if (state.problems > 0) return refuse('import_has_problems');
  const given = new Map(command.verdicts.map(({ row, equal }) => [row, equal]));
  if (given.size !== state.sample.length || state.sample.some((row) => !given.has(row)))
    return refuse('import_sample_open');
  const signature = signed('import_checked', command, state);
  if (!signature.ok) return signature;
  const verdicts = state.sample.map((row) => ({ row, equal: given.get(row)! }));
  return record({ type: 'ImportChecked', data: { import: state.import, verdicts, signature: signature.value } });
});

export const approveImport = importerRuleOn((command: Signing, state) => {
  const { principal } = command;
  if (principal.kind !== 'user') return refuse('not_allowed');
  if (state.status !== 'CHECKED') return notNow(state);
  if (principal.uid === state.importer || principal.uid === state.checker) return refuse('import_second_person');
  const signature = signed('import_approved', command, state);
  if (!signature.ok) return signature;
  return record({ type: 'ImportApproved', data: { import: state.import, signature: signature.value } });
});

export const acceptExceptions = importerRuleOn(({ principal, exceptions, reason }: AcceptExceptions, state) => {
  if (principal.kind !== 'user') return refuse('not_allowed');
  if (state.status !== 'PREVIEWED') return notNow(state);
  const fields: Record<string, string[]> = {};
  const problem = reasonProblem(reason);
  if (problem) fields.reason = [problem];
  if (exceptions.length === 0) fields.exceptions = ['Choose the exceptions that you accept.'];
  if (Object.keys(fields).length > 0) return refuse('invalid_input', { fields });
  return record({
    type: 'ImportExceptionsAccepted',
    data: { import: state.import, exceptions: [...exceptions], reason: reason.trim() },
  });
});

export const mapColumns = importerRuleOn(
  ({ columns }: { readonly principal: Principal; readonly columns: ColumnMap }, state) => {
    if (state.status !== 'BEGUN' && state.status !== 'PREVIEWED') return notNow(state);
    return record({ type: 'ImportColumnsMapped', data: { import: state.import, columns } });
  },
);

export const cutTitles = importerRuleOn(
  ({ titles }: { readonly principal: Principal } & Pick<E<'ImportTitlesCut'>['data'], 'titles'>, state) => {
    if (state.status !== 'PREVIEWED') return notNow(state);
    if (titles.length === 0) return record();
    return record({ type: 'ImportTitlesCut', data: { import: state.import, titles } });
  },
);

export const orderDates = importerRuleOn(
  ({ orders }: { readonly principal: Principal; readonly orders: DayOrders }, state) => {
    if (state.status !== 'PREVIEWED') return notNow(state);
    if (Object.values(orders).every((columns) => Object.keys(columns).length === 0)) return record();
    return record({ type: 'ImportDatesOrdered', data: { import: state.import, orders } });
  },
);

export const mendFiles = importerRuleOn(({ sent, manifest, files }: MendFiles, state) => {
  if (state.status !== 'PREVIEWED') return notNow(state);
  if (sent.length === 0) return refuse('invalid_input', { fields: { files: [texts.required] } });
  const data = { import: state.import, sent: [...sent], manifest, files: [...files] };
  return record({ type: 'ImportFilesMended', data });
});

export const recordPreview = ruleOn((preview: Omit<E<'ImportPreviewed'>['data'], 'import'>, state) =>
  state.status === 'BEGUN' || state.status === 'PREVIEWED'
    ? record({ type: 'ImportPreviewed', data: { import: state.import, ...preview } })
    : record(),
);

export const completeImport = ruleOn(({ first, last, counts, report }: CompleteImport, state) =>
  state.status === 'APPROVED'
    ? record({ type: 'ImportCompleted', data: { import: state.import, first, last, counts, report } })
    : record(),
);

export const abandonImport = importerRuleOn(
  ({ reason }: { readonly principal: Principal; readonly reason: string }, state) => {
    if (state.status === 'COMPLETED' || state.status === 'ABANDONED') return notNow(state);
    const problem = reasonProblem(reason);
    if (problem) return refuse('invalid_input', { fields: { reason: [problem] } });
    return record({ type: 'ImportAbandoned', data: { import: state.import, reason: reason.trim() } });
  },
);

function evolve(state: ImportState, { type, data }: ImportEvent): ImportState {
  switch (type) {
    case 'ImportBegun':
      return {
        import: data.import,
        status: 'BEGUN',
        importer: data.importer.uid,
        problems: 0,
        plan: null,
        sample: [],
        checker: null,
      };
    // Nothing can be signed before it is previewed again.
    case 'ImportColumnsMapped':
    case 'ImportTitlesCut':
    case 'ImportDatesOrdered':
    case 'ImportExceptionsAccepted':
    case 'ImportFilesMended':
      return state && { ...state, status: 'BEGUN' };
    case 'ImportPreviewed': {
      const { problems, plan, sample } = data;
      return state && { ...state, status: 'PREVIEWED', problems, plan: plan.sha256, sample };
    }
    case 'ImportChecked': {
      const status = data.verdicts.every(({ equal }) => equal) ? 'CHECKED' : 'UNEQUAL';
      return state && { ...state, status, checker: data.signature.signer };
    }
    case 'ImportApproved':
      return state && { ...state, status: 'APPROVED' };
    case 'ImportCompleted':
      return state && { ...state, status: 'COMPLETED' };
    case 'ImportAbandoned':
      return state && { ...state, status: 'ABANDONED' };
  }
}

/** Stream `import-<uid>`. */
export const importEvolution: Evolution<ImportEvent, ImportState> = { initialState: null, evolve };
