import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig } from 'vite';
import remixConfig from './remix.config.js';

// Loader types then tell what single fetch really sends: dates as dates, `data()` unwrapped.
declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true;
  }
}

export default defineConfig({
  plugins: [remix(remixConfig)],
  build: { target: 'es2022', assetsInlineLimit: 0 },
});
