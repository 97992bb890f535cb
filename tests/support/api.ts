/** The API as its callers see it, on a database of its own. */
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import pino from "pino";
import { afterAll } from "vitest";
import { keyIdIn } from "#api/core/access/keys.ts";
import type { VerifyToken } from "#api/core/access/tokens.ts";
import { readConfig } from "#api/core/config.ts";
import { connect, type Database } from "#api/core/database/connection.ts";
import { createJobs, type JobData } from "#api/core/jobs/jobs.ts";
import { unauthenticated } from "#api/core/refusals/refusal.ts";
import { liveConfig } from "#api/core/settings/live-config.ts";
import { invitationPlugin } from "#api/modules/identity/plugin.ts";
import { build } from "#api/server/build.ts";
import type { Download, Operation, OutputOf, SentInput, Upload } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import type { Problem } from "#contract/problem.ts";
import { type FreshDatabase, freshDatabase } from "./database.ts";
import { type TestUser, type World, world } from "./world.ts";

export interface Answer<Body> {
  status: number;
  /** The body of a successful response. */
  body: Body;
  /** The same body as a refusal. */
  problem: Problem;
  /** The raw response. */
  raw: LightMyRequestResponse;
}

/** A command gets a new `Id` unless the test gives one. */
type Given<T extends Operation> = T extends { kind: "command" }
  ? Omit<SentInput<T>, "Id"> & { Id?: string }
  : SentInput<T>;

export interface Api extends World {
  app: FastifyInstance;
  database: Database;
  /** Makes what was just set effective, which otherwise takes up to two seconds. */
  refreshSettings(): Promise<void>;
  /** Calls an operation of the contract as a user, or without a token if undefined. */
  call<T extends Exclude<Operation, Upload>>(
    user: TestUser | undefined,
    operation: T,
    input: Given<T>,
  ): Promise<Answer<OutputOf<T>>>;
  /** Returns the body of a response that must be successful. */
  ok<T extends Exclude<Operation, Upload>>(
    user: TestUser | undefined,
    operation: T,
    input: Given<T>,
  ): Promise<OutputOf<T>>;
  upload(user: TestUser | undefined, files: File[], fields?: Record<string, string>): Promise<Answer<string[]>>;
  /** Uploads a file to an operation. */
  sendFile<T extends Upload>(
    user: TestUser | undefined,
    operation: T,
    file: File,
    fields?: Record<string, string>,
  ): Promise<Answer<OutputOf<T>>>;
  /** Returns the content of a file that a download must answer with. */
  download<T extends Download>(user: TestUser, operation: T, input: SentInput<T>): Promise<Buffer>;
  /** Returns the queued emails to this address, oldest first. */
  mailsTo(address: string): Promise<JobData["mail"][]>;
  /** Sends any request. Throws the logged error if the response is an unexpected 500. */
  send(user: TestUser | undefined, request: InjectOptions): Promise<LightMyRequestResponse>;
}

/** The account that suppliers are paid from. */
const payer = {
  bankCode: "WBC",
  userName: "Harbour Trading Pty Ltd",
  userId: "301500",
  bsb: "032-001",
  accountNumber: "123456",
};

/**
 * Starts the API for the tests of a file, and stops it after the last of them. @param fresh a database in place of the
 * default one
 */
