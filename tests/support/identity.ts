/** The sign-in as browsers and the back office use it, on real servers with a shared database. */
import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:net";
import { eq, sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { expect } from "vitest";
import { tokenVerifier } from "#api/core/access/tokens.ts";
import { type Config, readConfig } from "#api/core/config.ts";
import type { Database } from "#api/core/database/connection.ts";
import { failedSignIns, signInLocks, users } from "#api/core/database/schema/index.ts";
import { createJobs } from "#api/core/jobs/jobs.ts";
import { createIdentity, type Identity } from "#api/modules/identity/identity.ts";
import { hashPassword } from "#api/modules/identity/passwords.ts";
import { build } from "#api/server/build.ts";
import { connectFresh } from "./database.ts";

export const backOffice = "http://localhost:3999";
export const password = "a long enough password";
/** Headers of form submissions from other sites, or without any origin. */
export const foreignHeaders: readonly Record<string, string>[] = [
  {},
  { origin: "null" },
  { origin: "https://evil.example" },
  { "sec-fetch-site": "cross-site" },
];
export const wrongPasswordText = "The email address or the password is not right.";

/** One running server with the provider. */
export interface TestServer {
  config: Config;
  identity: Identity;
  app: FastifyInstance;
}

export interface TestServers {
  database: Database;
  passwordHash: string;
  /** Log lines of all servers. */
  logged: string[];
  /** Starts a server; the caller must close it. */
  open(environment?: Record<string, string>): Promise<TestServer>;
  /** Creates an active user with `password` as the password. */
  makeUser(values?: Partial<typeof users.$inferInsert>): Promise<typeof users.$inferSelect>;
  /** Blocks signing in with this name from unknown browsers, as ten failures do. */
  lock(name: string, count?: number): Promise<void>;
  /** Replaces the failed sign-ins of the name by this many of this age, to avoid failing and waiting. */
  haveFailed(name: string, times: number, secondsAgo: number, browser?: string): Promise<void>;
}

/** Creates a separate database, on which servers can be started. */
export async function newTestServers(opening: Promise<Database> = connectFresh()): Promise<TestServers> {
  const database = await opening;
  const passwordHash = await hashPassword(password);
  const logged: string[] = [];
  let people = 0;
  return {
    database,
    passwordHash,
    logged,
    open: (environment = {}) => open(database, logged, environment),
    async makeUser(values = {}) {
      people += 1;
      const names = { email: `Person${people}@example.com`, givenName: "Pat", surname: "O'Brien <b>" };
      const [user] = await database.db
        .insert(users)
        .values({ ...names, roles: ["Operator"], passwordHash, ...values })
        .returning();
      if (!user) throw new Error("no user");
      return user;
    },
    async lock(name, times = 1) {
      await database.db
        .insert(signInLocks)
        .values({ userName: name.toLowerCase(), count: times, until: sql`now() + interval '15 minutes'` });
    },
    async haveFailed(name, times, secondsAgo, browser = "") {
      const userName = name.toLowerCase();
      const at = sql`now() - make_interval(secs => ${secondsAgo})`;
      await database.db.delete(failedSignIns).where(eq(failedSignIns.userName, userName));
      if (times > 0)
        await database.db
          .insert(failedSignIns)
          .values(Array.from({ length: times }, () => ({ userName, browser, at })));
    },
  };
}

async function open(database: Database, logged: string[], environment: Record<string, string>): Promise<TestServer> {
  const port = environment.API_PORT ?? String(await freePort());
  const config = readConfig({
    API_PORT: port,
    PUBLIC_URL: backOffice,
    OIDC_CLIENT_SECRET: "a secret for the tests alone",
    DEMO: "off",
    ...environment,
  });
  const log = pino({}, { write: (line: string) => logged.push(line) });
  const jobs = createJobs(database, log);
  const identity = await createIdentity({ config, database, log, jobs });
  const verifyToken = tokenVerifier({ ...config.oidc, keys: identity.verificationKeys });
  const app = await build({ config, database, jobs, log, verifyToken });
  await app.register(identity.plugin);
  await app.listen({ port: Number(port), host: "127.0.0.1" });
  return { config, identity, app };
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        typeof address === "object" && address ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}

/** The features of a browser that the flow needs: cookies with their paths, and form submissions with an origin. */
export class Browser {
  readonly cookies = new Map<string, { value: string; path: string; line: string }>();

  async open(url: string, init: RequestInit = {}): Promise<Response> {
    const { pathname } = new URL(url);
    const sent = [...this.cookies].filter(([, { path }]) => pathname.startsWith(path));
    const headers = new Headers(init.headers);
    headers.set("accept", "text/html");
    headers.set("cookie", sent.map(([key, { value }]) => `${key.split("@")[0]}=${value}`).join("; "));
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) this.keep(line);
    return response;
  }

  post(url: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Response> {
    return this.open(url, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: headers ?? { origin: new URL(url).origin },
    });
  }

  /** Follows redirects until they lead out of the provider. */
  async follow(response: Response, base: string): Promise<{ url: string; response: Response }> {
    const location = response.headers.get("location");
    if (location === null) return { url: base, response };
    const { href: url, origin } = new URL(location, base);
    if (origin === backOffice) return { url, response };
    return this.follow(await this.open(url), url);
  }

  private keep(line: string): void {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    const path = /;\s*path=([^;]+)/i.exec(line)?.[1] ?? "/";
    if (value === "") this.cookies.delete(`${name}@${path}`);
    else this.cookies.set(`${name}@${path}`, { value, path, line });
  }
}

