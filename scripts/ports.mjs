import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Below the ports that Linux and macOS give to outgoing connections: one of those could be taken by a connection before
 * the server that asked for it listens, which may be a minute later.
 */
const firstPort = 20_000;
const lastPort = 31_999;
const given = new Set();

/** Returns a port of this machine that is free, and that this process has not been given before. */
export async function freePort() {
  for (;;) {
    const port = randomInt(firstPort, lastPort + 1);
    if (given.has(port) || !(await canListen(port))) continue;
    given.add(port);
    return port;
  }
}

async function canListen(port) {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
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
