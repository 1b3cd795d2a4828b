import type { CallView } from './calls.ts';

/** `status` is null where nothing came back; then `body` says why. */
export interface CallAnswer {
  status: number | null;
  headers: [string, string][];
  body: string;
}

/** What of a call it takes to send it. */
export type SentCall = Pick<CallView, 'method' | 'path' | 'parameters' | 'body'>;

/** Sends a call as a form filled it in (`path uid`, `query limit`, `header If-Match`, `body`). No cookie goes along. */
export async function sendCall(
  { method, path, parameters, body }: SentCall,
  token: string | null,
  form: FormData,
): Promise<CallAnswer> {
  const given = (field: string): string => {
    const value = form.get(field);
    return typeof value === 'string' ? value : '';
  };
  const query = new URLSearchParams();
  const headers = new Headers();
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  if (body) headers.set('Content-Type', 'application/json');
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given(`path ${name}`)));
  try {
    for (const { name, place } of parameters) {
      const value = given(`${place} ${name}`);
      if (value !== '' && place === 'query') query.set(name, value);
      if (value !== '' && place === 'header') headers.set(name, value);
    }
    const response = await fetch(query.size > 0 ? `${address}?${query}` : address, {
      method,
      headers,
      credentials: 'omit',
      cache: 'no-store',
      ...(body && { body: given('body') }),
    });
    return { status: response.status, headers: [...response.headers], body: indented(await response.text()) };
  } catch (error) {
    return { status: null, headers: [], body: String(error) };
  }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
