// The API for `npm run dev`: bundled and restarted when one of its files changes. A bundle starts in a third of the
// time that loading the source files takes.
import { context } from "esbuild";
import { apiBundle, copyFiles } from "./bundle.mjs";
import { startProcess } from "./processes.mjs";

const folder = ".cache/dev/api";
let api;

/** After the first bundle starts the API, and after each further one starts it again. */
const restart = {
  name: "restart",
  setup: (build) =>
    build.onEnd(async ({ errors }) => {
      if (errors.length > 0) return;
      copyFiles(folder);
      const before = api;
      if (before) console.log("A file changed; restarting.");
      await before?.stop();
      api = startProcess({
        name: "API",
        args: ["--enable-source-maps", `${folder}/main.js`],
        env: process.env,
        onLine: (line) => console.log(line),
      });
    }),
};

const bundling = await context({ ...apiBundle(folder), plugins: [restart] });
await bundling.watch();

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, async () => {
    await bundling.dispose();
    await api?.stop();
    process.exit(0);
  });
}
