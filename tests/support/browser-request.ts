import type { AppLoadContext, LoaderFunctionArgs } from '@remix-run/node';
import pino from 'pino';
import { defaultSettings } from '#events/organisation/events.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { loader } from '#app/documents/screens/files/download.ts';
import { signables } from '#app/server/signables.ts';
import type { Organisation } from '#tests/support/organisation.ts';

/** A request of somebody's browser for one file, with what the server logs of it. */
export async function ask(
  { services }: Organisation,
  person: Person,
  address: string,
  init: RequestInit = {},
  load: (args: LoaderFunctionArgs) => Promise<Response> = loader,
) {
  const { sessions } = services.identity;
  const at = { now: services.now(), address: null, agent: null, limits: defaultSettings.session };
  const { token } = await sessions.create({ org: person.org, user: person.uid, door: 'screen', ...at });
  const logged: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void logged.push(line) });
  const context: AppLoadContext = {
    services,
    signables,
    cspNonce: '',
    requestId: 'reference-1',
    address: null,
    encoding: null,
    log,
    header: () => undefined,
    waitForDrain: async () => undefined,
  };
  const [, , , uid, , version, kind] = address.split(/[/?]/);
  const request = new Request(`https://quality.example${address}`, {
    ...init,
    headers: { cookie: `${sessions.cookieName}=${token}`, ...init.headers },
  });
  const answer = await load({ request, params: { uid, version, kind }, context } as LoaderFunctionArgs);
  return { answer, logged };
}
