import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import express from 'express';
import { build, type InlineConfig } from 'vite';
import { rosettes } from '#app/server/middleware/rosettes.ts';
import type { PageName } from './pages.tsx';

type Entry = { render: (name: PageName) => string; pageNames: readonly PageName[] };
type Manifest = Record<string, { file: string; css?: string[] }>;

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; " +
  "form-action 'self'";
const client = 'tests/ui/gallery/entry-client.tsx';
const server = 'tests/ui/gallery/entry-server.tsx';

/** Builds the gallery twice, for the browser and for the server, with React's own warnings left in. */
async function buildGallery(folder: string) {
  const common: InlineConfig = {
    configFile: false,
    logLevel: 'error',
    mode: 'development',
    define: { 'process.env.NODE_ENV': '"development"' },
    esbuild: { jsx: 'automatic' },
  };
  // A style sheet is named after what it holds, which is to be the same for both.
  const options = {
    assetsInlineLimit: 0,
    minify: false,
    cssMinify: false,
    emptyOutDir: true,
    target: 'es2022',
  } as const;
  await build({
    ...common,
    build: { ...options, outDir: `${folder}/client`, manifest: true, rollupOptions: { input: client } },
  });
  await build({ ...common, build: { ...options, outDir: `${folder}/server`, ssr: server } });
  const manifest = JSON.parse(await readFile(`${folder}/client/.vite/manifest.json`, 'utf8')) as Manifest;
  const entry = (await import(pathToFileURL(resolve(folder, 'server/entry-server.js')).href)) as Entry;
  return { entry, script: manifest[client]?.file, style: manifest[client]?.css?.[0] };
}

/**
 * Serves the gallery: each page rendered on the server and hydrated in the browser, under the product's content policy.
 * Answers its address and how to stop it.
 */
export async function serveGallery(): Promise<{ url: string; close: () => Promise<void> }> {
  // Two workers that write one folder disturb each other.
  const folder = `.cache/gallery-${process.env['VITEST_POOL_ID'] ?? 'eye'}`;
  const { entry, script, style } = await buildGallery(folder);
  const application = express();
  application.use(express.static(`${folder}/client`, { index: false }));
  application.get('/favicon.ico', (_, response) => response.sendStatus(204));
  application.get('/rosettes/:sha256/:drawing.svg', rosettes);
  application.get('/:name', ({ params, query }, response) => {
    const name = entry.pageNames.find((known) => known === params.name);
    if (!name) {
      response.sendStatus(404);
      return;
    }
    const theme = query['theme'] === 'dark' ? 'dark' : 'light';
    response.setHeader('Content-Security-Policy', policy);
    response.send(`<!doctype html>
<html lang="en-GB" data-theme="${theme}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${name}</title>
<link rel="stylesheet" href="/${style}"></head>
<body id="gallery" data-page="${name}">${entry.render(name)}</body>
<script type="module" src="/${script}"></script>
</html>`);
  });
  const http = application.listen(0, '127.0.0.1');
  await new Promise((listening) => http.once('listening', listening));
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      http.closeAllConnections();
      await new Promise((closed) => http.close(closed));
    },
  };
}
