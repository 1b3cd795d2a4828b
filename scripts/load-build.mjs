// Loads the build of the server. Plain JavaScript.
import module from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './prepare.mjs';

/** The server build of Remix. Its entry module exports the functions that start the server's processes. */
export async function loadBuild() {
  process.env.NODE_ENV = 'production';
  // Node 22 and newer cache the compiled code of the packages, which halves the start time.
  module.enableCompileCache?.(path.join(root, '.cache/node'));
  return await import(pathToFileURL(path.join(root, 'build/server/index.js')).href);
}
