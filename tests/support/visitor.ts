/** A browser without a browser: forms and cookies over HTTP, as JavaScript off sends them. */
export class Visitor {
  #cookies = new Map<string, string>();

  constructor(
    readonly url: string,
    readonly signal?: AbortSignal,
  ) {}

  /** GETs a page; redirects are not followed. */
  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.#send(path, { headers });
  }

  /** POSTs a form (urlencoded, or multipart where it is a FormData), or bytes that are none. */
  post(path: string, fields: Record<string, string | string[]> | FormData | Blob): Promise<Response> {
    const body = fields instanceof FormData || fields instanceof Blob ? fields : encoded(fields);
    return this.#send(path, { method: 'POST', body });
  }

  /** Signs in by the form; throws where it is refused. */
  async signIn(email: string, password: string): Promise<void> {
    const answer = await this.post('/?index', { email, password });
    if (answer.status !== 302 && answer.status !== 303) throw new Error(`Sign-in answered ${answer.status}`);
  }

  /** Loses a cookie, as a browser does when it expires. */
  forget(name: string): void {
    this.#cookies.delete(name);
  }

  async #send(path: string, init: RequestInit): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(new URL(path, this.url), {
      ...init,
      redirect: 'manual',
      headers: { cookie, origin: this.url, ...(init.headers as Record<string, string> | undefined) },
      ...(this.signal ? { signal: this.signal } : {}),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) this.#cookies.set(name, value);
    }
    return answer;
  }
}

function encoded(fields: Record<string, string | string[]>): URLSearchParams {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) body.append(name, one);
  return body;
}
