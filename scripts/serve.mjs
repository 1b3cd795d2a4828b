// Runs the server in this process, so that signals, output and the exit code are its own. Plain JavaScript.
import { createServer } from 'node:http';
import { build } from './prepare.mjs';
import { loadBuild } from './load-build.mjs';

const demonstration = process.argv.includes('--demo');
if (process.env.NODE_ENV === 'development') await serveDevelopment();
else await serveBuild();

async function serveBuild() {
  await build();
  const pages = await loadBuild();
  await pages.entry.module.main({ build: pages, demonstration });
}

/** Loads the same modules from their sources by Vite in middleware mode. */
async function serveDevelopment() {
  const { buildVerifier } = await import('./verifier.mjs');
  await buildVerifier();
  // Vite's listeners for SIGTERM would end the process before PostgreSQL is stopped: only the server's own stays.
  process.on('newListener', (signal, listener) => {
    if (signal === 'SIGTERM' && listener.name !== 'stopServer') queueMicrotask(() => process.off(signal, listener));
  });
  // A signal to the whole process group ends Vite's compiler first, which throws; the server then ends in order all the
  // same.
  process.on('uncaughtException', (error) => {
    process.stderr.write(`${error.stack}\n`);
    process.kill(process.pid, 'SIGTERM');
  });
  const httpServer = createServer();
  const { createServer: createVite } = await import('vite');
  const vite = await createVite({ server: { middlewareMode: true, hmr: { server: httpServer } } });
  const pages = () => vite.ssrLoadModule('virtual:remix/server-build');
  const { main } = (await pages()).entry.module;
  const { middlewares: middleware } = vite;
  await main({ build: pages, demonstration, vite: { httpServer, middleware, close: () => vite.close() } });
}
