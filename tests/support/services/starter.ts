/** `npm start` in a separate process: its output, exit code and child processes. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createConnection } from "node:net";

/** Without the variables of the test process, because the starter chooses addresses and secrets itself. */
function environment(env: Record<string, string>): NodeJS.ProcessEnv {
  const { PUBLIC_URL, API_URL, SESSION_SECRET, OIDC_CLIENT_SECRET, LOG_LEVEL, ...rest } = process.env;
  return { ...rest, ...env };
}

export class Starter {
  readonly #child;
  readonly #ended: Promise<number | null>;
  output = "";

  /** @param by `npm`, or the script that npm runs */
  constructor(env: Record<string, string>, by: "npm" | "node" = "node") {
    const [program, ...args] = by === "npm" ? ["npm", "start"] : [process.execPath, "scripts/start.mjs"];
    this.#child = spawn(program as string, args, { env: environment(env), stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        this.output += text;
      });
    }
    // "exit" may be emitted before all output has been read.
    this.#ended = once(this.#child, "close").then(([code]) => code as number | null);
  }

  /** @throws Error with its output, if it ends before */
  async isOpen(): Promise<this> {
    const opened = new Promise<void>((resolve) => {
      const look = () => this.output.includes("Countinghouse is open") && resolve();
      this.#child.stdout.on("data", look);
      look();
    });
    await Promise.race([
      opened,
      this.#ended.then(() => {
        throw new Error(this.output);
      }),
    ]);
    return this;
  }

  /** Returns its output, in lines, and its exit code, after it has ended. */
  async end(): Promise<{ code: number | null; lines: string[] }> {
    const code = await this.#ended;
    return { code, lines: this.output.split("\n").filter((line) => line.trim() !== "") };
  }

  signal(name: NodeJS.Signals): this {
    this.#child.kill(name);
    return this;
  }

  /** Returns the ids of the processes that it has started, the API first. */
  processes(): number[] {
    return childrenOf(this.#child.pid as number);
  }

  /** Returns also the ids of those that its processes have started. */
  allProcesses(): number[] {
    const below = (pid: number): number[] => childrenOf(pid).flatMap((child) => [child, ...below(child)]);
    return below(this.#child.pid as number);
  }
}

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return children === "" ? [] : children.split(" ").map(Number);
}

export async function isListening(port: number): Promise<boolean> {
  const socket = createConnection(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
