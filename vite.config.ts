import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import options from "./remix.config.js";

declare module "@remix-run/server-runtime" {
  interface Future {
    v3_singleFetch: true;
  }
}

const folder = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export default defineConfig({
  plugins: [remix(options)],
  resolve: { alias: { "~": folder("app"), "@contract": folder("contract") } },
  build: { manifest: true, target: "es2022", sourcemap: false },
  // Without these entries the dev server finds React twice and answers "Invalid hook call".
  optimizeDeps: { entries: ["app/entry.client.tsx", "app/root.tsx", "app/routes/**/*.tsx", "app/components/**/*.tsx"] },
});
