import { nameProblem } from '#events/document/name.ts';
import { normaliseLine } from '#events/text.ts';
import { intervalProblem, problems } from '#events/document/decide/details.ts';
import { notManaging, outOfSequence } from '#events/document/decide/guards.ts';
import type { FileKind } from '#events/document/events.ts';
import { standingApprovals, type Document } from '#events/document/state.ts';
import { newer, versionProblem } from '#events/document/version.ts';
import { fieldMessages, ok, refuse, type Result } from '#events/failures.ts';
import { texts } from '#events/texts.ts';
import { forgetPrepared, prepareChange, readPrepared } from '#app/drafts/prepared-changes.ts';
import type { PreparedChange, PreparedRevision } from '#app/drafts/tables.ts';
import type { SignedInContext } from '#app/commands/command.ts';
import { eligibleOf } from '#app/commands/document/facts.ts';
import { claimFiles, filesOf } from '#app/commands/document/files.ts';
import { reviseDocument } from '#app/commands/document/revise.ts';
import { principalOf } from '#app/commands/load.ts';
import { isNameInUse } from '#app/queries/document/name.ts';

const placeOf = ({ org, viewer }: SignedInContext, { uid, current }: Document) => ({
  org,
  document: uid,
  user: viewer.uid,
  version: current.version,
});

/** What this person's earlier calls have prepared for the document as it is. */
export const preparedFor = (context: SignedInContext, document: Document): Promise<PreparedChange> =>
  readPrepared(context.ports.database, placeOf(context, document), context.now);

/** Keeps more of it. */
export const keepPrepared = (
  context: SignedInContext,
  document: Document,
  change: (before: PreparedChange) => PreparedChange,
): Promise<PreparedChange> => prepareChange(context.ports.database, placeOf(context, document), context.now, change);

/** Forgets it, once it is used. */
export const usePrepared = (context: SignedInContext, document: Document): Promise<void> =>
  forgetPrepared(context.ports.database, placeOf(context, document));

/** The refusal where the person may not revise the document, or where it cannot be revised; else null. */
export const notRevising = (context: SignedInContext, document: Document) =>
  notManaging(document, principalOf(context)) ?? outOfSequence('Revise', document);

/** A revision as a client sends it: the whole document. Files are object keys; empty where there is none. */
export interface RevisionDraft extends PreparedRevision {
  type: string;
  functionalArea: string;
  docNum: string;
}

/**
 * Checks what a client wants a revision to be, and takes its uploads for the document. What is missing yet is no error;
 * what is wrong is refused as the revision itself would refuse it.
 */
export async function readRevision(
  context: SignedInContext,
  document: Document,
  draft: RevisionDraft,
): Promise<Result<PreparedRevision>> {
  const refusal = notRevising(context, document);
  if (refusal) return refusal;
  const name = normaliseLine(draft.name);
  const version = draft.version.trim();
  const fixed = ['type', 'functionalArea', 'docNum'] as const;
  const { trainingInterval, reviewInterval } = draft;
  const fields = problems({
    name: name === document.name ? null : nameProblem(name),
    version: versionProblem(version),
    trainingInterval: trainingInterval === undefined ? null : intervalProblem(trainingInterval),
    reviewInterval: reviewInterval === undefined ? null : intervalProblem(reviewInterval),
    ...Object.fromEntries(fixed.map((field) => [field, draft[field] === document[field] ? null : texts.invalid])),
  });
  if (Object.keys(fields).length > 0) return refuse('invalid_input', { fields });
  if (!newer(version, document.current.version)) {
    return refuse('document_version_not_newer', {
      detail: `The current version is ${document.current.version}.`,
      fields: { version: [texts.versionNotNewer] },
    });
  }
  const { ports, org } = context;
  if (name !== document.name && (await ports.database.read(org, (db) => isNameInUse(db, name, document.uid))))
    return refuse('document_name_in_use', { fields: { name: [texts.documentNameInUse] } });
  const files = await claimFiles(context, document.uid, draft, filesOf(document));
  if (!files.ok) return files;
  return ok({
    name,
    version,
    working: files.value.working?.objectKey ?? '',
    final: files.value.final?.objectKey ?? '',
    trainingInterval,
    reviewInterval,
  });
}

/**
 * What a client wants that has read the document again since it saved a newer version: it sends the document as it
 * still stands, with the files it has uploaded. The version that it said before counts on, and the files that differ
 * come to it.
 */
export function continued(draft: RevisionDraft, { name, current, ...document }: Document, before: PreparedChange) {
  const { revision } = before;
  const asItStands =
    draft.version.trim() === current.version &&
    draft.name.trim() === name &&
    (draft.trainingInterval ?? document.trainingInterval) === document.trainingInterval &&
    (draft.reviewInterval ?? document.reviewInterval) === document.reviewInterval;
  if (!revision || !asItStands) return draft;
  const file = (kind: FileKind) => (bringsFile(draft, current, kind) ? draft[kind] : revision[kind]);
  return { ...draft, ...revision, working: file('working'), final: file('final') };
}

/** Whether a client sends another file than the version has. */
export const bringsFile = (sent: Record<FileKind, string>, { files }: Document['current'], kind: FileKind): boolean =>
  sent[kind] !== '' && sent[kind] !== files[kind]?.objectKey;

/** A revision has a PDF of its own. */
export const hasOwnPdf = ({ final }: PreparedRevision, { current, nextFiles }: Document): boolean =>
  (final !== '' && final !== current.files.final?.objectKey) || nextFiles.final !== null;

/** The approvers of the version before who stay, as far as they can still approve, and those who were added. */
async function approversOf(
  context: SignedInContext,
  document: Document,
  { approvers = [], leaving = [] }: PreparedChange,
): Promise<string[]> {
  const before = standingApprovals(document.current).map(({ user }) => user);
  const staying = await eligibleOf(
    context,
    before.filter((user) => !leaving.includes(user)),
  );
  return [...new Set([...staying, ...approvers])];
}

/**
 * Sends off the revision that was prepared, and forgets that it was prepared. What it lacks is refused as the screen
 * refuses it.
 */
export async function sendPrepared(
  context: SignedInContext,
  document: Document,
  prepared: PreparedChange,
  expectedVersion: number | undefined,
): Promise<Result<{ document: string }>> {
  const { revision } = prepared;
  const { current, nextFiles } = document;
  const values = reviseDocument.input.safeParse({
    document: document.uid,
    expectedVersion,
    name: revision?.name ?? document.name,
    version: revision?.version ?? '',
    working: revision?.working || (nextFiles.working ?? current.files.working)?.objectKey,
    final: revision?.final || nextFiles.final?.objectKey,
    approvers: await approversOf(context, document, prepared),
    trainingInterval: revision?.trainingInterval,
    reviewInterval: revision?.reviewInterval,
  });
  if (!values.success) return refuse('invalid_input', { fields: fieldMessages(values.error) });
  const sent = await reviseDocument.run(values.data, context);
  if (sent.ok) await usePrepared(context, document);
  return sent;
}
