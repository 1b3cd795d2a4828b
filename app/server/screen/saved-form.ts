import { z } from 'zod';
import type { AppLoadContext } from '@remix-run/node';
import { forgetForm, hasKept, keepForm, keptForms, type KeptForm } from '#app/drafts/saved-forms.ts';
import { browserCookie, readBrowser, type Browser } from '#app/server/cookies/browser.ts';
import { errorPage } from '#app/server/errors/error-page.ts';
import { isPlainName } from '#app/server/screen/parse-form.ts';
import { siteCookie, type Site } from '#app/server/cookies/site-cookie.ts';
import { toast, toastCookie } from '#app/server/cookies/toast.ts';
import type { Ports } from '#app/ports.ts';
import { readViewer } from '#app/queries/read-viewer.ts';
import type { Viewer } from '#app/queries/viewer.ts';
import { receiveForm } from '#app/storage/receive-form.ts';
import { isMultipart } from '#app/storage/multipart.ts';

/** A form that was begun, as the page that shows it gets it back. */
export interface Kept {
  page: string;
  /** ISO 8601 in UTC. */
  at: string;
  /** By field name: one value, or several of the same name. */
  values: Record<string, string | string[]>;
}

/** A password, whatever a form calls it; `passwordPolicy` is the number of days that one stays valid. */
const password = /password$/i;
/** What is never kept besides: codes, the marks of a signature, which are given anew; and the form's own bookkeeping. */
const never = /secret|token|code$|^(consent|signedName|statement|commandId|formId|person|act|keep|page|instead)$|^__/i;
const signed = ['email', 'approval'];
const fileKeys = ['workingKey', 'finalKey'];

/** Pages whose forms are kept while they are being filled in. */
const drafting = /^\/dashboard\/docs\/(create|[^/]+\/revise)$/;

const flag = z.literal('1');
const flagOf = (site: Site) => siteCookie(site, 'kept', { httpOnly: true, maxAge: 7 * 86_400, unprefixed: true });

/** The page that a request belongs to: its path and query, without what Remix adds to them. */
export function pageOf(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://site.invalid');
  for (const name of ['index', '_routes']) searchParams.delete(name);
  const query = searchParams.toString();
  const path = pathname.replace(/\.data$/, '');
  return query ? `${path}?${query}` : path;
}

export const pathOf = (page: string): string => page.split('?')[0] ?? page;
export const isDrafting = (page: string): boolean => drafting.test(pathOf(page));

/** The fields of a form that may be kept. With a password, e-mail address and what is signed belong to the signature and are not. */
function keepable(form: FormData): [string, string][] {
  const withPassword = [...form.keys()].some((name) => password.test(name));
  return [...form].flatMap(([name, value]): [string, string][] =>
    typeof value !== 'string' ||
    value === '' ||
    password.test(name) ||
    never.test(name) ||
    !isPlainName(name) ||
    (withPassword && signed.includes(name))
      ? []
      : [[name, value.replaceAll('\0', '')]],
  );
}

const filesIn = (fields: readonly [string, string][]): string[] =>
  fields.flatMap(([name, value]) => (fileKeys.includes(name) ? [value] : []));

/** The uid that a document which is only begun will have. */
const begunIn = (fields: readonly [string, string][]): string | undefined =>
  fields.find(([name]) => name === 'document')?.[1];

/**
 * The page under which a form is kept: its own. Where another tab keeps a document there that it has begun, one beside it: two tabs would
 * otherwise take turns at one place, and what was typed in the other were lost.
 */
async function pageToKeep(
  database: Ports['database'],
  whose: { org: string; user: string },
  { page, browser }: { page: string; browser: string | null },
  fields: readonly [string, string][],
): Promise<string> {
  const begun = begunIn(fields);
  if (!begun || !isDrafting(page)) return page;
  const all = await keptForms(database, whose, { path: pathOf(page), browser });
  const own = all.find((one) => begunIn(one.fields) === begun);
  if (own) return own.page;
  const taken = all.some((one) => one.page === page);
  return taken ? `${page}${page.includes('?') ? '&' : '?'}${new URLSearchParams({ form: begun }).toString()}` : page;
}

