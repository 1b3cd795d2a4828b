import { data } from '@remix-run/node';
import { parseForm } from '#app/server/screen/parse-form.ts';
import type { z } from 'zod';
import type { FileKind, StoredFile } from '#events/document/events.ts';
import { texts } from '#events/texts.ts';
import { newer } from '#events/document/version.ts';
import { ok, type Failure, type Result } from '#events/failures.ts';
import type { Command } from '#app/commands/command.ts';
import { besideField } from '#app/commands/document/files.ts';
import { errorPage } from '#app/server/errors/error-page.ts';
import { keptHere } from '#app/server/screen/saved-form.ts';
import { problemOf } from '#app/server/errors/problem.ts';
import type { FormAnswer } from '#app/server/screen/form.ts';
import { submit, type After, type Page } from '#app/server/screen/screen.ts';
import { detailsInUse } from '#app/queries/document/name.ts';
import { uploadLimit } from '#app/queries/document/upload-place.ts';
import { receiveForm } from '#app/storage/receive-form.ts';
import { isMultipart } from '#app/storage/multipart.ts';

/** A stored file as a form shows it: its key travels with the form in a hidden field. */
export interface HeldFile {
  key: string;
  name: string;
  /** Bytes. */
  size: number;
  sha256: string;
}

/** A document form as it arrived: its files are stored and checked, its fields `working` and `final` hold their keys. */
export interface SentForm {
  form: FormData;
  held: Record<FileKind, HeldFile | null>;
  /** Messages for the file fields, and the status of the first refusal. */
  problems: Record<string, string[]>;
  status: number | null;
}

/** What a document form's action answers when it shows the form again: with what arrived, so that no file is sent twice. */
export type DocumentFormAnswer = FormAnswer & { held: SentForm['held'] };

export const heldFile = ({ objectKey: key, name, size, sha256 }: StoredFile): HeldFile => ({ key, name, size, sha256 });

const kinds = ['working', 'final'] as const;

/**
 * The files that a form which was kept on this page refers to, as far as they are still there. `has` are the files that the document has
 * already. Null where no form was kept, or on another basis than `basis`.
 */
export async function keptFiles(page: Page, has: readonly StoredFile[] = [], basis?: string) {
  const { request, context, viewer, ports } = page;
  const kept = await keptHere(request, context, viewer);
  if (!kept || kept.values.basis !== basis) return null;
  const find = async (kind: FileKind): Promise<HeldFile | null> => {
    const key = kept.values[`${kind}Key`];
    if (typeof key !== 'string') return null;
    const known = has.find(({ objectKey }) => objectKey === key);
    if (known) return heldFile(known);
    const stored = await ports.uploads.complete(viewer.org, viewer.uid, key);
    return stored.ok ? heldFile(stored.value.file) : null;
  };
  return { working: await find('working'), final: await find('final') };
}

/**
 * Reads a document form, whether the browser sent the files with it (multipart, streamed to storage) or straight to storage before
 * (their keys in `workingKey` and `finalKey`). `has` are the files that the document has already. Throws the error page where it cannot be read.
 */
export async function readDocumentForm(page: Page, has: readonly StoredFile[] = []): Promise<SentForm> {
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
  const { form, files } = received.value;
  const sent: SentForm = { form, held: { working: null, final: null }, problems: {}, status: null };
  for (const kind of kinds) {
    const arrived: Result<{ file: StoredFile }> | undefined = files.get(`${kind}File`);
    if (arrived && !arrived.ok) tell(sent, kind, arrived.failure);
    const earlier = form.get(`${kind}Key`);
    const file = arrived?.ok ? arrived.value.file : await held(page, sent, kind, earlier, has);
    form.delete(`${kind}File`);
    form.delete(`${kind}Key`);
    form.set(kind, file?.objectKey ?? '');
    sent.held[kind] = file && heldFile(file);
  }
  return sent;
}

async function held(
  { ports, viewer }: Page,
  sent: SentForm,
  kind: FileKind,
  key: FormDataEntryValue | null,
  has: readonly StoredFile[],
): Promise<StoredFile | null> {
  if (typeof key !== 'string' || key === '') return null;
  const known = has.find(({ objectKey }) => objectKey === key);
  if (known) return known;
  const completed = await ports.uploads.complete(viewer.org, viewer.uid, key);
  if (completed.ok) return completed.value.file;
  if (!sent.problems[kind]) tell(sent, kind, completed.failure);
  return null;
}

function tell(sent: SentForm, kind: FileKind, failure: Failure): void {
  const problem = problemOf(besideField(kind, failure));
  sent.problems[kind] = problem.errors[kind] ?? [problem.title];
  sent.status ??= problem.status;
}

/** What a document form is about. */
interface About {
  /** Its uid. */
  document: string | null;
  /** Of a revision: the version that it follows. */
  after?: string;
}

/** What only the other documents and versions say against a form, of the fields that have no word yet. */
async function problemsBesides(page: Page, form: FormData, { document, after }: About, told: readonly string[]) {
  const fitting = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' && !told.includes(name) ? value : '';
  };
  const version = fitting('version').trim();
  const older = after !== undefined && version !== '' && !newer(version, after);
  // Of a revision type and doc ID stay what they are.
  const [type, docNum] = after === undefined ? [fitting('type'), fitting('docNum')] : ['', ''];
  const inUse = await page.ask(detailsInUse, { name: fitting('name'), type, docNum, document });
  return {
    ...(inUse.name && { name: [texts.documentNameInUse] }),
    ...(inUse.number && { docNum: [texts.documentNumberInUse] }),
    ...(older && { version: [texts.versionNotNewer] }),
  };
}

/** `submit` for a document form: a refused file is told beside its field, and what arrived is kept. */
export async function submitDocumentForm<F extends z.ZodType, S extends z.ZodType, O>(
  page: Page,
  sent: SentForm,
  options: {
    schema: F;
    command: Command<S, O>;
    input: (values: z.output<F>) => unknown;
    after: (answer: O, values: z.output<F>) => After | Promise<After>;
    /** The specification's words for the act that fails, whatever the reason. */
    broken: string;
    about: About;
  },
) {
  const besides = (told: readonly string[]) => problemsBesides(page, sent.form, options.about, told);
  if (sent.status !== null) {
    const submission = parseForm(sent.form, options.schema);
    const others = await besides(Object.keys((submission.status === 'error' && submission.error) || {}));
    const lastResult = submission.reply({ fieldErrors: { ...others, ...sent.problems } });
    return data<DocumentFormAnswer>({ lastResult, problem: null, held: sent.held }, { status: sent.status });
  }
  const files = Object.fromEntries(kinds.map((kind) => [kind, sent.held[kind]?.sha256 ?? '']));
  const answer = await submit(page, { form: sent.form, files, besides, ...options });
  return data<DocumentFormAnswer>({ ...answer.data, held: sent.held }, answer.init ?? {});
}
