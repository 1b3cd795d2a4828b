import { Agent, request, type IncomingHttpHeaders } from 'node:http';

export interface Got {
  status: number;
  headers: IncomingHttpHeaders;
  /** As it came over the wire. */
  body: Buffer;
}

/** Somebody at the site, with connections that stay open and answers that stay compressed. */
export class Caller {
  readonly #agent = new Agent({ keepAlive: true });
  #cookie = '';

  constructor(
    readonly url: string,
    readonly encoding: 'br' | 'identity' = 'br',
  ) {}

  async signIn({ email, password }: { email: string; password: string }): Promise<void> {
    const body = new URLSearchParams({ email, password }).toString();
    const { status, headers } = await this.#send('/?index', 'POST', body);
    if (status !== 303) throw new Error(`${email} could not sign in: ${status}`);
    this.#cookie = (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
  }

  /** GETs a page that must be there. */
  async get(path: string): Promise<Got> {
    const got = await this.#send(path, 'GET');
    if (got.status !== 200) throw new Error(`${path} answered ${got.status}`);
    return got;
  }

  close(): void {
    this.#agent.destroy();
  }

  #send(path: string, method: string, body?: string): Promise<Got> {
    const headers: Record<string, string> = { 'accept-encoding': this.encoding, accept: 'text/html' };
    if (this.#cookie) headers.cookie = this.#cookie;
    if (body !== undefined) {
      headers.origin = this.url;
      headers['content-type'] = 'application/x-www-form-urlencoded';
    }
    return new Promise((resolve, reject) => {
      const sent = request(this.url + path, { method, agent: this.#agent, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
        );
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }
}