export async function startApi(
  env: Record<string, string> = {},
  fresh: Promise<FreshDatabase> = freshDatabase(),
): Promise<Api> {
  const { options, remove } = await fresh;
  const database = await connect(options);
  const logged: string[] = [];
  const given = readConfig({
    OIDC_CLIENT_SECRET: "a secret for tests alone",
    DEMO: "off",
    DATA_DIR: join(tmpdir(), "countinghouse-test-data"),
    PAYER_ACCOUNT: JSON.stringify(payer),
    ...env,
  });
  const live = await liveConfig(given, database, pino({ level: "silent" }));
  const { config } = live;
  const app = await build({
    config,
    database,
    verifyToken,
    // Jobs are only enqueued, so that tests can inspect them; running them is tested separately.
    jobs: createJobs(database, pino({ level: "silent" })),
    log: pino({ level: "error" }, { write: (line: string) => logged.push(line) }),
  });
  await app.register(invitationPlugin({ config, database, log: pino({ level: "silent" }) }));
  await app.ready();
  afterAll(async () => {
    await app.close();
    await database.close();
    await remove();
  });

  const send: Api["send"] = async (user, request) => {
    const headers = { ...(user && { authorization: `Bearer ${user.token}` }), ...request.headers };
    const response = await app.inject({ ...request, headers });
    if (response.statusCode === 500 && /problem/.test(String(response.headers["content-type"])))
      throw new Error(`${request.method ?? "GET"} ${String(request.url)} answered 500:\n${logged.at(-1)}`);
    return response;
  };
  const call: Api["call"] = async (user, operation, input) =>
    answerFrom(await send(user, requestFor(operation, input)));
  return {
    ...world(database),
    app,
    database,
    refreshSettings: live.refresh,
    send,
    call,
    async ok(user, operation, input) {
      const { status, body, raw } = await call(user, operation, input);
      if (status !== 200) throw new Error(`${operation.path} answered ${status}: ${raw.body}`);
      return body;
    },
    async sendFile(user, operation, file, fields = {}) {
      return answerFrom(
        await send(user, {
          method: "POST",
          url: urlOf(operation),
          ...(await multipart([file], fields, operation.fileField)),
        }),
      );
    },
    async download(user, operation, input) {
      const { statusCode, body, rawPayload } = await send(user, requestFor(operation, input));
      if (statusCode !== 200) throw new Error(`${operation.path} answered ${statusCode}: ${body}`);
      return rawPayload;
    },
    async mailsTo(address) {
      const waiting = await database.db.execute<{ data: JobData["mail"] }>(
        sql`select data from jobs.job where name = 'mail' and data->>'to' = ${address} order by created_on`,
      );
      return waiting.rows.map(({ data }) => data);
    },
    async upload(user, files, fields = { fileLocation: "1" }) {
      return answerFrom(
        await send(user, { method: "POST", url: urlOf(operations.files.upload), ...(await multipart(files, fields)) }),
      );
    },
  };
}

/** `user-7` authenticates user 7, `key-7` the key 7, and an email address itself; real tokens are tested with the identity provider. */
const verifyToken: VerifyToken = async (token) => {
  if (token.includes("@")) return { email: token };
  const keyId = keyIdIn(token);
  if (keyId !== undefined) return { keyId };
  const [, id] = token.match(/^user-(\d+)$/) ?? [];
  if (id === undefined) throw unauthenticated("Your sign-in has ended. Please sign in again.");
  return { userId: Number(id) };
};

function answerFrom<Body>(raw: LightMyRequestResponse): Answer<Body> {
  const isJson = /json/.test(String(raw.headers["content-type"]));
  const body: unknown = isJson ? JSON.parse(raw.body) : undefined;
  return { status: raw.statusCode, body: body as Body, problem: body as Problem, raw };
}

export function urlOf(operation: Operation, input: Record<string, unknown> = {}): string {
  return `/api/v1/${operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name] ?? 1)))}`;
}

export function requestFor(operation: Operation, values: Record<string, unknown>): InjectOptions {
  const input = operation.kind === "command" ? { Id: randomUUID(), ...values } : values;
  const url = urlOf(operation, input);
  if (operation.method === "POST") return { method: "POST", url, payload: input };
  const query = Object.entries(input).filter(
    ([name, value]) => value !== undefined && !operation.path.includes(`{${name}}`),
  );
  return { method: "GET", url, query: Object.fromEntries(query.map(([name, value]) => [name, String(value)])) };
}

export async function multipart(
  files: File[],
  fields: Record<string, string>,
  fileField = "files",
): Promise<Pick<InjectOptions, "payload" | "headers">> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const file of files) form.append(fileField, file, file.name);
  const body = new Response(form);
  return {
    payload: Buffer.from(await body.arrayBuffer()),
    headers: { "content-type": body.headers.get("content-type") ?? "" },
  };
}