/** Keeps what a signed-in person has typed so far. False where it is not to be kept. */
export async function keepDraft({ services }: AppLoadContext, viewer: Viewer, page: string, form: FormData) {
  if (!isDrafting(page) || form.get('person') !== viewer.uid) return false;
  const fields = keepable(form);
  const whose = whoseOf(viewer);
  return keepForm(services.database, whose, {
    page: await pageToKeep(services.database, whose, { page, browser: null }, fields),
    browser: '',
    fields,
    files: filesIn(fields),
    keptAt: services.now(),
  });
}

/**
 * Keeps a form that arrived after its session had ended: for the person whom the page was made for, if that is who signed in last in this
 * browser, and for this browser alone. Answers the headers that say so and the page that gives it back, or null where nothing was kept.
 * Nothing of it is carried out.
 */
export async function keepUnsent(
  request: Request,
  context: AppLoadContext,
  page = pageOf(request.url),
): Promise<{ headers: Headers; page: string } | null> {
  const { services: ports } = context;
  const browser = await readBrowser(request, ports);
  if (!browser) return null;
  const person = await ports.database.read(browser.org, (db) => readViewer(db, { ...browser, publicId: '' }));
  if (!person) return null;
  const form = await read(request, context, person, page);
  if (form?.get('person') !== person.uid) return null;
  const fields = keepable(form);
  const whose = { org: browser.org, user: browser.user };
  if (fields.length === 0) return null;
  const place = {
    page: await pageToKeep(ports.database, whose, { page, browser: browser.name }, fields),
    browser: browser.name,
  };
  if (!(await keepForm(ports.database, whose, { ...place, fields, files: filesIn(fields), keptAt: ports.now() }))) {
    context.log.warn({ user: person.uid, page: pathOf(page) }, 'a form was too long to be kept');
    return null;
  }
  context.log.info({ user: person.uid, page: pathOf(page) }, 'a form is kept for after signing in');
  const headers = new Headers();
  headers.append('Set-Cookie', await flagOf(ports.config).set('1'));
  const words = 'Your session has ended. Sign in again: what you typed is kept.';
  headers.append('Set-Cookie', await toastCookie(toast('info', words), ports.config));
  return { headers, page: place.page };
}

/** Keeps a form that its person leaves for a moment, for when they come back to its page; answers the headers that say so. */
export async function keepLeft(
  request: Request,
  context: AppLoadContext,
  viewer: Viewer,
  form: FormData,
): Promise<Record<string, string>> {
  const { services } = context;
  const browser = nameFor(viewer, await readBrowser(request, services));
  const fields = keepable(form);
  if (browser === null || fields.length === 0) return {};
  const page = pageOf(request.url);
  const kept = { page, browser, fields, files: filesIn(fields), keptAt: services.now() };
  if (!(await keepForm(services.database, whoseOf(viewer), kept))) return {};
  return { 'Set-Cookie': await flagOf(services.config).set('1') };
}

/** Reads the form. Files of a document's form are stored with it, as they would have been; any others are dropped. */
async function read(request: Request, context: AppLoadContext, person: Viewer, page: string): Promise<FormData | null> {
  if (!isMultipart(request)) {
    return Number(request.headers.get('content-length') ?? 0) > 256 * 1024 ? null : request.formData();
  }
  const { uploads, config } = context.services;
  const received = await receiveForm(request, {
    uploads,
    org: person.org,
    document: null,
    owner: person.uid,
    fields: isDrafting(page) ? { workingFile: 'working', finalFile: 'final' } : {},
    maxBytes: Math.min(person.settings.uploadLimit, config.uploadLimit),
  });
  if (!received.ok) throw errorPage(received.failure);
  const { form, files } = received.value;
  for (const [name, file] of files) {
    if (file.ok) form.set(name.replace(/File$/, 'Key'), file.value.file.objectKey);
    form.delete(name);
  }
  return form;
}

