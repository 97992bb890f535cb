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

/** The API, its command-line tools and the modules that it starts as threads (`api/core/threads/start-thread.ts`). */
export const apiBundle = (outdir) => ({
  ...common,
  entryPoints: {
    main: "api/server/main.ts",
    "make-empty": "api/core/upgrade/make-empty.ts",
    invite: "api/invite.ts",
    unlock: "api/unlock.ts",
    backup: "api/backup.ts",
    check: "api/check.ts",
    restore: "api/restore.ts",
    reset: "api/reset.ts",
    "document-worker": "api/registries/document-worker.ts",
    "embedded-worker": "api/core/database/embedded-worker.ts",
    "reading-worker": "api/core/excel/reader/reading-worker.ts",
    "workbook-worker": "api/core/excel/writer/workbook-worker.ts",
  },
  outdir,
});

/**
 * Copies the files that the API reads from the folder of its own file: the migrations, which are beside their source
 * otherwise, and the pages of the guide.
 */
export function copyFiles(outdir) {
  cpSync("api/core/database/migrations", `${outdir}/migrations`, { recursive: true });
  cpSync("docs/guide", `${outdir}/guide`, { recursive: true });
}