/** The requests of the back office. */
export class Client {
  readonly verifier = randomBytes(32).toString("base64url");
  readonly state = randomBytes(8).toString("hex");
  readonly nonce = randomBytes(8).toString("hex");
  readonly #server: TestServer;

  constructor(of: TestServer) {
    this.#server = of;
  }

  authorizeUrl(changes: Record<string, string | undefined> = {}): string {
    const { config, identity } = this.#server;
    const url = new URL(`${identity.issuer}/auth`);
    const parameters = {
      client_id: config.oidc.clientId,
      redirect_uri: `${backOffice}/auth-callback`,
      response_type: "code",
      scope: config.oidc.scope,
      state: this.state,
      nonce: this.nonce,
      code_challenge: createHash("sha256").update(this.verifier).digest("base64url"),
      code_challenge_method: "S256",
      ...changes,
    };
    for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value);
    return url.href;
  }

  async call(path: string, fields: Record<string, string>): Promise<Response> {
    const { config, identity } = this.#server;
    const credentials = Buffer.from(`${config.oidc.clientId}:${config.oidc.clientSecret}`).toString("base64");
    return fetch(`${identity.issuer}${path}`, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { authorization: `Basic ${credentials}` },
    });
  }

  exchange(callback: string): Promise<Response> {
    const code = new URL(callback).searchParams.get("code") ?? "";
    return this.call("/token", {
      grant_type: "authorization_code",
      code,
      redirect_uri: `${backOffice}/auth-callback`,
      code_verifier: this.verifier,
    });
  }

  refresh(refreshToken: string): Promise<Response> {
    const { scope } = this.#server.config.oidc;
    return this.call("/token", { grant_type: "refresh_token", refresh_token: refreshToken, scope });
  }
}

interface Tokens {
  access_token: string;
  id_token: string;
  refresh_token: string;
  expires_in: number;
}

export const tokensOf = async (response: Response) => {
  expect(response.status).toBe(200);
  return (await response.json()) as Tokens;
};

export const errorOf = async (response: Response) => ((await response.json()) as { error: string }).error;

/** Follows the back office's link to the sign-in page. */
export async function toSignIn(at: TestServer, changes: Record<string, string> = {}) {
  const browser = new Browser();
  const client = new Client(at);
  const start = client.authorizeUrl(changes);
  const { url, response } = await browser.follow(await browser.open(start), start);
  return { browser, client, url, page: await response.text() };
}

export async function signInAt(at: TestServer, email: string, typed = password) {
  const { browser, client, url } = await toSignIn(at);
  const { url: callback } = await browser.follow(await browser.post(url, { email, password: typed }), url);
  const tokens = await tokensOf(await client.exchange(callback));
  return { browser, client, callback, tokens };
}

/** Returns the page with the error. */
export async function failToSignInAt(at: TestServer, email: string, typed: string): Promise<string> {
  const { browser, url } = await toSignIn(at);
  const response = await browser.post(url, { email, password: typed });
  expect(response.status).toBe(422);
  return response.text();
}

export const alertIn = (page: string) =>
  /<div class="summary" role="alert">(.*?)<\/div>/s.exec(page)?.[1]?.replace(/<[^>]+>/g, " ");
