import type { z } from 'zod';
import type { FileKind, StoredFile } from '#events/document/events.ts';
import { texts } from '#events/texts.ts';
import { newer } from '#events/document/version.ts';
import { ok, type Failure, type Result } from '#events/failures.ts';
import { besideField } from '#app/documents/commands/files.ts';
import { asidePlaces, copyApprovers, heldIn } from '#app/documents/forms/copy-approvers.ts';
import { otherSteps } from '#app/approval-routes/forms/route-steps.ts';
import { errorPage } from '#app/kit/errors/error-page.ts';
import { savedForm } from '#app/kit/screen/saved-form.ts';
import { problemOf } from '#app/kit/errors/problem.ts';
import {
  type FittingForm,
  type FormAnswer,
  type Messages,
  type Page,
  parseForm,
  type Reply,
} from '#app/kit/screen/screen.ts';
import { detailsInUse } from '#app/documents/queries/name.ts';
import { uploadLimit } from '#app/documents/queries/upload-place.ts';
import { receiveForm } from '#app/adapters/storage/receive-form.ts';
import { isMultipart } from '#app/adapters/storage/multipart.ts';
import { renditionWords } from '#app/ui/text/rendition.ts';
import type { RoutePreview } from '#app/approval-routes/queries/preview.ts';
import type { FailedAct } from '#app/kit/words/refusals.ts';

/** A stored file of a form, which has its key in a hidden field. */
export interface HeldFile {
  key: string;
  name: string;
  /** Bytes. */
  size: number;
  sha256: string;
  /** What is said beside it. */
  note?: string;
}

type Held = Record<FileKind, HeldFile | null>;

/** A document form whose files are stored and checked; its fields `working` and `final` hold their keys. */
interface ReceivedForm {
  data: FormData;
  held: Held;
  /** Messages for the file fields, and the status of the first refusal. */
  problems: Messages;
  status: number | null;
}

/** The answer that shows a document form again, with the files that are stored already. */
export type DocumentFormAnswer = FormAnswer & { held: Held; route?: RoutePreview | null | undefined };

export const heldFile = ({ objectKey: key, name, size, sha256, rendition }: StoredFile): HeldFile => ({
  key,
  name,
  size,
  sha256,
  ...(rendition && { note: renditionWords[rendition.because] }),
});

const kinds = ['working', 'final'] as const;

/**
 * The files of the saved form of this page, as far as they still exist. `has`: the files of the document. Null where no
 * form with this basis is saved.
 */
export async function savedFiles(page: Page, has: readonly StoredFile[] = [], basis?: string): Promise<Held | null> {
  const saved = await savedForm(page);
  if (!saved || saved.values.basis !== basis) return null;
  const find = async (kind: FileKind): Promise<HeldFile | null> => {
    const found = await findFile(page, saved.values[`${kind}Key`], has);
    return found?.ok ? heldFile(found.value) : null;
  };
  return { working: await find('working'), final: await find('final') };
}

/** Finds the file of a key: one of the document, or an upload of this person. Null without a key. */
async function findFile({ ports, viewer }: Page, key: unknown, has: readonly StoredFile[]) {
  if (typeof key !== 'string' || key === '') return null;
  const known = has.find(({ objectKey }) => objectKey === key);
  if (known) return ok(known);
  const completed = await ports.uploads.complete(viewer.org, viewer.uid, key);
  return completed.ok ? ok(completed.value.file) : completed;
}

/**
 * Receives a document form with its files (multipart) or with the keys of earlier uploads (`workingKey`, `finalKey`).
 * `has`: the files of the document. Throws an error page for a form that cannot be read.
 */
export async function receiveDocumentForm(page: Page, has: readonly StoredFile[] = []): Promise<ReceivedForm> {
  const { request, ports, viewer } = page;
  const received = isMultipart(request)
    ? await receiveForm(request, {
        uploads: ports.uploads,
        org: viewer.org,
        document: null,
        owner: viewer.uid,
        fields: { workingFile: 'working', finalFile: 'final' },
        maxBytes: uploadLimit(page),
      })
    : ok({ form: await request.formData(), files: new Map<string, never>() });
  if (!received.ok) throw errorPage(received.failure);
  const { form: data, files } = received.value;
  const form: ReceivedForm = { data, held: { working: null, final: null }, problems: {}, status: null };
  for (const kind of kinds) {
    const arrived: Result<{ file: StoredFile }> | undefined = files.get(`${kind}File`);
    const found = arrived?.ok ? ok(arrived.value.file) : await findFile(page, data.get(`${kind}Key`), has);
    const refusal = arrived?.ok === false ? arrived : found;
    if (refusal?.ok === false) addProblem(form, kind, refusal.failure);
    data.delete(`${kind}File`);
    data.delete(`${kind}Key`);
    data.set(kind, found?.ok ? found.value.objectKey : '');
    form.held[kind] = found?.ok ? heldFile(found.value) : null;
  }
  return form;
}

