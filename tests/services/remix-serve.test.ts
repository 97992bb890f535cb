import { expect, it } from "vitest";
import { freePort } from "#scripts/ports.mjs";
import { answers, startProcess } from "#scripts/processes.mjs";
import { signedInWith } from "#tests/support/services/session.ts";

it("remix-serve can serve the same build", async () => {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = {
    ...process.env,
    NODE_ENV: "production" as const,
    LOG_LEVEL: "warn",
    PORT: String(port),
    HOST: "127.0.0.1",
    PUBLIC_URL: url,
  };
  const args = ["--max-http-header-size=65536", "node_modules/@remix-run/serve/dist/cli.js", "./build/server/index.js"];
  const served = startProcess({ name: "remix-serve", args, env, onLine: () => {} });
  try {
    await answers(`${url}/healthz`, served, 30);
    const page = await fetch(`${url}/suppliers`, { headers: { cookie: (await signedInWith()).header } });
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("Supplier 20");
  } finally {
    await served.stop();
  }
});
