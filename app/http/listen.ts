import { createServer, type RequestListener, type Server } from 'node:http';
import { Fault } from '#app/fault.ts';

export interface Listening {
  server: Server;
  /**
   * Takes no further connection, lets the requests in flight finish (`patience` milliseconds at most) and closes what is
   * left.
   */
  close(patience: number): Promise<void>;
}

/** Listens, or throws a `Fault` that says why not. */
export async function listen(application: RequestListener, port: number, host: string): Promise<Listening> {
  const server = createServer(application);
  // Large uploads over slow lines take longer than the five minutes that Node allows a request.
  server.requestTimeout = 0;
  let closing = false;
  server.on('request', (_request, response) => {
    if (closing) response.setHeader('Connection', 'close');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explained(error, port, host)));
    server.listen(port, host, resolve);
  });
  return {
    server,
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

function explained(error: NodeJS.ErrnoException, port: number, host: string): unknown {
  switch (error.code) {
    case 'EADDRINUSE':
      return new Fault(`PORT ${port} is in use by another program: stop that one, or set another PORT.`);
    case 'EACCES':
      return new Fault(`PORT ${port} may not be used by this account: set a PORT of 1024 or above.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new Fault(`HOST ${host} is no address of this computer: set HOST to one that is, or to 0.0.0.0 for all.`);
    default:
      return error;
  }
}