/** What the page of this request gives back to the person, the latest kept; once a request however many loaders ask. */
export function keptHere(request: Request, context: AppLoadContext, viewer: Viewer): Promise<Kept | null> {
  return (context.kept ??= find(request, context, viewer));
}

async function find(request: Request, context: AppLoadContext, viewer: Viewer): Promise<Kept | null> {
  const page = pageOf(request.url);
  if (!isDrafting(page) && !(await isFlagged(request, context.services.config))) return null;
  const [latest] = await keptForms(context.services.database, whoseOf(viewer), {
    page,
    browser: nameFor(viewer, await readBrowser(request, context.services)),
  });
  return latest ? shown(latest) : null;
}

/** Forms of the same kind that the person began at other addresses, the latest first. */
export async function keptElsewhere(request: Request, { services }: AppLoadContext, viewer: Viewer): Promise<Kept[]> {
  const page = pageOf(request.url);
  const browser = nameFor(viewer, await readBrowser(request, services));
  const all = await keptForms(services.database, whoseOf(viewer), { path: pathOf(page), browser });
  const latest = new Map<string, Kept>();
  for (const kept of all) if (kept.page !== page && !latest.has(kept.page)) latest.set(kept.page, shown(kept));
  return [...latest.values()];
}

/** Forgets what was kept of a page: its owner thought better of it. */
export async function forgetKept(request: Request, { services }: AppLoadContext, viewer: Viewer, page: string) {
  if (!isDrafting(page) && !(await isFlagged(request, services.config))) return;
  const browser = nameFor(viewer, await readBrowser(request, services));
  await forgetForm(services.database, whoseOf(viewer), { page, browser });
}

/** Forgets what was kept of the form that was sent: of a document that was begun, wherever it is, and not what another tab keeps at its page. */
export async function forgetSent(request: Request, context: AppLoadContext, viewer: Viewer) {
  const { begun, services } = context;
  const page = pageOf(request.url);
  if (begun === undefined) return forgetKept(request, context, viewer, page);
  const browser = nameFor(viewer, await readBrowser(request, services));
  const all = await keptForms(services.database, whoseOf(viewer), { path: pathOf(page), browser });
  const own = all.filter(({ fields }) => begunIn(fields) === begun).map((one) => one.page);
  for (const one of new Set(own)) await forgetForm(services.database, whoseOf(viewer), { page: one, browser });
}

/** The `Set-Cookie` values at a sign-in: whose the browser is from now on, and whether it has something to give back. */
export async function signedInCookies(request: Request, ports: Ports, whose: { org: string; user: string }) {
  const { cookie, name } = await browserCookie(request, ports, whose);
  const kept = await hasKept(ports.database, whose, name);
  return [cookie, await flagOf(ports.config).set(kept ? '1' : null)];
}

const isFlagged = async (request: Request, site: Site): Promise<boolean> =>
  (await flagOf(site).read(request, flag)) !== null;

const whoseOf = ({ org, uid }: Viewer) => ({ org, user: uid });

/** Only to the person who sat there. */
const nameFor = (viewer: Viewer, browser: Browser | null): string | null =>
  browser?.user === viewer.uid && browser.org === viewer.org ? browser.name : null;

function shown({ page, keptAt, fields }: KeptForm): Kept {
  const values: Kept['values'] = {};
  for (const [name, value] of fields) {
    // A field may be called `constructor`, which every object has.
    const before = Object.hasOwn(values, name) ? values[name] : undefined;
    values[name] = before === undefined ? value : [before, value].flat();
  }
  return { page, at: keptAt, values };
}
