// One of the processes that answer requests. `app/server/cluster/cluster.ts` begins it, out of the server that `serve.mjs` has built.
import path from 'node:path';
import { pathToFileURL } from 'node:url';

process.setSourceMapsEnabled(true);
await import(pathToFileURL(path.join(process.env.IMPRIMATUR_BUILD ?? '', 'start/web.mjs')).href);
