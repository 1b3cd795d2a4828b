import type { AppLoadContext } from '@remix-run/node';
import type { Instant } from '#events/time.ts';
import {
  deleteSavedForm,
  findSavedForms,
  saveForm as store,
  type Place,
  type StoredForm,
  type Whose,
} from '#app/kit/saved-forms/saved-forms.ts';
import { readBrowser } from '#app/kit/cookies/browser.ts';
import { errorPage } from '#app/kit/errors/error-page.ts';
import { fieldsToSave, filesIn, pendingDocumentIn, valuesOf, type SavedField } from '#app/kit/screen/saved-fields.ts';
import { toast, toastCookie } from '#app/kit/cookies/toast.ts';
import { readViewer } from '#app/kit/query/read-viewer.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';
import { receiveForm } from '#app/adapters/storage/receive-form.ts';
import { isMultipart } from '#app/adapters/storage/multipart.ts';

/** A form that was filled in and not sent. */
export interface SavedForm {
  page: string;
  at: Instant;
  /** By field name: one value, or several of the same name. */
  values: Record<string, string | string[]>;
}

/** A request of a signed-in person. */
interface Visit {
  request: Request;
  context: AppLoadContext;
  viewer: Viewer;
}

/** Pages whose forms are saved while a person types. */
const autosaved = /^\/dashboard\/docs\/(create|[^/]+\/revise)$/;

/** The path and query of a request without Remix's additions. */
export function pageOf(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://site.invalid');
  for (const name of ['index', '_routes']) searchParams.delete(name);
  const query = searchParams.toString();
  const path = pathname.replace(/\.data$/, '');
  return query ? `${path}?${query}` : path;
}

export const pathOf = (page: string): string => page.split('?')[0] ?? page;
const isAutosaved = (page: string): boolean => autosaved.test(pathOf(page));

const whoseOf = ({ org, uid }: Viewer): Whose => ({ org, user: uid });

/** The browser's name where this person was the last to sign in with it; else null. */
async function browserOf({ request, context, viewer }: Visit): Promise<string | null> {
  const browser = await readBrowser(request, context.services);
  return browser?.user === viewer.uid && browser.org === viewer.org ? browser.name : null;
}

/**
 * Saves fields under their page and returns that page; null where they are too long. A second pending document of
 * another tab gets an address of its own, so that the tabs do not overwrite each other.
 */
async function save(
  { services }: AppLoadContext,
  whose: Whose,
  { page, browser }: Place,
  fields: SavedField[],
): Promise<string | null> {
  const pending = isAutosaved(page) ? pendingDocumentIn(fields) : undefined;
  let own = page;
  if (pending) {
    const all = await findSavedForms(services.database, whose, { path: pathOf(page), browser: browser || null });
    const saved = all.find((one) => pendingDocumentIn(one.fields) === pending);
    const taken = all.some((one) => one.page === page);
    const beside = `${page}${page.includes('?') ? '&' : '?'}${new URLSearchParams({ form: pending }).toString()}`;
    own = saved?.page ?? (taken ? beside : page);
  }
  const form = { page: own, browser, fields, files: filesIn(fields), savedAt: services.now() };
  return (await store(services.database, whose, form)) ? own : null;
}

/** Saves the form of a signed-in person. Returns false where it may not be saved. */
export async function autosave(context: AppLoadContext, viewer: Viewer, page: string, form: FormData) {
  if (!isAutosaved(page) || form.get('person') !== viewer.uid) return false;
  return (await save(context, whoseOf(viewer), { page, browser: '' }, fieldsToSave(form))) !== null;
}

/**
 * Saves a form that arrived after its session had ended, for the person who opened it and for this browser only.
 * Returns the headers of a toast and the page that shows the form; null where nothing was saved.
 */
export async function saveUnsent(
  request: Request,
  context: AppLoadContext,
  page = pageOf(request.url),
): Promise<{ headers: Headers; page: string } | null> {
  const { database, config } = context.services;
  const browser = await readBrowser(request, context.services);
  if (!browser) return null;
  const person = await database.read(browser.org, (db) => readViewer(db, { ...browser, publicId: '' }));
  if (!person) return null;
  const form = await read({ request, context, viewer: person }, page);
  if (form?.get('person') !== person.uid) return null;
  const fields = fieldsToSave(form);
  if (fields.length === 0) return null;
  const saved = await save(context, whoseOf(person), { page, browser: browser.name }, fields);
  const event = saved === null ? 'saved_form.too_long' : 'saved_form.saved_after_session';
  context.log.info({ user: person.uid, page: pathOf(page) }, event);
  if (saved === null) return null;
  const words = 'Your session has ended. Sign in again: what you typed is saved.';
  return { headers: new Headers({ 'Set-Cookie': await toastCookie(toast('info', words), config) }), page: saved };
}

