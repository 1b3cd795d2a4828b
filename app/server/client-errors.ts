import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { allow } from '#app/server/middleware/allowed-methods.ts';
import { problemAnswer } from '#app/kit/errors/problem-json.ts';
import { newRequestId } from '#app/server/middleware/request-id.ts';
import type { FailureCode } from '#events/failures.ts';

/** How long a connection stays open after its last answer, in milliseconds. */
const lingering = 1_000;

/**
 * Answers requests that node:http cannot read (not HTTP, headers over 16 kB or without an end) or does not answer
 * (CONNECT) with a problem, and closes the connection (RFC 9112 section 9.6).
 */
export function answerUnreadable(server: Server, log: Logger): void {
  const answers = new WeakMap<object, ServerResponse>();
  const answered = new WeakSet<Socket>();
  server.on('request', (request, response) => answers.set(request.socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    // The rest of the same unreadable request causes further errors.
    if (answered.has(socket)) return;
    const answer = answers.get(socket);
    const open = answer?.writableFinished === false ? answer : undefined;
    // The client would read another answer as part of the one that is being sent.
    if (error.code === 'ECONNRESET' || !socket.writable || open?.headersSent) return void socket.destroy();
    answered.add(socket);
    const requestId = String(open?.getHeader('X-Request-Id') ?? newRequestId());
    refuse(socket, refusalOf(error), { requestId, log });
  });
  // node:http does not answer CONNECT by itself (RFC 9110 section 9.3.6).
  server.on('connect', (_request, stream) => {
    const socket = stream as Socket;
    socket.on('error', () => undefined).resume();
    refuse(socket, 'method_not_allowed', { requestId: newRequestId(), log, fields: { Allow: allow } });
  });
}

function refuse(
  socket: Socket,
  code: FailureCode,
  { requestId, log, fields }: { requestId: string; log: Logger; fields?: Record<string, string> },
): void {
  const { status, headers, body } = problemAnswer({ code }, { requestId });
  const facts = { request: requestId, refusal: code, status, address: socket.remoteAddress };
  log.info(facts, 'http.unreadable_request');
  const text = JSON.stringify(body);
  const sent = {
    ...headers,
    ...fields,
    'X-Request-Id': requestId,
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(text),
    Connection: 'close',
  };
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`);
  // Closing at once would reset the connection, since a part of the request is unread: the client could lose the
  // answer.
  const end = setTimeout(() => socket.destroy(), lingering);
  socket.once('close', () => clearTimeout(end));
}

function refusalOf({ code }: NodeJS.ErrnoException): FailureCode {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request_timeout' : 'malformed';
}
