/**
 * Turns every operation of the contract into an endpoint: token, caller, permission, input, handler, response. Handlers
 * do not depend on HTTP.
 */
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { type Caller, callerOf } from "#api/core/access/caller.ts";
import { digestOf } from "#api/core/access/ended-sessions.ts";
import { admitKey, assertScope } from "#api/core/access/keys.ts";
import { mayWrite, permissionsOf } from "#api/core/access/roles.ts";
import { assertFreshProof } from "#api/core/access/step-up.ts";
import type { Identified, VerifyToken } from "#api/core/access/tokens.ts";
import { withOwnEdits } from "#api/core/commands/own-edits.ts";
import { runCommand } from "#api/core/commands/run-command.ts";
import type { Database } from "#api/core/database/connection.ts";
import { withRetry } from "#api/core/database/retry.ts";
import { authorFrom, transactionBy } from "#api/core/history/author.ts";
import { latestChanges } from "#api/core/history/latest-change.ts";
import { addressHasher, addressOf, visitorAddressOf } from "#api/core/limits/address.ts";
import type { RequestLimits } from "#api/core/limits/buckets.ts";
import { type Context, createContext, type Services } from "#api/core/operations/context.ts";
import type { FileAnswer, Handlers, StoredFile, UploadedFile } from "#api/core/operations/handlers.ts";
import { ChangedMeanwhile, forbidden, notFound, Refusal, unauthenticated } from "#api/core/refusals/refusal.ts";
import { carriedOutHeader, type LargeUpload, type Operation, pathFields, sessionHeader } from "#contract/operation.ts";
import { allOperations } from "#contract/operations.ts";
import { can, isCallerWide } from "#contract/permissions.ts";
import { type AnonymousUploads, anonymousUploads } from "./anonymous-upload.ts";
import { withLargeFile } from "./large-file.ts";
import { receiveUpload } from "./multipart.ts";
import { aboutOperation } from "./openapi-words.ts";
import { largeFileMs } from "./slow-requests.ts";
import { validated } from "./validate.ts";

export interface Mounting extends Services {
  database: Database;
  verifyToken: VerifyToken;
  handlers: Handlers;
  limits: RequestLimits;
  /** Makes a stranger with a valid token a user, if that is how the house gets its first one. Returns whether it has. */
  admitFirst(identified: Identified): Promise<boolean>;
}

/** Tokens of the rate limit: a slow operation that makes a file costs as much as many lists. */
const costs: Readonly<Record<Operation["kind"], number>> = { query: 1, command: 2, upload: 10, download: 10 };
/** Requests with a wrong token may be guesses, so they cost more. */
const guessCost = 5;

type AnyHandler = (...args: unknown[]) => Promise<unknown>;

interface Mounted extends Mounting {
  hashOf: ReturnType<typeof addressHasher>;
  withAnonymousFiles: AnonymousUploads;
}

export function mountOperations(app: FastifyInstance, given: Mounting): void {
  const mounting = { ...given, hashOf: addressHasher(given.database), withAnonymousFiles: anonymousUploads() };
  for (const [name, operation] of allOperations()) {
    const handler = handlerOf(mounting.handlers, name);
    app.route({
      method: operation.method,
      url: `/api/v1/${operation.path.replace(/\{(\w+)\}/g, ":$1")}`,
      schema: documentation(name, operation),
      config: { arrivesWithinMs: isLarge(operation) ? largeFileMs : undefined },
      handler: async (request, reply) =>
        asJson(reply, await answer(mounting, name, operation, handler, request, reply)),
    });
  }
}

function handlerOf(handlers: Handlers, name: string): AnyHandler {
  const [area = "", key = ""] = name.split(".");
  const handler = (handlers as Record<string, Record<string, AnyHandler> | undefined>)[area]?.[key];
  if (!handler) throw new Error(`The operation ${name} has no handler.`);
  return handler;
}

/**
 * Returns the caller, and whether that decides that they may call the operation; otherwise its handler has to.
 * @throws Refusal 401 or 403
 */
async function authorised(mounting: Mounted, operation: Operation, request: FastifyRequest) {
  const caller = await admitted(mounting, operation, request);
  if (caller.key) assertScope(operation, caller.key);
  const callerWide = isCallerWide(operation.permission);
  if (callerWide && !can(caller.permissions, operation)) throw forbidden();
  if (operation.permission === "mayWrite" && !mayWrite(caller.roles)) throw forbidden();
  if (operation.stepUp) await assertFreshProof(mounting.database.db, mounting.config, caller);
  return { caller, isDecided: callerWide || ["anyone", "signedIn", "mayWrite"].includes(operation.permission) };
}

