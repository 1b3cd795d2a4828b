import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import type { WebhookBody } from '#app/integrations/adapters/body.ts';

/** What arrived at a peer, with its signature in the headers. */
export interface Arrived {
  id: string;
  body: WebhookBody;
  headers: Record<string, string>;
  raw: string;
}

type Answering = (response: ServerResponse, request: IncomingMessage) => void;

const status =
  (code: number, headers: Record<string, string> = {}): Answering =>
  (response) => {
    response.writeHead(code, headers).end(`answer ${code}`);
  };

/** Ten ways in which a receiver fails. */
export const failures: Record<string, Answering> = {
  'server error': status(500),
  'not found': status(404),
  'too many requests': status(429),
  'a redirect': status(302, { location: '/other' }),
  'a closed connection': (response) => response.destroy(),
  'a cut answer': (response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('half');
    setTimeout(() => response.destroy(), 20);
  },
  'no HTTP': (_response, { socket }) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'),
  'too large a head': status(200, { 'x-large': 'x'.repeat(20_000) }),
  'no answer': () => undefined,
  'a slow 200': (response) => {
    response.writeHead(200);
    const drip = setInterval(() => response.write('.'), 50);
    response.on('close', () => clearInterval(drip));
  },
};

export const succeed = status(204);

/** A real HTTP server that receives webhooks. `answer` decides for each request; the default succeeds. */
export async function startPeer() {
  const arrived: Arrived[] = [];
  const server = createServer({ maxHeaderSize: 65_536 }, (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const raw = Buffer.concat(parts).toString('utf8');
      const headers = request.headers as Record<string, string>;
      const one = { id: headers['webhook-id'] ?? '', body: JSON.parse(raw) as WebhookBody, headers, raw };
      arrived.push(one);
      peer.answer(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const peer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    arrived,
    answer: ((response) => succeed(response, response.req)) as (response: ServerResponse, one: Arrived) => void,
    /** What arrived, once the public library accepts it for this secret. */
    verifies: (secret: string, { raw, headers }: Arrived) => new Webhook(secret).verify(raw, headers) as WebhookBody,
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
  return peer;
}
