import { fileURLToPath } from 'node:url';

/**
 * The build that this process is of, as `scripts/serve.mjs` says; by its own name, since a build beside a running server leads the link
 * `build` elsewhere. Processes that the server begins later are of the same one.
 */
export const buildFolder = process.env.IMPRIMATUR_BUILD ?? fileURLToPath(new URL('../build', import.meta.url));
