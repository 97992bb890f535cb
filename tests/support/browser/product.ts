/** Starts the built product for tests of screens: API and back office on free ports, with demo data of their own. */
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Stage, userOf } from "#scripts/image.mjs";
import { freePort } from "#scripts/ports.mjs";
import { build } from "#scripts/prepare.mjs";
import { answers, backOfficeArgs, startProcess } from "#scripts/processes.mjs";
import { sharedSecrets } from "#scripts/secrets.mjs";
import { inTurn } from "./in-turn.ts";

export interface Running {
  url: string;
  stop(): Promise<void>;
}

interface Traits {
  /** Number of APIs and of back offices that take turns; one each by default. */
  copies?: number;
  env?: NodeJS.ProcessEnv;
  /** Starts the programs of this image, as its user, instead of those built here. */
  image?: Stage;
}

export default (): Promise<() => Promise<void>> => startProduct();

export async function startProduct({ copies = 1, env = {}, image }: Traits = {}): Promise<() => Promise<void>> {
  if (!image) await build();
  const folder = mkdtempSync(join(tmpdir(), "countinghouse-screens-"));
  const [port, apiPort] = [await freePort(), await freePort()];
  // Inherited by both processes and by every worker.
  Object.assign(process.env, image?.env, {
    ...sharedSecrets(folder),
    PUBLIC_URL: `http://localhost:${port}`,
    API_URL: `http://localhost:${apiPort}`,
    API_PORT: String(apiPort),
    DATA_DIR: folder,
    DEMO: "on",
    LOG_LEVEL: "error",
    // All tests share a few users at one address, and send requests far faster than people do.
    RATE_LIMIT: "off",
    // Tests add records through the API, and expect them in filters at once.
    FILTER_OPTIONS_SECONDS: "0",
    // They also add more suppliers than a select of a filter has by default.
    FILTER_OPTIONS_MAX: "9999",
    MAILS_PER_ADDRESS_HOUR: "1000",
    MAILS_PER_SENDER_DAY: "1000",
    MAILS_PER_OPERATOR_DAY: "100000",
    SIGN_IN_FAILURES_PER_ADDRESS_HOUR: "1000",
    APPLICATIONS_PER_ADDRESS_DAY: "1000",
    ...env,
  });
  if (image) ownedBy(image, folder);
  const running: Running[] = [];
  const stop = async () => {
    await Promise.all(running.map((process) => process.stop()));
    rmSync(folder, { recursive: true, force: true });
  };
  // Ctrl-C makes the runner stop what it started; SIGTERM does not.
  process.once("SIGTERM", () => void stop().finally(() => process.exit(143)));
  try {
    if (copies === 1) {
      running.push(await startApi(apiPort, image));
      running.push(await startBackOffice(port, {}, image));
    } else {
      const [apiPorts, ports] = [await freePorts(copies), await freePorts(copies)];
      running.push(await inTurn(apiPort, apiPorts), await inTurn(port, ports));
      // One after the other, because the first creates the demo data.
      for (const each of apiPorts) running.push(await startApi(each, image));
      for (const each of ports)
        running.push(await startBackOffice(each, { PUBLIC_URL: process.env.PUBLIC_URL }, image));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

/** Gives a folder of this test to the user of the image, as the volume of a container is. */
function ownedBy(image: Stage, folder: string): void {
  const { uid, gid } = userOf(image);
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
}

const programsOf = (image: Stage | undefined) => (image ? { cwd: image.folder, ...userOf(image) } : {});

async function startApi(port: number, image?: Stage): Promise<Running> {
  const url = `http://localhost:${port}`;
  const env = environment({ API_PORT: String(port), API_PUBLIC_URL: process.env.API_URL });
  return startServer({ name: "API", args: ["--enable-source-maps", "build/api/main.js"], url, env, image }, 180);
}

/** Starts a separate back office, for tests that take something away from it. */
export async function startBackOffice(port: number, env: NodeJS.ProcessEnv = {}, image?: Stage): Promise<Running> {
  const url = `http://localhost:${port}`;
  const own = environment({ PORT: String(port), HOST: "127.0.0.1", PUBLIC_URL: url, ...env });
  return startServer({ name: "back office", args: backOfficeArgs, url, env: own, image }, 90);
}

interface Server {
  name: string;
  args: string[];
  url: string;
  env: NodeJS.ProcessEnv;
  image: Stage | undefined;
}

/** @throws Error with what the server has said last, if it does not start */
async function startServer({ name, args, url, env, image }: Server, secondsAtMost: number): Promise<Running> {
  const said: string[] = [];
  const show = complaints(name);
  const onLine = (line: string) => {
    said.splice(0, Math.max(0, said.length - 30));
    said.push(line);
    show(line);
  };
  const server = startProcess({ name, args, env, onLine, ...programsOf(image) });
  try {
    await answers(`${url}/healthz`, server, secondsAtMost);
  } catch (error) {
    await server.stop();
    throw new Error(`${name}: it did not start. It said:\n${said.join("\n")}`, { cause: error });
  }
  return { url, stop: server.stop };
}

const environment = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({ ...process.env, NODE_ENV: "production", ...env });

/** Shows errors of the product beside the tests that caused them, and drops other output. */
function complaints(name: string) {
  return (line: string) => {
    if (process.env.SHOW_LOGS && line.trim() !== "") console.log(`  ${name}: ${line}`);
  };
}
