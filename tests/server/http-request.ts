import http from 'node:http';
import type { RunningServer } from '#tests/support/server.ts';

export const post = (server: RunningServer, headers: Record<string, string>, path = '/?index') =>
  ask(
    server,
    { method: 'POST', path, headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers } },
    'a=b',
  );

/** Headers that fetch would not let through, Host among them. */
export function ask(
  server: RunningServer,
  options: http.RequestOptions,
  body = '',
): Promise<http.IncomingMessage & { text: string }> {
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port: server.port, ...options }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve(Object.assign(response, { text })));
    });
    request.on('error', reject).end(body);
  });
}
