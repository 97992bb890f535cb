// The measured subjects: pages of the built product with its demo data, and baselines that show the same rows.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { tsImport } from "tsx/esm/api";
import { freePort } from "#scripts/ports.mjs";
import { build } from "#scripts/prepare.mjs";
import { backOfficeArgs } from "#scripts/processes.mjs";
import { sharedSecrets } from "#scripts/secrets.mjs";
import { tableOf } from "./pages.mjs";
import { root, startServer } from "./servers.mjs";

const bareRemix = fileURLToPath(new URL("./floors/bare-remix", import.meta.url));
const remixServe = [
  "--max-old-space-size=384",
  "--max-http-header-size=65536",
  join(root, "node_modules/@remix-run/serve/dist/cli.js"),
  "./build/server/index.js",
];

/**
 * Starts all servers.
 * @param pages of `pages.mjs`
 * @returns the subjects: each page of the product, followed by its baselines; and what only the product has
 */
export async function startSubjects(pages) {
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
    const loaded = [];
    for (const page of pages) loaded.push(await withRows(page, product.get));
    const baselines = await startBaselines(folder, start, loaded);
    return { subjects: loaded.flatMap((page) => subjectsOf(page, product, baselines)), product, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function withRows(page, get) {
  if (!page.load) return page;
  const found = { ...page, ...(await page.load(get)) };
  const { name, rows, pageSize = 1 } = found;
  if (rows.length < pageSize) throw new Error(`${name}: there are only ${rows.length} rows in the demo data.`);
  return found;
}

const addressOf = ({ name }) => `/${name.replaceAll(" ", "-")}`;

async function startBaselines(folder, start, pages) {
  const withTable = pages.filter(({ columns }) => columns);
  const env = { ROWS_FILE: join(folder, "rows.json") };
  const tables = withTable.map((page) => [addressOf(page).slice(1), tableOf(page)]);
  writeFileSync(env.ROWS_FILE, JSON.stringify(Object.fromEntries(tables)));
  if (withTable.length === 0) return {};
  const path = addressOf(withTable[0]);
  return {
    remix: await start({ name: "bare Remix", args: remixServe, cwd: bareRemix, path, env }),
    plain: await start({ name: "hand-written", args: ["bench/floors/hand-written.mjs"], path, env }),
  };
}

/**
 * A subject has its address, the processes that work for it, and what its page must show: that many rows, and these
 * texts in the first one.
 */
function subjectsOf(page, product, { remix, plain }) {
  const { name, path, row, columns, isHandWritten } = page;
  const table = columns && tableOf(page);
  const shows = {
    row: row ?? "tbody tr",
    rows: Math.min(table?.pageSize ?? 1, table?.rows.length ?? 1),
    first: table?.rows[0].cells[0] ?? "",
    hasNextPage: page.pageSize === 20,
  };
  const baseline = (kind, { url, pid }) => ({
    page: name,
    kind,
    url: `${url}${addressOf(page)}`,
    pids: { office: pid },
    ...shows,
  });
  return [
    {
      page: name,
      kind: "ours",
      url: `${product.url}${path}`,
      pids: product.pids,
      signIn: product.signIn,
      hydrates: true,
      ...shows,
    },
    ...(table ? [{ ...baseline("bare Remix", remix), hydrates: true }] : []),
    ...(isHandWritten ? [baseline("hand-written", plain)] : []),
  ];
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
  const api = await start({
    name: "API",
    args: ["--max-old-space-size=512", "build/api/main.js"],
    port: apiPort,
    path: "/healthz",
    env: {},
  });
  const args = ["--max-old-space-size=384", ...backOfficeArgs];
  const startBackOffice = (at) => startServer({ name: "back office", args, port: at, path: "/healthz", env: {} });
  const office = await start({ name: "back office", args, port, path: "/healthz", env: {} });

  const { signedInState } = await tsImport("#tests/support/browser/accounts.ts", import.meta.url);
  const { openSession } = await tsImport("#tests/support/browser/session.ts", import.meta.url);
  /** Again from time to time, because the access token expires after ten minutes. */
  const signIn = () => signedInState("admin");
  const headers = async () => ({ authorization: `Bearer ${(await openSession(await signIn())).tokens.access}` });
  const listOfOrders = `${apiUrl}/api/v1/orders?outstandingOrdersOnly=true&pageSize=20`;
  return {
    url,
    pids: { office: office.pid, api: api.pid },
    signIn,
    startBackOffice,
    api: { url: listOfOrders, headers },
    async get(path, query = {}) {
      const response = await fetch(`${apiUrl}/api/v1/${path}?${new URLSearchParams(query)}`, {
        headers: await headers(),
      });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return response.json();
    },
  };
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
