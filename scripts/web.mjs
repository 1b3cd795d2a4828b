// One of the processes that answer requests. `app/web/crew.ts` begins it, out of the server that `serve.mjs` has built.
process.setSourceMapsEnabled(true);
await import('../build/start/web.mjs');
