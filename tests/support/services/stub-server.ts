/** A server with responses set by the test, which records the requests it receives. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Received {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
}

export type Answer = (received: Received, response: ServerResponse) => void | Promise<void>;

/** `GET /suppliers`: method and path, case-insensitive. */
type Route = `${"GET" | "POST"} /${string}`;
const keyOf = (route: string) => route.toLowerCase();

export class StubServer {
  readonly #usual = new Map<string, Answer>();
  readonly #now = new Map<string, Answer>();
  #received: Received[] = [];
  readonly #server = createServer((request, response) => void this.#take(request, response));

  async start(port = 0): Promise<this> {
    this.#server.listen(port, "127.0.0.1");
    await once(this.#server, "listening");
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    if (!this.#server.listening) return;
    this.#server.close();
    await once(this.#server, "close");
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  /** Sets the default response. */
  usually(route: Route, answer: Answer): this {
    this.#usual.set(keyOf(route), answer);
    return this;
  }

  /** Sets the response until the end of the test. */
  on(route: Route, answer: Answer): this {
    this.#now.set(keyOf(route), answer);
    return this;
  }

  /** Returns the requests for a route, oldest first. */
  received(route: Route): Received[] {
    return this.#received.filter(({ method, path }) => keyOf(`${method} ${path}`) === keyOf(route));
  }

  forget(): void {
    this.#now.clear();
    this.#received = [];
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://stub");
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const received = {
      method: request.method ?? "",
      path: pathname,
      query: searchParams,
      headers: request.headers,
      body: Buffer.concat(chunks).toString("latin1"),
    };
    this.#received.push(received);
    const route = keyOf(`${received.method} ${pathname}`);
    await (this.#now.get(route) ?? this.#usual.get(route) ?? notThere)(received, response);
  }
}

export function json(body: unknown, status = 200): Answer {
  return text(JSON.stringify(body), "application/json", status);
}

export function text(body: string, type = "text/html", status = 200): Answer {
  return (_, response) => {
    response.writeHead(status, { "content-type": type }).end(body);
  };
}

/** Closes the connection before responding. */
export const cutOff: Answer = (_, response) => {
  response.socket?.destroy();
};

/** Announces more than it sends, and closes the connection. */
export function cutAfter(body: string): Answer {
  return (_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length + 100 });
    response.write(body, () => response.socket?.destroy());
  };
}

const notThere = json({ status: 404, message: "There is nothing here." }, 404);