async function answer(
  mounting: Mounted,
  name: string,
  operation: Operation,
  handler: AnyHandler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { caller, isDecided } = await authorised(mounting, operation, request);
  const { config, files: store, jobs, database } = mounting;
  const addressHash = await hashOfSender(mounting, operation, request);
  const contextWith = (db: Context["db"], transaction: Context["transaction"]) =>
    createContext(
      { config, files: store, jobs, operation, caller, db, transaction, log: request.log, addressHash },
      isDecided,
    );
  const ofThePool = () => contextWith(database.db, transactionBy(database, authorFrom(caller)));

  if (isLarge(operation))
    return withLargeFile(request, operation, (fields, file) =>
      run(handler, ofThePool(), validated(operation.input, fields), file),
    );
  if (operation.kind === "upload" && operation.permission === "anyone")
    return mounting.withAnonymousFiles(request, operation, (fields, files) =>
      run(handler, ofThePool(), validated(operation.input, fields), files),
    );
  if (operation.kind === "upload") {
    const { fields, files } = await receiveUpload(request, operation);
    return run(handler, ofThePool(), validated(operation.input, fields), files);
  }
  const input = inputFor(operation, request);
  if (operation.kind === "command") {
    const command = {
      name,
      caller,
      input: input as Record<string, unknown> & { Id: string },
      secrets: operation.secretFields && {
        fields: operation.secretFields,
        digestKey: config.settingsSecrets[0] ?? "",
      },
      secretAnswers: operation.secretAnswers,
      onCarriedOutBefore: (at: Date) => void reply.header(carriedOutHeader, at.toISOString()),
    };
    const carriedOut = runCommand(database, command, async (db) =>
      run(
        handler,
        contextWith(db, (work) => work(db)),
        await withOwnEdits(db, name, caller, command.input),
      ),
    );
    return carriedOut.catch(async (error: unknown) => {
      if (error instanceof ChangedMeanwhile)
        error.by = await latestChanges(database.db, caller, { name, input: command.input }, Object.keys(error.theirs));
      throw error;
    });
  }
  const work = () => run(handler, ofThePool(), input);
  const result = await (operation.kind === "query" ? reading(work) : work());
  return operation.kind === "download" ? sendFile(request, reply, result as FileAnswer) : result;
}

/** Before any transaction, because the key of the day is read from the database. */
async function hashOfSender(
  { hashOf, config }: Mounted,
  { permission, kind }: Operation,
  request: FastifyRequest,
): Promise<string | undefined> {
  const isCounted = permission === "anyone" && (kind === "command" || kind === "upload");
  return isCounted ? hashOf(visitorAddressOf(request, config.oidc.clientSecret)) : undefined;
}

/** Retries an operation that only reads once when its connection broke: a new one may already be available. */
const reading = <T>(work: () => Promise<T>): Promise<T> => withRetry(["away"], [100], work);

const isLarge = (operation: Operation): operation is LargeUpload =>
  operation.kind === "upload" && operation.isLarge === true;

async function run(
  handler: AnyHandler,
  context: Context,
  input: unknown,
  files?: UploadedFile[] | StoredFile,
): Promise<unknown> {
  const result = await (files ? handler(input, files, context) : handler(input, context));
  if (!context.isAuthorised) throw new Error(`The handler of ${context.operation.path} never authorised its caller.`);
  return result;
}

const nobody: Caller = {
  userId: 0,
  identified: {},
  email: "",
  name: undefined,
  roles: [],
  permissions: permissionsOf([], [], false),
  links: [],
  seesAllSuppliers: false,
};

/** @throws Refusal 401, or 429 if the caller has exceeded the rate limit */
async function admitted(mounting: Mounting, operation: Operation, request: FastifyRequest): Promise<Caller> {
  const { limits } = mounting;
  if (operation.permission === "anyone") {
    limits.ofAddress(addressOf(request), 1);
    return nobody;
  }
  const caller = await reading(() => authenticate(mounting, request)).catch((error: unknown) => {
    if (error instanceof Refusal && error.status === 401 && request.headers.authorization) {
      limits.ofAddress(addressOf(request), guessCost);
      if (error.cause !== undefined) request.log.warn({ reason: error.cause }, "an access token was refused");
    }
    throw error;
  });
  // The calls of a key have been counted in the database.
  if (!caller.key) limits.ofPerson(caller.userId, costs[operation.kind]);
  return caller;
}

