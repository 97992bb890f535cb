/** The API as a server that is not listening yet: the same for production and tests. */
import { randomUUID } from "node:crypto";
import multipart from "@fastify/multipart";
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import { sql } from "drizzle-orm";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from "fastify";
import { createJsonSchemaTransform, serializerCompiler } from "fastify-type-provider-zod";
import { mountReferrals } from "#api/areas/referrals/clicks.ts";
import { mountShopCalls } from "#api/areas/shops/calls.ts";
import { type Identified, referenceClientId, type VerifyToken } from "#api/core/access/tokens.ts";
import { answerHeaders } from "#api/core/answer-headers.ts";
import type { Config } from "#api/core/config.ts";
import type { Database } from "#api/core/database/connection.ts";
import { databaseFiles } from "#api/core/files/store.ts";
import { mountOperations } from "#api/core/http/mount.ts";
import { completeDocument } from "#api/core/http/openapi.ts";
import { describe } from "#api/core/http/openapi-schema.ts";
import { aboutApi, tags } from "#api/core/http/openapi-words.ts";
import { answerProblems, sendProblem } from "#api/core/http/problems.ts";
import { endSlowRequests, largeFileMs } from "#api/core/http/slow-requests.ts";
import type { Jobs } from "#api/core/jobs/jobs.ts";
import { addressOf, rememberAddress } from "#api/core/limits/address.ts";
import { type RequestLimits, requestLimits } from "#api/core/limits/buckets.ts";
import { Refusal } from "#api/core/refusals/refusal.ts";
import type { LastRun } from "#api/core/schedules/schedules.ts";
import { guidePrefix, mountGuide } from "#api/modules/guide/guide.ts";
import { admitFirstAdministrator } from "#api/modules/identity/administrator/external.ts";
import { referencePrefix } from "#api/modules/identity/reference-client.ts";
import { handlers } from "#api/registries/operations.ts";

export interface Building {
  config: Config;
  database: Database;
  verifyToken: VerifyToken;
  jobs: Pick<Jobs, "enqueue">;
  /** Without one nothing is logged. */
  log?: FastifyBaseLogger;
  /** True once the process has been asked to end. */
  isClosing?(): boolean;
  /** When this process did last what begins by itself. */
  lastRuns?(): readonly LastRun[];
}

export async function build({
  config,
  database,
  verifyToken,
  jobs,
  log,
  isClosing = () => false,
  lastRuns = () => [],
}: Building): Promise<FastifyInstance> {
  const app = Fastify({
    ...(log && { loggerInstance: log }),
    // The last entries of X-Forwarded-For are the proxies' own; what stands before them anybody may have written.
    trustProxy: (_address, hop) => hop < config.trustedProxies,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1024 * 1024,
    requestTimeout: largeFileMs,
    // Tokens of some authorities are longer than the 16 KB that Node leaves for all headers.
    http: { maxHeaderSize: 64 * 1024 },
    forceCloseConnections: "idle",
    routerOptions: { caseSensitive: false, maxParamLength: 200 },
    // These errors come before any hook.
    frameworkErrors: (error, request, reply) => sendProblem(error, request, guarded(reply, config)),
  });
  endSlowRequests(app);
  answerProblems(app);
  app.removeContentTypeParser("text/plain");
  app.setValidatorCompiler(() => (value) => ({ value }));
  app.setSerializerCompiler(serializerCompiler);
  guardAnswers(app, config);
  logAnswers(app);
  // Clients with a kept connection open the next one elsewhere before this process stops listening.
  app.addHook("onRequest", async (_request, reply) => {
    if (isClosing()) reply.header("connection", "close");
  });

  const limits = requestLimits(config.limits);
  limitAnonymous(app, limits);

  await app.register(multipart);
  await mountReference(app, config);
  mountGuide(app, config);

  const admitFirst = (identified: Identified) => admitFirstAdministrator(database, config, identified);
  mountOperations(app, { config, database, verifyToken, jobs, files: databaseFiles, handlers, limits, admitFirst });
  mountReferrals(app, database, config);
  await mountShopCalls(app, database, config);
  app.get("/openapi.json", { schema: { hide: true } }, async () => app.swagger());
  app.get("/healthz", { schema: { hide: true } }, async () => ({ status: "up", schedules: lastRuns() }));
  app.get("/readyz", { schema: { hide: true } }, async () => {
    if (isClosing()) throw new Refusal(503, "This process is about to end.");
    await database.db.execute(sql`select 1`);
    return { status: "ready" };
  });
  return app;
}

/** The description of all operations, and the page that shows it. */
async function mountReference(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Countinghouse",
        description: aboutApi,
        version: "1.0.0",
        license: { name: "All rights reserved", identifier: "LicenseRef-All-Rights-Reserved" },
        contact: { name: "The operator of this marketplace", url: config.publicUrl },
      },
      tags,
      servers: [{ url: config.apiPublicUrl }],
      externalDocs: { url: `${config.apiPublicUrl}${guidePrefix}`, description: "The guide, with examples" },
      components: { securitySchemes: securitySchemes(config) },
      security: Object.keys(securitySchemes(config)).map((name) => ({ [name]: [] })),
    },
    transform: createJsonSchemaTransform({ zodToJsonConfig: { override: describe } }),
    transformObject: completeDocument,
  });
  await app.register(swaggerUi, {
    routePrefix: referencePrefix,
    staticCSP: true,
    ...(!config.oidc.external && {
      initOAuth: { clientId: referenceClientId, scopes: "openid", usePkceWithAuthorizationCodeGrant: true },
    }),
  });
}

/** How requests are authorised. People sign in on the reference page itself, unless another provider signs them in. */
function securitySchemes({ oidc }: Config) {
  return {
    bearer: { type: "http" as const, scheme: "bearer", description: "A token, such as that of a key" },
    ...(!oidc.external && {
      signIn: {
        type: "oauth2" as const,
        description: "Signs you in to try operations, for ten minutes",
        flows: {
          authorizationCode: {
            authorizationUrl: `${oidc.authority}/auth`,
            tokenUrl: `${oidc.authority}/token`,
            scopes: { openid: "Call the API as you" },
          },
        },
      },
    }),
  };
}

function guardAnswers(app: FastifyInstance, config: Config): void {
  app.addHook("onSend", async (_request, reply) => {
    guarded(reply, config);
  });
}

/** A password is checked, or an email sent. */
const signInCost = 10;
/** Posts of the back office, which show its secret, for all of its users. */
const ofBackOffice = /^\/identity\/(token|me)\b/;

/** Operations know whether their caller is signed in and count by themselves; health checks always get their answer. */
function limitAnonymous(app: FastifyInstance, limits: RequestLimits): void {
  app.addHook("onRequest", async (request) => {
    rememberAddress(request);
    const { url, method } = request;
    const path = url.toLowerCase();
    if (/^\/(healthz|readyz)\b/.test(path) || (path.startsWith("/api/v1/") && !path.startsWith("/api/v1/referrals/")))
      return;
    limits.ofAddress(
      addressOf(request),
      method === "POST" && path.startsWith("/identity/") && !ofBackOffice.test(path) ? signInCost : 1,
    );
  });
}

/** Adds the headers of every answer that were not set. */
function guarded(reply: FastifyReply, config: Config): FastifyReply {
  const defaults = {
    ...answerHeaders(config),
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  };
  for (const [name, value] of Object.entries(defaults)) if (!reply.hasHeader(name)) reply.header(name, value);
  return reply;
}

/** One line a request, with the route and not the address: addresses hold names and tokens. */
function logAnswers(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? "none",
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      "answered",
    );
  });
}
