import { once } from "node:events";
import { createServer } from "node:net";

/** A port of this machine that nobody listens on. */
export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/**
 * Somebody else on the port would answer in our place.
 *
 * @param {string} port
 * @param {string} variable where another one can be set
 * @param {string} host
 */
export async function assertFree(port, variable, host = "127.0.0.1") {
  const number = Number(port);
  if (!Number.isInteger(number) || number < 1 || number > 65_535) throw new Error(`${variable}: ${port} is not the number of a port.`);
  const server = createServer();
  await new Promise((resolve, reject) => {
    server.once("error", (error) =>
      reject(error.code === "EADDRINUSE" ? new Error(`Port ${port} is in use. Stop what runs there, or set ${variable} to another one.`) : error),
    );
    server.listen(number, host, resolve);
  });
  await new Promise((resolve) => server.close(resolve));
}