async function authenticate(
  { verifyToken, database, config, admitFirst }: Mounting,
  request: FastifyRequest,
): Promise<Caller> {
  const [, token] = request.headers.authorization?.match(/^Bearer +(\S+)$/i) ?? [];
  if (!token) throw unauthenticated();
  const identified = await verifyToken(token);
  if (identified.keyId !== undefined) {
    request.log = request.log.child({ keyId: identified.keyId });
    return admitKey(database.db, { keyId: identified.keyId, asked: identified.keyScopes }, config.limits);
  }
  const session = request.headers[sessionHeader];
  const sessionIds = [token, ...(typeof session === "string" && session !== "" ? [session] : [])].map(digestOf);
  const known = identified.grantId === undefined ? { ...identified, sessionIds } : identified;
  let caller = await callerOf(database.db, known);
  if (!caller?.roles.includes("Administrator") && (await admitFirst(identified)))
    caller = await callerOf(database.db, known);
  if (!caller) throw unauthenticated(noAccount(identified));
  request.log = request.log.child({ userId: caller.userId });
  return caller;
}

/** An external identity provider may know people who have no account here. */
const noAccount = ({ email }: Identified) =>
  email === undefined
    ? "This account may not sign in. Please ask an administrator."
    : `There is no active account here for ${email}. Please ask an administrator to add a user with this email address, or to activate it.`;

/** A malformed id in the path answers 404, like an unknown one. */
function inputFor(operation: Operation, request: FastifyRequest) {
  try {
    return validated(operation.input, inputOf(operation, request));
  } catch (error) {
    const isWrongAddress =
      error instanceof Refusal &&
      pathFields(operation.path).some((field) => /id$/i.test(field) && error.errors?.[field]);
    throw isWrongAddress ? notFound() : error;
  }
}

function inputOf(operation: Operation, request: FastifyRequest): unknown {
  if (operation.method === "GET") return { ...(request.query as object), ...(request.params as object) };
  const body = request.body ?? {};
  if (typeof body !== "object" || Array.isArray(body))
    throw new Refusal(400, "The body of this request must be a JSON object.");
  return body;
}

/** The framework would send a string result unquoted, which is not JSON. */
function asJson(reply: FastifyReply, result: unknown): unknown {
  return typeof result === "string"
    ? reply.type("application/json; charset=utf-8").send(JSON.stringify(result))
    : result;
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: FileAnswer): FastifyReply {
  if (file.fileName !== undefined) {
    const plain = file.fileName.replace(/[^\x20-\x7e]|["\\]/g, "_");
    reply.header(
      "content-disposition",
      `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file.fileName)}`,
    );
  }
  // Also for an answer without content: browsers take its headers for those of the file that they have.
  reply
    .header("cache-control", cachingOf(file))
    .header("cross-origin-resource-policy", file.isPublic ? "cross-origin" : "same-origin");
  if (file.version !== undefined) {
    const tag = `"${file.version}"`;
    reply.header("etag", tag);
    if (request.headers["if-none-match"]?.includes(tag)) {
      if (file.content instanceof Readable) file.content.destroy();
      return reply.code(304).send();
    }
  }
  return reply.type(file.contentType).send(file.content);
}

function cachingOf({ isImmutable, isPublic, version }: FileAnswer): string {
  if (isImmutable) return "public, max-age=31536000, immutable";
  if (version === undefined) return "private, no-store";
  return isPublic ? "public, no-cache" : "private, no-cache";
}

/** The operation's part of the OpenAPI document. `validated` checks requests; the response schema checks responses. */
function documentation(name: string, operation: Operation) {
  const inPath = pathFields(operation.path);
  const { shape } = operation.input;
  const pick = (isInPath: boolean) =>
    z.object(Object.fromEntries(Object.entries(shape).filter(([key]) => inPath.includes(key) === isInPath)));
  return {
    ...aboutOperation(name, operation),
    ...(inPath.length > 0 && { params: pick(true) }),
    ...(operation.method === "GET" && { querystring: pick(false) }),
    ...(operation.method === "POST" && operation.kind !== "upload" && { body: operation.input }),
    ...(operation.kind === "upload" && { consumes: ["multipart/form-data"] }),
    ...(operation.kind !== "download" && { response: { 200: operation.output } }),
  };
}
