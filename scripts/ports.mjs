import { once } from "node:events";
import { createServer } from "node:net";

/** Returns a free port of this machine. */
export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/** In the words of both processes (contract/rules/start-failure.ts), which are not built yet. */
function whyNotOpen({ code, message }, port, variable) {
  if (code === "EADDRINUSE") return `Port ${port} is in use. Stop what runs there, or set ${variable} to another one.`;
  if (code === "EACCES") return `This user may not open port ${port}. Set ${variable} to a number above 1023.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return "HOST is no address of this machine. Set it to one that is, or leave it out.";
  return `Port ${port} cannot be opened: ${message}. Set ${variable} or HOST to another one.`;
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
  if (!Number.isInteger(number) || number < 1 || number > 65_535)
    throw new Error(`${variable}: ${port} is not the number of a port.`);
  const server = createServer();
  await new Promise((resolve, reject) => {
    server.once("error", (error) => reject(new Error(whyNotOpen(error, port, variable))));
    server.listen(number, host, resolve);
  });
  await new Promise((resolve) => server.close(resolve));
}
