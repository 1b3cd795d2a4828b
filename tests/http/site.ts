import { randomBytes } from 'node:crypto';
import pino from 'pino';
import { loadConfig } from '#app/config.ts';
import { createServices, type Services } from '#app/services.ts';
import type { Person } from '#app/demo/world.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { buildScenario, type Scenario } from '#tests/support/scenario.ts';
import { startServer, temporaryFolder, type RunningServer } from '#tests/support/server.ts';

/** What a request answers, before any redirect is followed. */
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

/** The product as a server of its own on a database that holds a world. */
export interface Door {
  server: RunningServer;
  db: TestDatabase;
  /** The same wiring in this process, for what a test reads or prepares beside the server. */
  services: Services;
  /** Sends one request as somebody (signed in at the first one), or as nobody. */
  send(by: Person | null, method: 'GET' | 'POST', path: string, form?: Form): Promise<Answer>;
  close(): Promise<void>;
}

/** The same with the scenario in it. */
export type Site = Door & Scenario;

/** `environment`: settings beside the usual ones. */
export const openSite = (environment: Readonly<Record<string, string>> = {}): Promise<Site> =>
  openDoor(buildScenario, environment);

/** Starts the server, and meanwhile builds the world beside it through the real commands. `environment` may follow from the database's address. */
export async function openDoor<W extends object>(
  build: (services: Services) => Promise<W>,
  environment: Readonly<Record<string, string>> | ((databaseUrl: string) => Readonly<Record<string, string>>) = {},
): Promise<Door & W> {
  const db = await freshDatabase();
  const dataDir = await temporaryFolder();
  const secrets = { SECRET_KEY: randomBytes(32).toString('base64url') };
  // Makes the keys that both then read.
  const config = await loadConfig({ DATA_DIR: dataDir, ...secrets });
  const services = await createServices({ config, databaseUrl: db.url, log: pino({ level: 'silent' }) });
  const own = typeof environment === 'function' ? environment(db.url) : environment;
  // One process is the quicker start, and shows what there is to see of each.
  const settings = { DATABASE_URL: db.url, WEB_PROCESSES: '1', ...secrets, ...own };
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
  const cookies = new Map<string, Promise<string>>();

  const request = async (cookie: string | null, method: 'GET' | 'POST', path: string, form: Form = {}) => {
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
