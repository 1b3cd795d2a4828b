import pino from 'pino';
import { loadConfig } from '#app/adapters/environment/config.ts';
import { createServices, type Services } from '#app/server/services.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { copyOf } from '#tests/support/copied-world.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { noJobIsDue } from '#tests/support/due-jobs.ts';
import { buildScenario, organisationFrom, savedOrganisation, type Scenario } from '#tests/support/scenario.ts';
import { startServer, temporaryFolder, type RunningServer } from '#tests/support/server.ts';
import { testSecrets } from '#tests/support/services.ts';
import { shared } from '#tests/support/shared.ts';

/** The answer to a request; redirects are not followed. */
export interface Answer {
  status: number;
  location: string | null;
  type: string;
  text: string;
  headers: Headers;
}

export type Form = Record<string, string | readonly string[]>;

/** The toast that an answer leaves for the next page. */
export function toastOf(answer: Answer): { tone: string; text: string; durationMs: number } {
  const value = answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('toast='))
    ?.slice('toast='.length)
    .split(';')[0];
  return JSON.parse(Buffer.from(decodeURIComponent(value ?? ''), 'base64').toString()) as ReturnType<typeof toastOf>;
}

/** The product as a server on a database of its own. */
export interface EmptySite {
  server: RunningServer;
  db: TestDatabase;
  /** The same services in this process, with which a test prepares and reads data. */
  services: Services;
  /** Sends a request as a person, who is signed in at the first one, or as a visitor (null). */
  send(by: Person | null, method: 'GET' | 'HEAD' | 'POST', path: string, form?: Form): Promise<Answer>;
  close(): Promise<void>;
}

/** A server with the scenario in its database. */
export type Site = EmptySite & Scenario;

/** `environment`: further settings. */
export const openSite = (environment: Readonly<Record<string, string>> = {}): Promise<Site> =>
  openSiteFrom((scenario) => Promise.resolve(scenario), environment);

/**
 * A server whose world `build` makes from the scenario. That is built once a run, and each site begins with a copy of
 * its data.
 */
export async function openSiteFrom<W extends object>(
  build: (scenario: Scenario, services: Services) => Promise<W>,
  environment: Readonly<Record<string, string>> = {},
): Promise<EmptySite & W> {
  const { db, dataDir, saved } = await copyOf(scenario);
  const buildOn = async (services: Services) => {
    const [ours, theirs] = [await organisationFrom(services, saved[0]), await organisationFrom(services, saved[1])];
    return build({ ours, theirs }, services);
  };
  return openSiteWith(buildOn, environment, { db, dataDir });
}

/** The scenario, whose jobs a server has done. */
const scenario = {
  name: 'scenario',
  async build(_: Services, place: { db: TestDatabase; dataDir: string }) {
    const { services, server, ours, theirs } = await openSiteWith(buildScenario, {}, place);
    await server.stop();
    await services.close();
    return [savedOrganisation(ours), savedOrganisation(theirs)] as const;
  },
};

/**
 * Starts a server and builds its world through the real commands. `environment` may depend on the database's URL.
 * `place`: where its data is; otherwise it begins empty.
 */
export async function openSiteWith<W extends object>(
  build: (services: Services) => Promise<W>,
  environment: Readonly<Record<string, string>> | ((databaseUrl: string) => Readonly<Record<string, string>>) = {},
  place: { db: TestDatabase; dataDir: string } | null = null,
): Promise<EmptySite & W> {
  const { db, dataDir } = place ?? { db: await freshDatabase(), dataDir: await temporaryFolder() };
  const secrets = { ...testSecrets, WEBHOOK_ALLOW_PRIVATE: 'true' };
  // Creates the keys that both processes read.
  const config = await loadConfig({ DATA_DIR: dataDir, PDF_SECONDS: '120', ...secrets });
  const services = await createServices({ config, databaseUrl: db.url, log: pino({ level: 'silent' }), ...shared });
  const own = typeof environment === 'function' ? environment(db.url) : environment;
  const settings = { DATABASE_URL: db.url, ...secrets, ...own };
  const starting = startServer({ dataDir, environment: settings });
  const close = async () => {
    await services.close();
    await starting.then((started) => started.remove()).catch(() => undefined);
    await db.close();
  };
  const [server, world] = await Promise.all([starting, build(services)]).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  // What jobs record about the world would come between two looks of a test.
  await noJobIsDue(db.owner);
  const cookies = new Map<string, Promise<string>>();

  const request = async (cookie: string | null, method: 'GET' | 'HEAD' | 'POST', path: string, form: Form = {}) => {
    const headers: Record<string, string> = { Accept: 'text/html' };
    if (cookie) headers.Cookie = cookie;
    if (method === 'POST') headers.Origin = server.url;
    const response = await fetch(server.url + path, {
      method,
      headers,
      redirect: 'manual',
      ...(method === 'POST' && { body: encoded(form) }),
    });
    return {
      status: response.status,
      location: response.headers.get('location'),
      type: response.headers.get('content-type') ?? '',
      text: await response.text(),
      headers: response.headers,
    };
  };

  const signIn = async ({ email, password }: Person): Promise<string> => {
    const answer = await request(null, 'POST', '/?index', { email, password });
    if (answer.status !== 303) throw new Error(`${email} could not sign in: ${answer.status}\n${answer.text}`);
    return answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
  };

  return {
    ...world,
    server,
    db,
    services,
    async send(by, method, path, form) {
      if (!by) return request(null, method, path, form);
      const cookie = cookies.get(by.uid) ?? signIn(by);
      cookies.set(by.uid, cookie);
      return request(await cookie, method, path, form);
    },
    close,
  };
}

function encoded(form: Form): URLSearchParams {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(form)) for (const one of [value].flat()) body.append(name, one);
  return body;
}
