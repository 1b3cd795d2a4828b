import path from 'node:path';
import { defineConfig } from 'vite';

const root = import.meta.dirname;

/**
 * The server of `npm start` in one file: it starts in half the time of its sources, each of which would be compiled and
 * looked up anew. So do the tools of the command line (see scripts/run.mjs). `npm run dev` and the tests run the sources.
 */
export default defineConfig({
  plugins: [
    {
      name: 'keep-the-place-of-sources',
      // What a source finds beside itself (the pages' build, a worker's program, fonts) it still finds from its own place.
      transform(code, id) {
        const file = path.relative(root, id);
        if (file.startsWith('..') || file.includes('node_modules') || !code.includes('import.meta.url')) return null;
        const place = `new URL(${JSON.stringify(`../../${file}`)}, import.meta.url).href`;
        return { code: code.replaceAll('import.meta.url', place), map: null };
      },
    },
  ],
  esbuild: { jsx: 'automatic' },
  build: {
    ssr: true,
    outDir: 'build/start',
    target: 'node20',
    sourcemap: true,
    emptyOutDir: true,
    copyPublicDir: false,
    rollupOptions: {
      // The server, the program that makes a report in a process of its own, and the tools of the command line.
      input: {
        server: 'app/server.ts',
        report: 'app/reports/program.ts',
        ledger: 'app/cli/ledger.ts',
        org: 'app/cli/org.ts',
        projections: 'app/cli/projections.ts',
      },
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
    },
  },
});
