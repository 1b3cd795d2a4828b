import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { putPath } from '#app/adapters/storage/port.ts';

/** For so long a body may stand still, in milliseconds. */
export const bodySilence = { body: 30_000, upload: 60_000 };

/**
 * Answers a request whose body stands still with 408 and closes its connection, as node:http does for headers. An
 * upload may rest longer. Bytes that the server has not read yet count as progress.
 */
export function limitBodySilence(server: Server, silence = bodySilence): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.complete || !hasBody(request)) return;
    const { socket } = request;
    const limit = isUpload(request) ? silence.upload : silence.body;
    let received = socket.bytesRead;
    let since = performance.now();
    const watch = setInterval(() => {
      if (request.complete || socket.destroyed) return clearInterval(watch);
      if (socket.bytesRead !== received || request.readableLength > 0) {
        received = socket.bytesRead;
        since = performance.now();
      } else if (performance.now() - since >= limit) {
        clearInterval(watch);
        // A second answer would be read as a part of the first.
        if (response.headersSent) socket.destroy();
        else server.emit('clientError', new BodyTimeout(), socket);
      }
    }, limit / 20);
    watch.unref();
    request.once('close', () => clearInterval(watch));
  });
}

class BodyTimeout extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT';
  constructor() {
    super('The body of a request stood still');
  }
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const isUpload = ({ url = '', headers }: IncomingMessage): boolean =>
  url.startsWith(putPath) || /^multipart\/form-data/i.test(headers['content-type'] ?? '');
