/**
 * The one place of the Remix options. `vite.config.ts` hands them to the Vite plugin.
 * Every `v3_*` flag is on, so that the way to React Router 7 stays a mechanical one.
 *
 * @type {import('@remix-run/dev').VitePluginConfig}
 */
export default {
  appDirectory: "app",
  ssr: true,
  future: {
    v3_fetcherPersist: true,
    v3_lazyRouteDiscovery: true,
    v3_relativeSplatPath: true,
    v3_routeConfig: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
};
