import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Fault } from '#app/adapters/environment/fault.ts';

/** How long open requests may take to finish once the product is asked to stop, in milliseconds. */
export const shutdownTimeout = 15_000;

export interface HttpServer {
  server: Server;
  /** Starts to listen, or throws a `Fault` that says why not. */
  listen(application: RequestListener, port: number, host: string): Promise<void>;
  /** Takes no further connection, waits `timeout` milliseconds at most for open requests, and closes the rest. */
  close(timeout: number): Promise<void>;
}

/** The HTTP server, not listening yet. */
export function createHttpServer(
  // Otherwise Node answers a request without Host itself, without our headers.
  server: Server = createServer({ requireHostHeader: false }),
): HttpServer {
  // Expectations other than 100-continue need not be met (RFC 9110 section 10.1.1).
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response));
  // Sent once the body is read: a request that is refused before is not asked for its body.
  server.on('checkContinue', (request, response) => {
    continueWhenRead(request, response);
    server.emit('request', request, response);
  });
  // Large uploads over slow connections take longer than the five minutes that Node allows.
  server.requestTimeout = 0;
  // Longer than the 60 seconds that load balancers keep a connection: else one sends on what was just closed.
  server.keepAliveTimeout = 75_000;
  let closing = false;
  const responses = new Set<ServerResponse>();
  // Node regards a connection as idle once its answer is written, although a slow client may not have received it.
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    if ([...responses].every((response) => !response.writableEnded || response.writableFinished)) closeIdle();
  };
  return {
    server,
    async listen(application, port, host) {
      server.on('request', (request, response) => {
        responses.add(response);
        response.once('close', () => responses.delete(response));
        if (closing) response.setHeader('Connection', 'close');
        application(request, response);
      });
      await new Promise<void>((resolve, reject) => {
        server.once('error', (error: NodeJS.ErrnoException) => reject(explainError(error, port, host)));
        server.listen(port, host, resolve);
      });
    },
    async close(timeout) {
      closing = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      // A persistent connection becomes idle only after its last answer.
      const idle = setInterval(() => server.closeIdleConnections(), 50);
      const end = setTimeout(() => server.closeAllConnections(), timeout);
      await closed;
      clearInterval(idle);
      clearTimeout(end);
    },
  };
}

/** Sends `100 Continue` when the body is read for the first time, unless the answer has begun. */
function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  const read = request._read.bind(request);
  request._read = (size) => {
    request._read = read;
    if (!response.headersSent) response.writeContinue();
    read(size);
  };
}

/** Throws a `Fault` where the port is not available, before anything else is started. */
export async function checkPort(port: number, host: string): Promise<void> {
  const http = createHttpServer();
  await http.listen((_request, response) => response.end(), port, host);
  await http.close(0);
}

function explainError(error: NodeJS.ErrnoException, port: number, host: string): unknown {
  switch (error.code) {
    case 'EADDRINUSE':
      return new Fault(`PORT ${port} is in use by another program: stop it, or set another PORT.`);
    case 'EACCES':
      return new Fault(`PORT ${port} may not be used by this account: set a PORT of 1024 or above.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    // No name server, or an address family that this computer does not have.
    case 'EAI_AGAIN':
    case 'EAFNOSUPPORT':
      return new Fault(`HOST ${host} is no address of this computer: set HOST to one that is, or to 0.0.0.0 for all.`);
    default:
      return error;
  }
}