function addProblem(form: ReceivedForm, kind: FileKind, failure: Failure): void {
  const problem = problemOf(besideField(kind, failure));
  form.problems[kind] = problem.errors[kind] ?? [problem.title];
  form.status ??= problem.status;
}

/** The fields of a received form with the keys of its stored files, as the form sends them again. */
export function fieldsWithKeys({ data, held }: Pick<ReceivedForm, 'data' | 'held'>): FormData {
  for (const kind of kinds) {
    data.delete(kind);
    if (held[kind]) data.set(`${kind}Key`, held[kind].key);
  }
  return data;
}

/** Which document a form is about. */
interface About {
  /** Its uid. */
  document: string | null;
  /** Of a revision: the version that it follows. */
  after?: string;
  /** The route of the version that is sent. */
  route?: RoutePreview | null;
  /** Whose reason is a field of the form. */
  command?: NonNullable<Parameters<typeof parseForm>[3]>['command'];
}

/** Conflicts of valid fields with other documents and versions. */
async function problemsOfOthers(page: Page, form: FormData, { document, after }: About, wrong: readonly string[]) {
  const fitting = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' && !wrong.includes(name) ? value : '';
  };
  const version = fitting('version').trim();
  const older = after !== undefined && version !== '' && !newer(version, after);
  // A revision keeps type and doc ID.
  const [type, docNum] = after === undefined ? [fitting('type'), fitting('docNum')] : ['', ''];
  const inUse = await page.ask(detailsInUse, { name: fitting('name'), type, docNum, document });
  return {
    ...(inUse.name && { name: [texts.documentNameInUse] }),
    ...(inUse.number && { docNum: [texts.documentNumberInUse] }),
    ...(older && { version: [texts.versionNotNewer] }),
  };
}

/** Says that the form that is sent showed other steps than its version takes. */
function stepsProblem(form: FormData, route: About['route']): Messages {
  const [routed, send, external] = ['routed', 'send', 'externallyEffective'].map((name) => form.get(name));
  const problem = typeof routed === 'string' && send && !external ? otherSteps(routed, route) : null;
  return problem ? { approvers: [problem] } : {};
}

/**
 * Where a draft is saved with other steps than its form showed, the people stay in the steps of the same name. The
 * others are saved without a step, and the form of the draft proposes them.
 */
export function keepSteps({ data }: Pick<ReceivedForm, 'data'>, route: RoutePreview | null): void {
  const held = heldIn(data);
  if (otherSteps(held.routed, route) === null) return;
  const { steps, approvers, aside } = copyApprovers(held, route);
  const people = { steps, approvers: route ? asidePlaces(aside).map(({ user }) => user) : approvers };
  for (const [name, values] of Object.entries(people)) {
    data.delete(name);
    for (const value of new Set(values)) data.append(name, value);
  }
}

type DocumentReply = Reply<{ held: Held; route: RoutePreview | null | undefined }>;

/** A parsed document form. `showAgain` lists every error, and each answer has the stored files. */
type DocumentForm<V> = (Pick<FittingForm<V>, 'ok' | 'values' | 'run'> | { ok: false }) & {
  showAgain(): DocumentReply;
  refused(failure: Failure, act: FailedAct): DocumentReply;
};

/** Parses a received document form. A refused file is an error. */
export async function parseDocumentForm<F extends z.ZodType>(
  page: Page,
  { data, held, problems, status }: ReceivedForm,
  schema: F,
  about: About,
): Promise<DocumentForm<z.output<F>>> {
  const files = Object.fromEntries(kinds.map((kind) => [kind, held[kind]?.sha256 ?? '']));
  const form = parseForm(page, data, schema, { files, ...(about.command && { command: about.command }) });
  const more = { held, route: about.route };
  const refused = (failure: Failure, act: FailedAct) => form.refused(failure, act, more);
  if (form.ok && status === null) return { ...form, showAgain: () => form.showAgain(more), refused };
  const errors = {
    ...(await problemsOfOthers(page, data, about, form.wrong)),
    ...stepsProblem(data, about.route),
    ...problems,
  };
  return { ok: false, showAgain: () => form.showAgain(more, errors, status ?? 422), refused };
}
