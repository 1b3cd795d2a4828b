import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodySilence, limitBodySilence } from '#app/server/body-timeout.ts';
import { answerUnreadable } from '#app/server/client-errors.ts';
import { createHttpServer } from '#app/server/http-server.ts';

const silence = { body: 300, upload: 900 };
let port: number;
const opened = createHttpServer();

beforeAll(async () => {
  answerUnreadable(opened.server, pino({ level: 'silent' }));
  limitBodySilence(opened.server, silence);
  await opened.listen(
    (request, response) => {
      if (request.url === '/refused') return void response.writeHead(413).end('too large');
      let size = 0;
      request.on('data', (part: Buffer) => (size += part.length));
      request.on('end', () => response.end(String(size)));
      request.on('error', () => undefined);
    },
    0,
    '127.0.0.1',
  );
  ({ port } = opened.server.address() as AddressInfo);
});
afterAll(() => opened.close(0));

/** Sends pieces with pauses in milliseconds between them; answers everything that came, and after how long. */
async function exchange(head: string, pieces: (string | number)[]): Promise<{ text: string; ms: number }> {
  const begun = performance.now();
  const socket = net.connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (part) => (text += String(part))).on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(`${head}\r\nHost: x\r\n\r\n`);
  for (const piece of pieces) {
    if (typeof piece === 'number') await sleep(piece);
    else if (!socket.destroyed) socket.write(piece);
  }
  await Promise.race([closed, sleep(3000)]);
  socket.destroy();
  return { text, ms: performance.now() - begun };
}

const put = (path: string, more = '') => `PUT ${path} HTTP/1.1\r\nContent-Length: 10\r\nConnection: close${more}`;

describe('a body', () => {
  it('may stand still for 30 seconds, an upload for 60', () => {
    expect(bodySilence).toEqual({ body: 30_000, upload: 60_000 });
  });

  it.each(['Content-Length: 10', 'Transfer-Encoding: chunked'])(
    'that stands still is answered with 408: %s',
    async (of) => {
      const { text, ms } = await exchange(
        `POST /api/docs HTTP/1.1\r\n${of}`,
        of.startsWith('C') ? ['abc'] : ['3\r\nabc\r\n'],
      );
      expect(text).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
      expect(text).toContain('Content-Type: application/problem+json');
      expect(text).toContain('/api/docs#problem-request_timeout');
      expect(ms).toBeGreaterThan(250);
    },
  );

  it('that comes slowly is taken, however long it takes', async () => {
    const { text } = await exchange(put('/api/docs'), ['ab', 200, 'cd', 200, 'ef', 200, 'gh', 200, 'ij']);
    expect(text).toMatch(/^HTTP\/1\.1 200 OK[^]*10$/);
  });

  it('of an upload may stand still longer', async () => {
    const answers = [
      await exchange(put('/files/put?signed=x'), ['abcde', 600, 'abcde']),
      await exchange(put('/form', '\r\nContent-Type: multipart/form-data; boundary=x'), ['abcde', 600, 'abcde']),
      await exchange(put('/files/put?signed=x'), ['abcde']),
    ];
    expect(answers.map(({ text }) => text.slice(9, 12))).toEqual(['200', '200', '408']);
  });

  it('that stands still after its request was answered gets no second answer', async () => {
    const { text, ms } = await exchange('PUT /refused HTTP/1.1\r\nContent-Length: 10', ['abc']);
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(ms).toBeLessThan(2500);
  });
});

describe('100 Continue', () => {
  const expecting = async (path: string) => {
    let continued = false;
    const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
      const headers = { Expect: '100-continue', 'Content-Length': 10 };
      const request = http.request({ host: '127.0.0.1', port, path, method: 'PUT', headers }, resolve);
      request.on('continue', () => {
        continued = true;
        request.end('0123456789');
      });
      request.on('error', reject).flushHeaders();
    });
    return { status: answer.resume().statusCode, continued };
  };

  it('is sent when the body is read, and not to a request that is refused before', async () => {
    expect(await expecting('/taken')).toEqual({ status: 200, continued: true });
    expect(await expecting('/refused')).toEqual({ status: 413, continued: false });
  });
});
