import { root } from '#app/adapters/environment/config.ts';

/**
 * Where threads and processes find their modules: in the server's build (Vite then sets `PROD`), else in the sources.
 */
export const place = { root, isBuilt: import.meta.env?.PROD ?? false };
