/**
 * The one place that configures Remix. vite.config.ts hands it to the Remix plugin.
 * Every v3 flag is on, so that the later move to React Router is a codemod.
 * @type {import("@remix-run/dev").VitePluginConfig}
 */
export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ignoredRouteFiles: ['**/*'],
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    v3_lazyRouteDiscovery: true,
    v3_routeConfig: true,
  },
};
