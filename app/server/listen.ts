import { once } from "node:events";
import { createServer, type RequestListener, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { cannotListen } from "#contract/rules/start-failure.ts";
import { defaultHeaders } from "./default-headers.ts";
import { refusalPage } from "./refusal-page.ts";

interface Listening {
  /**
   * Stops accepting connections after `afterMs` milliseconds. Resolves when all pending responses are sent, or after
   * another `atMostMs` milliseconds, when the remaining ones are aborted.
   */
  close(times: { afterMs: number; atMostMs: number }): Promise<void>;
}

/**
 * Milliseconds until a request must have arrived: for a file of 500 MB over a line of 2.5 Mbit/s. Meanwhile it occupies
 * little more than its connection, because forms are limited while they arrive.
 */
const requestTimeout = 30 * 60_000;

/** @throws Error with an instruction for the operator if the port is taken */
export async function listen(
  handler: RequestListener,
  { port, host }: { port: number; host: string | undefined },
): Promise<Listening> {
  // Session cookies with large tokens need more than Node's default of 16 KB for headers. A request without a Host gets
  // one of our pages instead of Node's empty 400.
  const server = createServer({ maxHeaderSize: 64 * 1024, requireHostHeader: false, requestTimeout }, handler);
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => answerUnreadable(error, socket));
  server.listen(port, host);
  await once(server, "listening").catch((error: Error) => {
    throw cannotListen(error, port, "PORT");
  });

  return {
    async close({ afterMs, atMostMs }) {
      if (afterMs > 0) await wait(afterMs);
      const closed = once(server, "close");
      server.close();
      server.closeIdleConnections();
      await Promise.race([closed, wait(atMostMs, undefined, { ref: false })]);
      server.closeAllConnections();
    },
  };
}

/** Requests that Node's parser rejects are answered on the socket, with the usual headers. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const status = error.code === "HPE_HEADER_OVERFLOW" ? 431 : error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
  const { body, headers } = refusalPage(status);
  const lines = {
    ...defaultHeaders(),
    ...headers,
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join("\r\n")}\r\n\r\n${body}`);
}
