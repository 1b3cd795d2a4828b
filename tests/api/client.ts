import type { Person } from '#app/set-up/demonstration/world.ts';
import { Description } from './description.ts';

export interface Sent {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'HEAD' | 'OPTIONS';
  path: string;
  /** As JSON; text goes as it is. */
  body?: unknown;
  headers?: Record<string, string>;
}

export const get = (path: string): Sent => ({ method: 'GET', path });
export const post = (path: string, body?: unknown): Sent => ({ method: 'POST', path, body });
export const put = (path: string, body?: unknown): Sent => ({ method: 'PUT', path, body });
export const remove = (path: string): Sent => ({ method: 'DELETE', path });

export interface CallAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON; null where there is none. */
  json: unknown;
}

/** A client of the calls under /api, which holds each answer against /api/openapi.json and notes what it has seen. */
export class ApiClient {
  readonly #tokens = new Map<string, Promise<string>>();

  private constructor(
    readonly url: string,
    readonly description: Description,
  ) {}

  static async of(url: string): Promise<ApiClient> {
    const answer = await fetch(`${url}/api/openapi.json`);
    return new ApiClient(url, new Description((await answer.json()) as Description['text']));
  }

  /** Sends a request as a person (signed in on the first one) or as nobody. Throws on an undescribed answer. */
  async send(by: Person | null, sent: Sent): Promise<CallAnswer> {
    const token = by && (await this.tokenOf(by));
    return this.sendWith(token, sent);
  }

  async sendWith(token: string | null, { method, path, body, headers = {} }: Sent): Promise<CallAnswer> {
    const response = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(token !== null && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = { status: response.status, headers: response.headers, text };
    if (method !== 'HEAD' && method !== 'OPTIONS') {
      const faults = this.description.faultsOf(method, path, answer);
      if (faults.length > 0) throw new Error(`Not as described:\n${faults.join('\n')}\n${text.slice(0, 2000)}`);
    }
    const isJson = text !== '' && (response.headers.get('content-type') ?? '').includes('json');
    return { ...answer, json: isJson ? (JSON.parse(text) as unknown) : null };
  }

  /** What is under `data` of an answer that must succeed. */
  async data<T>(by: Person | null, sent: Sent): Promise<T> {
    const { status, json, text } = await this.send(by, sent);
    if (status >= 300) throw new Error(`${sent.method} ${sent.path} answered ${status}: ${text}`);
    return (json as { data: T }).data;
  }

  /** The bearer token of a person, signed in once. */
  tokenOf(person: Person): Promise<string> {
    const token = this.#tokens.get(person.uid) ?? this.signIn(person);
    this.#tokens.set(person.uid, token);
    return token;
  }

  async signIn({ email, password }: Person): Promise<string> {
    const sent = { method: 'POST', path: '/api/session', body: { email, password } } as const;
    const { status, json, text } = await this.sendWith(null, sent);
    if (status !== 201) throw new Error(`${email} could not sign in: ${status} ${text}`);
    return (json as { data: { token: string } }).data.token;
  }
}
