import { once } from "node:events";
import { createServer, type RequestListener, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { cannotListen } from "@contract/rules/start-failure.ts";
import { defaultHeaders } from "./default-headers";
import { refusalPage } from "./refusal-page";

interface Listening {
  /**
   * Stops accepting connections after `afterMs` milliseconds, and resolves when every running answer has left, or after
   * `atMostMs` milliseconds more, when what is still running is cut off.
   */
  close(times: { afterMs: number; atMostMs: number }): Promise<void>;
}

/** @throws Error that says what to do, when the port is taken */
export async function listen(
  handler: RequestListener,
  { port, host }: { port: number; host: string | undefined },
): Promise<Listening> {
  // Cookies of a session with large tokens need more room than Node's 16 KB for headers. A request without a Host is
  // answered with a page of ours instead of Node's empty 400.
  const server = createServer({ maxHeaderSize: 64 * 1024, requireHostHeader: false }, handler);
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

/** What Node's parser refuses never becomes a request: it is answered on the socket, with the headers of every answer. */
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
