// `npm run dev`: the product from its sources. The API restarts when one of its files changes; the back office takes
// changes over without a restart, and pages that are open show them. Each line says which process it comes from.
import { assertFree } from "./ports.mjs";
import { install } from "./prepare.mjs";
import { answers, startProcess, whenToStop } from "./processes.mjs";
import { sharedSecrets } from "./secrets.mjs";

const { PORT: port = "3000", API_PORT: apiPort = "3001", DATA_DIR: dataDir = ".data" } = process.env;
const running = [];
let isStopping = false;

async function stop(code) {
  if (isStopping) return;
  isStopping = true;
  await Promise.all(running.map((child) => child.stop()));
  process.exit(code);
}
whenToStop(() => void stop(0));

function start(name, args, env) {
  const prefix = `${name.padEnd(11)} │`;
  const onLine = (line) => line.trim() && console.log(prefix, line);
  const child = startProcess({
    name,
    args,
    env: { LOG_LEVEL: "warn", ...process.env, ...env, NODE_ENV: "development" },
    onLine,
  });
  running.push(child);
  void child.ended.then(() => stop(1));
  return child;
}

try {
  await install();
  await assertFree(port, "PORT");
  await assertFree(apiPort, "API_PORT");
  const env = { ...sharedSecrets(dataDir), PORT: port, API_PORT: apiPort };
  const api = start("API", ["scripts/dev-api.mjs"], env);
  const backOffice = start("back office", ["scripts/dev-back-office.mjs"], env);
  await answers(`http://localhost:${apiPort}/healthz`, api, 120);
  await answers(`http://localhost:${port}/healthz`, backOffice, 60);
  console.log(
    `\nCountinghouse is open for development: http://localhost:${port} (admin@countinghouse.example, counting-house)\nCtrl-C stops it.\n`,
  );
} catch (error) {
  console.error(error.message);
  await stop(1);
}
