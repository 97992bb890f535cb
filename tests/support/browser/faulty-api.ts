/** A proxy in front of the API that can make it unreachable, silent or malformed. */
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type FaultMode = "none" | "unreachable" | "silent" | "malformed";

export interface FaultyApi {
  goesAway(): void;
  fallsSilent(): void;
  talksNonsense(): void;
  /** Answers requests whose address ends with `pathEnd`, with or without a query, without passing them on. */
  answers(pathEnd: string, status: number, body: unknown): void;
  comesBack(): void;
}

export async function startFaultyApi(): Promise<{ url: string; api: FaultyApi; stop(): void }> {
  let faultMode: FaultMode = "none";
  let canned: Canned[] = [];
  const proxy = createServer((incoming, answer) => handle(faultMode, canned, incoming, answer)).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const { port } = proxy.address() as AddressInfo;
  const set = (next: FaultMode) => () => {
    faultMode = next;
    canned = [];
  };
  return {
    url: `http://127.0.0.1:${port}`,
    api: {
      goesAway: set("unreachable"),
      fallsSilent: set("silent"),
      talksNonsense: set("malformed"),
      comesBack: set("none"),
      answers(pathEnd, status, body) {
        const others = canned.filter((each) => each.pathEnd !== pathEnd);
        canned = [...others, { pathEnd, status, body: JSON.stringify(body) }];
      },
    },
    stop() {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}

interface Canned {
  pathEnd: string;
  status: number;
  body: string;
}

function handle(
  faultMode: FaultMode,
  canned: readonly Canned[],
  incoming: IncomingMessage,
  answer: ServerResponse,
): void {
  const url = incoming.url ?? "";
  const own = canned.find(({ pathEnd }) => url.endsWith(pathEnd) || url.split("?")[0]?.endsWith(pathEnd));
  if (own) {
    // Once all of the request has arrived: a client closes a connection whose answer comes before that.
    incoming.resume().once("end", () => {
      answer.writeHead(own.status, { "content-type": "application/json" }).end(own.body);
    });
  } else if (faultMode === "unreachable") {
    incoming.socket.destroy();
  } else if (faultMode === "malformed") {
    answer.writeHead(200, { "content-type": "application/json" }).end('{"colour":"green"');
  } else if (faultMode === "none") {
    forward(incoming, answer);
  }
}

function forward(incoming: IncomingMessage, answer: ServerResponse): void {
  const target = new URL(incoming.url ?? "/", process.env.API_URL);
  const onward = request(
    target,
    { method: incoming.method, headers: { ...incoming.headers, host: target.host } },
    (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    },
  );
  onward.on("error", () => answer.destroy());
  incoming.pipe(onward);
}
