// A web process of the cluster (app/server/cluster/cluster.ts), from the server's build. Plain JavaScript.
import { loadBuild } from './load-build.mjs';

const pages = await loadBuild();
await pages.entry.module.runWebWorker(pages);
