import type { E } from '#events/catalogue.ts';
import type { Decider, Decision } from '#events/decider.ts';
import type { StoredFile } from '#events/document/events.ts';
import { refuse } from '#events/failures.ts';
import type { ColumnMap, DayOrders, ImportCounts, importEvents } from '#events/import/events.ts';
import { may, type Principal } from '#events/permissions.ts';
import { reasonProblem } from '#events/reason.ts';
import { sign, type SigningFacts } from '#events/signature.ts';
import { hasControlCharacters, isBlank, lengthOf, normaliseLine } from '#events/text.ts';
import { invalidLine, texts } from '#events/texts.ts';

export interface BeginImport {
  readonly type: 'BeginImport';
  readonly principal: Principal;
  readonly import: string;
  readonly source: string;
  readonly reason: string;
  readonly manifest: string;
  readonly files: readonly StoredFile[];
}

interface Signing {
  readonly principal: Principal;
  readonly now: string;
  readonly signing: SigningFacts;
}

export interface Verdict {
  readonly row: string;
  readonly equal: boolean;
}

export type ImportCommand =
  | BeginImport
  | { readonly type: 'MapColumns'; readonly principal: Principal; readonly columns: ColumnMap }
  | {
      readonly type: 'CutTitles';
      readonly principal: Principal;
      readonly titles: E<'ImportTitlesCut'>['data']['titles'];
    }
  | { readonly type: 'OrderDates'; readonly principal: Principal; readonly orders: DayOrders }
  | {
      readonly type: 'AcceptExceptions';
      readonly principal: Principal;
      readonly exceptions: E<'ImportExceptionsAccepted'>['data']['exceptions'];
      readonly reason: string;
    }
  | {
      readonly type: 'MendFiles';
      readonly principal: Principal;
      readonly sent: readonly string[];
      readonly manifest: string;
      readonly files: readonly StoredFile[];
    }
  | { readonly type: 'RecordPreview'; readonly preview: Omit<E<'ImportPreviewed'>['data'], 'import'> }
  | (Signing & { readonly type: 'CheckImport'; readonly verdicts: readonly Verdict[] })
  | (Signing & { readonly type: 'ApproveImport' })
  | {
      readonly type: 'CompleteImport';
      readonly first: string;
      readonly last: string;
      readonly counts: ImportCounts;
      readonly report: StoredFile;
    }
  | { readonly type: 'AbandonImport'; readonly principal: Principal; readonly reason: string };

export type ImportEvent = E<keyof typeof importEvents>;
type Ruling = Decision<ImportEvent>;

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

function begin({ principal, source, reason, manifest, files, import: uid }: BeginImport, state: ImportState): Ruling {
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

function check(command: Signing & { verdicts: readonly Verdict[] }, state: LibraryImport): Ruling {
  if (!may(command.principal, 'library.import')) return refuse('not_allowed');
  if (state.status !== 'PREVIEWED') return notNow(state);
  if (state.problems > 0) return refuse('import_has_problems');
  const given = new Map(command.verdicts.map(({ row, equal }) => [row, equal]));
  if (given.size !== state.sample.length || state.sample.some((row) => !given.has(row)))
    return refuse('import_sample_open');
  const signature = signed('import_checked', command, state);
  if (!signature.ok) return signature;
  const verdicts = state.sample.map((row) => ({ row, equal: given.get(row)! }));
  return record({ type: 'ImportChecked', data: { import: state.import, verdicts, signature: signature.value } });
}

function approve(command: Signing, state: LibraryImport): Ruling {
  const { principal } = command;
  if (principal.kind !== 'user' || !may(principal, 'library.import')) return refuse('not_allowed');
  if (state.status !== 'CHECKED') return notNow(state);
  if (principal.uid === state.importer || principal.uid === state.checker) return refuse('import_second_person');
  const signature = signed('import_approved', command, state);
  if (!signature.ok) return signature;
  return record({ type: 'ImportApproved', data: { import: state.import, signature: signature.value } });
}

function acceptExceptions(
  { principal, exceptions, reason }: Extract<ImportCommand, { type: 'AcceptExceptions' }>,
  state: LibraryImport,
): Ruling {
  if (principal.kind !== 'user' || !may(principal, 'library.import')) return refuse('not_allowed');
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
}

function decide(command: ImportCommand, state: ImportState): Ruling {
  if (command.type === 'BeginImport') return begin(command, state);
  if (!state) return refuse('not_found', { detail: 'There is no such import.' });
  const { import: uid, status } = state;
  switch (command.type) {
    case 'MapColumns':
      if (!may(command.principal, 'library.import')) return refuse('not_allowed');
      if (status !== 'BEGUN' && status !== 'PREVIEWED') return notNow(state);
      return record({ type: 'ImportColumnsMapped', data: { import: uid, columns: command.columns } });
    case 'CutTitles':
      if (!may(command.principal, 'library.import')) return refuse('not_allowed');
      if (status !== 'PREVIEWED') return notNow(state);
      if (command.titles.length === 0) return record();
      return record({ type: 'ImportTitlesCut', data: { import: uid, titles: command.titles } });
    case 'OrderDates':
      if (!may(command.principal, 'library.import')) return refuse('not_allowed');
      if (status !== 'PREVIEWED') return notNow(state);
      if (Object.values(command.orders).every((columns) => Object.keys(columns).length === 0)) return record();
      return record({ type: 'ImportDatesOrdered', data: { import: uid, orders: command.orders } });
    case 'AcceptExceptions':
      return acceptExceptions(command, state);
    case 'MendFiles': {
      if (!may(command.principal, 'library.import')) return refuse('not_allowed');
      if (status !== 'PREVIEWED') return notNow(state);
      if (command.sent.length === 0) return refuse('invalid_input', { fields: { files: [texts.required] } });
      const { sent, manifest, files } = command;
      return record({ type: 'ImportFilesMended', data: { import: uid, sent: [...sent], manifest, files: [...files] } });
    }
    case 'RecordPreview':
      if (status !== 'BEGUN' && status !== 'PREVIEWED') return record();
      return record({ type: 'ImportPreviewed', data: { import: uid, ...command.preview } });
    case 'CheckImport':
      return check(command, state);
    case 'ApproveImport':
      return approve(command, state);
    case 'CompleteImport': {
      if (status !== 'APPROVED') return record();
      const { first, last, counts, report } = command;
      return record({ type: 'ImportCompleted', data: { import: uid, first, last, counts, report } });
    }
    case 'AbandonImport': {
      if (!may(command.principal, 'library.import')) return refuse('not_allowed');
      if (status === 'COMPLETED' || status === 'ABANDONED') return notNow(state);
      const problem = reasonProblem(command.reason);
      if (problem) return refuse('invalid_input', { fields: { reason: [problem] } });
      return record({ type: 'ImportAbandoned', data: { import: uid, reason: command.reason.trim() } });
    }
  }
}

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
export const importDecider: Decider<ImportCommand, ImportEvent, ImportState> = { initialState: null, decide, evolve };