/** Saves a form that its person leaves in order to create a department or an area. Returns the page that shows it. */
export async function saveForReturn(visit: Visit, form: FormData): Promise<string> {
  const browser = await browserOf(visit);
  const fields = fieldsToSave(form);
  const page = pageOf(visit.request.url);
  if (browser === null || fields.length === 0) return page;
  return (await save(visit.context, whoseOf(visit.viewer), { page, browser }, fields)) ?? page;
}

/** Adds a choice to the form that waits at `page`, such as the department that its person left it to create. */
export async function addToSaved(visit: Visit, page: string, field: SavedField): Promise<void> {
  const { context, viewer } = visit;
  const place = { page, browser: await browserOf(visit) };
  const [waiting] = await findSavedForms(context.services.database, whoseOf(viewer), place);
  if (waiting) await save(context, whoseOf(viewer), waiting, [...waiting.fields, field]);
}

/** Reads the form. The files of a document form are stored; others are dropped. */
async function read({ request, context, viewer }: Visit, page: string): Promise<FormData | null> {
  if (!isMultipart(request)) {
    return Number(request.headers.get('content-length') ?? 0) > 256 * 1024 ? null : request.formData();
  }
  const { uploads, config } = context.services;
  const received = await receiveForm(request, {
    uploads,
    org: viewer.org,
    document: null,
    owner: viewer.uid,
    fields: isAutosaved(page) ? { workingFile: 'working', finalFile: 'final' } : {},
    maxBytes: Math.min(viewer.settings.uploadLimit, config.uploadLimit),
  });
  if (!received.ok) throw errorPage(received.failure);
  const { form, files } = received.value;
  for (const [name, file] of files) {
    if (file.ok) form.set(name.replace(/File$/, 'Key'), file.value.file.objectKey);
    form.delete(name);
  }
  return form;
}

const toSavedForm = ({ page, savedAt: at, fields }: StoredForm): SavedForm => ({ page, at, values: valuesOf(fields) });

/** The latest saved form of the request's page; it is read once for each request. */
export const savedForm = (visit: Visit): Promise<SavedForm | null> => (visit.context.savedForm ??= find(visit));

async function find(visit: Visit): Promise<SavedForm | null> {
  const { request, context, viewer } = visit;
  const place = { page: pageOf(request.url), browser: await browserOf(visit) };
  const [latest] = await findSavedForms(context.services.database, whoseOf(viewer), place);
  return latest ? toSavedForm(latest) : null;
}

/** Saved forms of the same kind at other addresses, the latest first. */
export async function otherSavedForms(visit: Visit): Promise<SavedForm[]> {
  const page = pageOf(visit.request.url);
  const latest = new Map<string, SavedForm>();
  for (const form of await savedAtPath(visit, page)) {
    if (form.page !== page && !latest.has(form.page)) latest.set(form.page, toSavedForm(form));
  }
  return [...latest.values()];
}

const savedAtPath = async (visit: Visit, page: string) =>
  findSavedForms(visit.context.services.database, whoseOf(visit.viewer), {
    path: pathOf(page),
    browser: await browserOf(visit),
  });

/** Deletes the saved form of a page. */
export async function discardSaved(visit: Visit, page: string): Promise<void> {
  const { context, viewer } = visit;
  await deleteSavedForm(context.services.database, whoseOf(viewer), { page, browser: await browserOf(visit) });
}

/** Deletes the saved form that was sent. That of a pending document is deleted at each of its addresses. */
export async function deleteSent(visit: Visit): Promise<void> {
  const { pendingDocument } = visit.context;
  const page = pageOf(visit.request.url);
  if (pendingDocument === undefined) return discardSaved(visit, page);
  const own = (await savedAtPath(visit, page)).filter(({ fields }) => pendingDocumentIn(fields) === pendingDocument);
  for (const saved of new Set(own.map((one) => one.page))) await discardSaved(visit, saved);
}
