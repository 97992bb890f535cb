/** A shop's server that receives webhooks, for the tests of a file. */
import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

interface Told {
  event: string;
  id: string;
  createdAt: string;
  marketplaceId: number;
  [field: string]: unknown;
}

export interface Receiver {
  url: string;
  /** Every request, in the order of arrival. */
  received: { headers: IncomingMessage["headers"]; body: string; told: Told }[];
  /** Answers from now on; undefined never answers. */
  answerWith(answer: ((response: ServerResponse, told: Told) => void) | number): void;
  /** Forgets what was received, and returns it. */
  taken(): Told[];
  /** The most requests that were open at the same time. */
  mostAtOnce(): number;
}

export async function receiver(): Promise<Receiver> {
  const received: Receiver["received"] = [];
  let answer: (response: ServerResponse, told: Told) => void = (response) => response.writeHead(204).end();
  let open = 0;
  let most = 0;
  const server = createServer(async (request, response) => {
    most = Math.max(most, ++open);
    response.on("close", () => open--);
    let body = "";
    for await (const chunk of request) body += chunk;
    const told = JSON.parse(body) as Told;
    received.push({ headers: request.headers, body, told });
    answer(response, told);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    received,
    answerWith(given) {
      answer = typeof given === "number" ? (response) => response.writeHead(given).end() : given;
    },
    taken: () => received.splice(0).map(({ told }) => told),
    mostAtOnce: () => most,
  };
}

/** The signature that a receiver expects. */
export const signatureOf = (secret: string, timestamp: string, body: string): string =>
  `sha256=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`;
