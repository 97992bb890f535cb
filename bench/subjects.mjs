// The measured subjects: the built product with its demo data, and two baselines that show the same rows.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { tsImport } from "tsx/esm/api";
import { freePort } from "#scripts/ports.mjs";
import { build } from "#scripts/prepare.mjs";
import { backOfficeArgs, startProcess } from "#scripts/processes.mjs";
import { sharedSecrets } from "#scripts/secrets.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const bareRemix = fileURLToPath(new URL("./floors/bare-remix", import.meta.url));
const remixServe = [
  "--max-old-space-size=384",
  "--max-http-header-size=65536",
  join(root, "node_modules/@remix-run/serve/dist/cli.js"),
  "./build/server/index.js",
];

/**
 * Starts all subjects.
 * @returns the subjects, each with the URL of its list; other pages of the product, which have no baseline; and what
 *   only the product has
 */
export async function startSubjects() {
  const folder = mkdtempSync(join(tmpdir(), "countinghouse-bench-"));
  const running = [];
  const stop = async () => {
    await Promise.all(running.map((process) => process.stop()));
    rmSync(folder, { recursive: true, force: true });
  };
  // They run in process groups of their own, so an interrupted run must end them itself.
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void stop().finally(() => process.exit(130)));
  const start = async (options) => {
    const process = await startServer(options);
    running.push(process);
    return process;
  };
  try {
    await build();
    buildBareRemix();
    const product = await startProduct(folder, start);
    const env = { ROWS_FILE: join(folder, "rows.json") };
    writeFileSync(env.ROWS_FILE, JSON.stringify(await product.allRows()));
    const remix = await start({ name: "bare Remix", args: remixServe, cwd: bareRemix, path: "/suppliers", env });
    const plain = await start({ name: "hand-written", args: ["bench/floors/hand-written.mjs"], path: "/", env });
    const subjects = [
      { name: "ours", url: `${product.url}/suppliers`, storageState: product.storageState, hydrates: true },
      { name: "bare Remix", url: `${remix.url}/suppliers`, hydrates: true },
      { name: "hand-written", url: `${plain.url}/`, hydrates: false },
    ];
    const pages = [
      { name: "products", path: "/products" },
      { name: "a product", path: "/products/1", row: "main dd" },
      { name: "200 approvals", path: "/product-approvals?supplierId=1", isLong: true },
    ].map(({ path, ...page }) => ({
      ...page,
      url: `${product.url}${path}`,
      storageState: product.storageState,
      hydrates: true,
    }));
    return { subjects, pages, product, startBackOffice: product.startBackOffice, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startProduct(folder, start) {
  const [port, apiPort] = [await freePort(), await freePort()];
  const url = `http://localhost:${port}`;
  const apiUrl = `http://localhost:${apiPort}`;
  // In this process, too, because the code that signs in and seals the session reads them.
  Object.assign(process.env, {
    ...sharedSecrets(folder),
    PUBLIC_URL: url,
    API_URL: apiUrl,
    API_PORT: apiPort,
    DATA_DIR: folder,
    DEMO: "on",
    LOG_LEVEL: "warn",
    RATE_LIMIT: "off",
  });
  await start({
    name: "API",
    args: ["--max-old-space-size=512", "build/api/main.js"],
    port: apiPort,
    path: "/healthz",
    env: {},
  });
  const args = ["--max-old-space-size=384", ...backOfficeArgs];
  const startBackOffice = (at) => startServer({ name: "back office", args, port: at, path: "/healthz", env: {} });
  await start({ name: "back office", args, port, path: "/healthz", env: {} });

  const { signedInState } = await tsImport("#tests/support/browser/accounts.ts", import.meta.url);
  const { openSession } = await tsImport("#tests/support/browser/session.ts", import.meta.url);
  const storageState = await signedInState("admin");
  const { tokens } = await openSession(storageState);
  const headers = { authorization: `Bearer ${tokens.access}` };
  const list = `${apiUrl}/api/v1/suppliers`;
  return {
    url,
    storageState,
    startBackOffice,
    api: { url: list, headers },
    async allRows() {
      const response = await fetch(`${list}?pageSize=200`, { headers });
      return (await response.json()).items;
    },
  };
}

/** Starts a server and waits for its first response. @returns also the duration in seconds, and its process id */
async function startServer({ name, args, cwd = root, port, path, env }) {
  const at = port ?? (await freePort());
  const lines = [];
  const began = performance.now();
  const server = startProcess({
    name,
    args,
    cwd,
    env: { ...process.env, ...env, PORT: String(at), HOST: "127.0.0.1", NODE_ENV: "production" },
    onLine: (line) => lines.push(line),
  });
  let end;
  void server.ended.then((how) => (end = how));
  const url = `http://localhost:${at}`;
  while (!(await isUp(`${url}${path}`))) {
    if (end || performance.now() - began > 120_000) throw new Error(`The ${name} did not start.\n${lines.join("\n")}`);
  }
  return { ...server, url, startSeconds: (performance.now() - began) / 1000 };
}

async function isUp(url) {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
  await response?.arrayBuffer();
  if (!response?.ok) await new Promise((resolve) => setTimeout(resolve, 10));
  return response?.ok === true;
}

function buildBareRemix() {
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    [join(root, "node_modules/@remix-run/dev/dist/cli.js"), "vite:build"],
    {
      cwd: bareRemix,
      env: { ...process.env, NODE_ENV: "production" },
      encoding: "utf8",
    },
  );
  if (status !== 0) throw new Error(`${stdout}\n${stderr}`);
}

/** Returns the memory of a process in megabytes. */
export function memoryOf(pid) {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;
}
