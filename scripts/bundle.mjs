// How esbuild bundles the two servers, for `npm run build` and `npm run dev`.
import { cpSync } from "node:fs";

const common = {
  bundle: true,
  splitting: true,
  packages: "external",
  platform: "node",
  format: "esm",
  target: "node20",
  sourcemap: true,
  logLevel: "warning",
};

/** The HTTP server of the back office, which loads the built pages when it starts. */
export const backOfficeBundle = {
  ...common,
  entryPoints: { main: "app/server/main.ts" },
  outdir: "build/back-office",
};

/** The API, its command-line tools and the worker that makes documents. */
export const apiBundle = (outdir) => ({
  ...common,
  entryPoints: {
    main: "api/main.ts",
    "make-empty": "api/database/make-empty.ts",
    unlock: "api/unlock.ts",
    reset: "api/reset.ts",
    "document-worker": "api/areas/document-worker.ts",
  },
  outdir,
});

/** Copies what the API loads from the folder of its own file: beside its sources in tests, beside the bundle otherwise. */
export function copyApiFiles(outdir) {
  cpSync("api/database/embedded-worker.mjs", `${outdir}/embedded-worker.mjs`);
  cpSync("api/excel/workbook-worker.mjs", `${outdir}/workbook-worker.mjs`);
  cpSync("api/excel/reading-worker.mjs", `${outdir}/reading-worker.mjs`);
  cpSync("api/database/migrations", `${outdir}/migrations`, { recursive: true });
}
