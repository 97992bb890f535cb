/** A proxy that distributes requests over several processes in turn. */
import { once } from "node:events";
import { createServer, request } from "node:http";
import { pipeline } from "node:stream";
import type { Running } from "./product.ts";

export async function inTurn(port: number, ports: readonly number[]): Promise<Running> {
  let next = 0;
  const server = createServer((incoming, answer) => {
    const { method, url, headers } = incoming;
    const passed = request(
      { host: "127.0.0.1", port: ports[next++ % ports.length], method, path: url, headers, agent: false },
      (answered) => {
        answer.writeHead(answered.statusCode ?? 502, answered.headers);
        pipeline(answered, answer, () => {});
      },
    );
    pipeline(incoming, passed, (error) => error && answer.destroy(error));
  });
  await once(server.listen(port, "127.0.0.1"), "listening");
  return {
    url: `http://localhost:${port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
