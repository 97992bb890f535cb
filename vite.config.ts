import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import options from "./remix.config.js";

declare module "@remix-run/server-runtime" {
  interface Future {
    v3_singleFetch: true;
  }
}

const framework = /\/node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|turbo-stream|@remix-run)\//;
const base = /\/app\/(components\/(layout|list|dialog)\/|lib\/(?!ship|row-answers|form-rows|address|order)[^/]+$)/;

/**
 * Each chunk is a request, so the code of all screens is bundled into two chunks. Code that only one area needs, or that
 * a screen loads later, stays separate.
 */
function chunkOf(id: string): string | undefined {
  return framework.test(id) ? "framework" : base.test(id) ? "base" : undefined;
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [remix(options)],
  build: {
    emptyOutDir: false,
    manifest: true,
    target: "es2022",
    sourcemap: false,
    rollupOptions: { output: isSsrBuild ? {} : { manualChunks: chunkOf } },
  },
  // Without these entries the dev server finds React twice and answers "Invalid hook call".
  optimizeDeps: { entries: ["app/entry.client.tsx", "app/root.tsx", "app/routes/**/*.tsx", "app/components/**/*.tsx"] },
}));
