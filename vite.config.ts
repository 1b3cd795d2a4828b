import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig } from 'vite';
import remixConfig from './remix.config.js';

// Loader types then say what single fetch sends: dates as dates, `data()` unwrapped.
declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true;
  }
}

export default defineConfig(({ isSsrBuild = false }) => ({
  plugins: [remix(remixConfig)],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // Assets keep their names, so that pages of a server that still runs find them after the next build.
    emptyOutDir: false,
    minify: !isSsrBuild && 'terser',
  },
}));
