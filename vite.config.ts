import path from 'node:path';
import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig, type Plugin } from 'vite';
import remixConfig from './remix.config.js';

// Loader types then tell what single fetch really sends: dates as dates, `data()` unwrapped.
declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true;
  }
}

/** What renders in the browser, and what Vite asks for styles with: beside what every page shows they compress to less than by themselves. */
const runtime = /\/node_modules\/(react-dom|scheduler)\/|vite\/preload-helper/;
/** What every page shows, or nearly: one file of it compresses to less than forty small ones, and is asked for once. */
const shell =
  /\/app\/(http\/addresses|ui\/(button|dialog|docket|error-summary|field|footer|form|icon|kept|link|masthead|notice|page|rate|register|seal|shell|signature|status|tabs|text)\/.+)\.tsx?$/;
/** What several pages share, and is shorter than the words in which a page would ask for it. */
const crumbs =
  /\/(app\/(http\/revalidate|queries\/document\/page-size|screens\/documents\/document-address)|events\/limits)\.ts$/;
/** Of those folders, what few pages show. */
const apart = /\/app\/ui\/(field\/(read-only-field|check)|form\/autosave|page\/(course|gate)|text\/folded)\.tsx?$/;
/** What lists are made of: an audit trail goes without. */
const lists = /\/app\/ui\/(docket\/.+|register\/(filters|register)|tabs\/.+)\.tsx$/;

function chunkOf(id: string): string | undefined {
  if (lists.test(id)) return 'lists';
  return runtime.test(id) || crumbs.test(id) || (shell.test(id) && !apart.test(id)) ? 'shell' : undefined;
}

/** Remix' own last pages bear a script that speaks to developers: nobody else reads it, and every page would load it. */
const withoutDeveloperWords: Plugin = {
  name: 'without-developer-words',
  transform: (code, id) =>
    /@remix-run\/react\/dist\/esm\/(errorBoundaries|fallback)\.js/.test(id)
      ? { code: code.replace(/`\s+console\.log\((?:\\.|[^`\\])*`/, "''"), map: null }
      : null,
};

/** Where scripts/bundle.mjs puts the pages as a part of the server: a build's own folder, whatever its name. */
const start = path.resolve('.cache/builds/any/start');
/** What a source finds beside itself (a worker's program) it still finds from its own place, as in scripts/bundle.mjs. */
const keepThePlaceOfSources: Plugin = {
  name: 'keep-the-place-of-sources',
  apply: 'build',
  enforce: 'pre',
  transform(code, id, { ssr = false } = {}) {
    if (!ssr || !/\/app\/.*\.tsx?$/.test(id) || !code.includes('import.meta.url')) return null;
    const fromStart = path.relative(start, id).replaceAll(path.sep, '/');
    const place = `new URL(${JSON.stringify(fromStart)}, import.meta.url).href`;
    return { code: code.replaceAll('import.meta.url', place), map: null };
  },
};

export default defineConfig(({ isSsrBuild = false }) => ({
  plugins: [remix(remixConfig), withoutDeveloperWords, keepThePlaceOfSources],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // A tenth of a page's scripts is gone with a slower, more thorough minifier, which runs once a build.
    minify: isSsrBuild ? false : 'terser',
    // What libraries warn of is for whoever builds with them, in sentences that nobody who uses a page reads.
    terserOptions: { compress: { passes: 3, drop_console: ['log', 'info', 'warn', 'debug'] } },
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: chunkOf } },
  },
}));
