// `npm start`: installs and builds what is needed, starts the API with its sign-in and the back office, starts either
// again when it dies, and stops both when it is stopped itself. `npm start -- --check` starts nothing: it says how the start
// would change the database. Only node: modules: it runs before anything is installed.

import { runBuilt } from "./built-command.mjs";
import { assertFree } from "./ports.mjs";
import { build, install } from "./prepare.mjs";
import { answers, backOfficeArgs, whenToStop } from "./processes.mjs";
import { sharedSecrets } from "./secrets.mjs";
import { supervise } from "./supervise.mjs";

const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ""));
const port = given.PORT ?? "3000";
const apiPort = given.API_PORT ?? "3001";
const publicUrl = given.PUBLIC_URL ?? `http://localhost:${port}`;
const apiUrl = given.API_URL ?? `http://localhost:${apiPort}`;
// One that is no address is for the back office to complain about.
const apiHost = URL.canParse(apiUrl) ? new URL(apiUrl).hostname : "";
const isApiOurs = !given.API_URL || ["localhost", "127.0.0.1", "[::1]"].includes(apiHost);

const running = [];
let isStopping = false;
let isOpen = false;

async function stop(code) {
  if (isStopping) return;
  isStopping = true;
  await Promise.all(running.map((child) => child.stop()));
  process.exit(code);
}
whenToStop(() => {
  if (!isStopping) console.log("\nStopping …");
  void stop(0);
});

/** Addresses of the sign-in's way back hold a code and a state that nobody should read in a log. */
const withoutCodes = (line) => line.replace(/([?&](?:code|state|session_state)=)[^&\s]+/g, "$1…");
/** Lines of the processes while all is well, shown on request only. */
const chatter = /^(ready |\(Use `node|oidc-provider WARNING: Unsupported runtime)/;
const isTalkative = ["info", "debug", "trace"].includes(given.LOG_LEVEL ?? "");
/** Both processes complain about a wrong variable in the same words. */
const complaints = new Set();
/** How the first administrator gets in, shown when everything is open. */
let firstAdministrator;
const show = (line) => {
  const [, address] = /^First administrator: (\S+)/.exec(line) ?? [];
  if (address && !isOpen) {
    firstAdministrator = address;
    return;
  }
  if (!line.trim() || (!isTalkative && chatter.test(line)) || complaints.has(line)) return;
  if (line.startsWith("The configuration is not usable.")) complaints.add(line);
  console.log(withoutCodes(line));
};

function start(name, args, env) {
  const child = supervise({
    name,
    args,
    env: { ...given, ...env, NODE_ENV: "production" },
    onLine: show,
    say: console.error,
  });
  running.push(child);
  return child;
}

try {
  await install();
  await build();
  if (process.argv.includes("--check")) runBuilt("check");
  const env = {
    LOG_LEVEL: "warn",
    ...sharedSecrets(given.DATA_DIR ?? ".data"),
    ...given,
    PORT: port,
    API_PORT: apiPort,
  };
  await assertFree(port, "PORT", given.HOST);
  if (isApiOurs) await assertFree(apiPort, "API_PORT", given.HOST);
  const api = isApiOurs && start("API", ["--enable-source-maps", "--max-old-space-size=512", "build/api/main.js"], env);
  const backOffice = start("back office", ["--max-old-space-size=384", ...backOfficeArgs], {
    ...env,
    HOST: given.HOST ?? "127.0.0.1",
  });
  // Both at once, so that the failure of one does not wait for the start of the other.
  await Promise.all([
    api && answers(`${apiUrl}/healthz`, api.first, 120),
    answers(`http://${given.HOST ?? "127.0.0.1"}:${port}/healthz`, backOffice.first, 120),
  ]);
  for (const child of running) child.keepRunning();
  greet();
} catch (error) {
  console.error(error.message);
  await stop(1);
}

function greet() {
  isOpen = true;
  const isDemo =
    isApiOurs && !given.DATABASE_URL && given.DEMO !== "off" && given.DEMO !== "false" && !given.OIDC_AUTHORITY;
  console.log(`\nCountinghouse is open: ${publicUrl}`);
  if (isApiOurs) console.log(`Its API and sign-in:   ${given.API_PUBLIC_URL ?? apiUrl}/docs`);
  if (isDemo) {
    console.log(`
Demo accounts, all with the password counting-house:
  admin@countinghouse.example      Administrator
  operator@countinghouse.example   Operator
  catalogue@countinghouse.example  Catalogue Manager
  finance@countinghouse.example    Finance
  readonly@countinghouse.example   Read Only
  owner@acacia.example             Supplier (Acacia Homewares, all permissions)`);
  }
  if (firstAdministrator) {
    console.log(`
Nobody can sign in yet. Whoever opens this address becomes the administrator; it works once, for 24 hours:
  ${firstAdministrator}`);
  }
  if (process.versions.node.startsWith("20.")) {
    console.log("\nThis is Node 20, which has had no security updates since April 2026. Node 22 and 24 are supported.");
  }
  console.log("\nCtrl-C stops it.");
}
