// A web process of the cluster (app/server/cluster/cluster.ts), of the build that the server has made.
import { loadBuild } from './load-build.mjs';

const pages = await loadBuild();
await pages.entry.module.runWebWorker(pages);
