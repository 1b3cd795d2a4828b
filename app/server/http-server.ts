import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Fault } from '#app/fault.ts';

/** How long requests in flight may take to finish once the product is asked to stop, in milliseconds. */
export const patience = 15_000;

export interface Door {
  server: Server;
  /** Begins to listen, or throws a `Fault` that says why not. */
  open(application: RequestListener, port: number, host: string): Promise<void>;
  /**
   * Takes no further connection, lets the requests in flight finish (`patience` milliseconds at most) and closes what is
   * left.
   */
  close(patience: number): Promise<void>;
}

/** The HTTP server, not listening yet. */
export function createDoor(): Door {
  // Node would answer these bare. What is expected besides 100-continue need not be met (RFC 9110 section 10.1.1).
  const server = createServer({ requireHostHeader: false });
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response));
  // Large uploads over slow lines take longer than the five minutes that Node allows a request.
  server.requestTimeout = 0;
  let closing = false;
  const answers = new Set<ServerResponse>();
  // Node takes a connection for idle once its answer is written, though a slow client has not taken the end of it; it asks at the
  // beginning of `close` too.
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    if ([...answers].every((answer) => !answer.writableEnded || answer.writableFinished)) closeIdle();
  };
  return {
    server,
    async open(application, port, host) {
      server.on('request', (request, response) => {
        answers.add(response);
        response.once('close', () => answers.delete(response));
        if (closing) response.setHeader('Connection', 'close');
        application(request, response);
      });
      await new Promise<void>((resolve, reject) => {
        server.once('error', (error: NodeJS.ErrnoException) => reject(explained(error, port, host)));
        server.listen(port, host, resolve);
      });
    },
    async close(patience) {
      closing = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      // A connection kept alive is idle only once its last answer is out.
      const idle = setInterval(() => server.closeIdleConnections(), 50);
      const end = setTimeout(() => server.closeAllConnections(), patience);
      await closed;
      clearInterval(idle);
      clearTimeout(end);
    },
  };
}

/** Throws a `Fault` where the port cannot be had. Asked before anything is started, so that nothing has to be stopped again. */
export async function tryPort(port: number, host: string): Promise<void> {
  const door = createDoor();
  await door.open((_request, response) => response.end(), port, host);
  await door.close(0);
}

function explained(error: NodeJS.ErrnoException, port: number, host: string): unknown {
  switch (error.code) {
    case 'EADDRINUSE':
      return new Fault(`PORT ${port} is in use by another program: stop that one, or set another PORT.`);
    case 'EACCES':
      return new Fault(`PORT ${port} may not be used by this account: set a PORT of 1024 or above.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    // Without a name server to ask; an address of a family that this computer has not.
    case 'EAI_AGAIN':
    case 'EAFNOSUPPORT':
      return new Fault(`HOST ${host} is no address of this computer: set HOST to one that is, or to 0.0.0.0 for all.`);
    default:
      return error;
  }
}
