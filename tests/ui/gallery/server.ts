import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'vite';
import type { PageName } from './pages.tsx';

type Entry = { render: (name: PageName) => string; pageNames: readonly PageName[] };

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self' ws:; form-action 'self'";

/**
 * Serves the gallery: each page rendered on the server and hydrated in the browser, under the product's content policy.
 * Answers its address and how to stop it.
 */
export async function serveGallery(port = 0): Promise<{ url: string; close: () => Promise<void> }> {
  const vite = await createServer({
    configFile: false,
    root: process.cwd(),
    logLevel: 'error',
    appType: 'custom',
    cacheDir: 'node_modules/.vite-gallery',
    server: { middlewareMode: true, hmr: false, watch: null },
    esbuild: { jsx: 'automatic' },
    build: { assetsInlineLimit: 0 },
    optimizeDeps: { entries: ['tests/ui/gallery/entry-client.tsx'] },
  });
  const http = createHttpServer((request, response) => {
    vite.middlewares(request, response, async () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://gallery.invalid');
      const { render, pageNames } = (await vite.ssrLoadModule('/tests/ui/gallery/entry-server.tsx')) as Entry;
      const name = pageNames.find((known) => `/${known}` === pathname);
      if (!name) {
        response.writeHead(404).end();
        return;
      }
      const theme = searchParams.get('theme');
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.setHeader('Content-Security-Policy', policy);
      response.end(`<!doctype html>
<html lang="en-GB"${theme ? ` data-theme="${theme}"` : ''}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${name}</title>
<link rel="icon" href="/app/ui/masthead/favicon.svg">
<link rel="stylesheet" href="/app/styles/app.css?direct"></head>
<body id="gallery" data-page="${name}">${render(name)}</body>
<script type="module" src="/tests/ui/gallery/entry-client.tsx"></script>
</html>`);
    });
  });
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve));
  const { port: bound } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${bound}`,
    close: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      await vite.close();
    },
  };
}
