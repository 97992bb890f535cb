import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import options from "./remix.config.js";

declare module "@remix-run/server-runtime" {
  interface Future {
    v3_singleFetch: true;
  }
}

const framework = /\/node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|turbo-stream|@remix-run)\//;
/** Parts of the pages of single records, which lists do without. */
const details =
  /\/app\/(components\/(layout\/(card|card-table|tabs|poll|history-link)|dialog\/confirm|text\/(bank-details-changed|linked-records|row-state))|lib\/(back-to-shipping|history-paths|product-problems|user-name))\.tsx?/;
const base =
  /\/(app\/(components\/(layout|list|dialog|days|export|text)\/(?!day-bars|plain-page)|lib\/(?!books|charge|commission|customer|history|import|many|payment|progress|ship|statement|row-answers|form-rows|address|order|record-choice)[^/]+$)|contract\/(enumerations|rules\/options-text)\.ts)/;

/**
 * Each chunk is a request, so the code of all screens is bundled into three chunks. Code that only one area needs, or
 * that a screen loads later, stays separate.
 */
function chunkOf(id: string): string | undefined {
  if (framework.test(id)) return "framework";
  if (details.test(id)) return "details";
  return base.test(id) || id.includes("vite/preload-helper") ? "base" : undefined;
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
