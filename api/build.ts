/** The API as a server that is not listening yet: the same for production and tests. */
import { randomUUID } from "node:crypto";
import multipart from "@fastify/multipart";
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import { sql } from "drizzle-orm";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from "fastify";
import { jsonSchemaTransform, jsonSchemaTransformObject, serializerCompiler } from "fastify-type-provider-zod";
import type { VerifyToken } from "./access/tokens.ts";
import { handlers } from "./areas/handlers.ts";
import type { Config } from "./config.ts";
import type { Database } from "./database/connection.ts";
import { databaseFiles } from "./files/store.ts";
import { mountOperations } from "./http/mount.ts";
import { answerProblems, sendProblem } from "./http/problems.ts";
import type { Jobs } from "./jobs/jobs.ts";
import { mountReferrals } from "./referrals/clicks.ts";

interface Parts {
  config: Config;
  database: Database;
  verifyToken: VerifyToken;
  jobs: Pick<Jobs, "enqueue">;
  /** Without one nothing is logged. */
  log?: FastifyBaseLogger;
}

export async function build({ config, database, verifyToken, jobs, log }: Parts): Promise<FastifyInstance> {
  const app = Fastify({
    ...(log && { loggerInstance: log }),
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1024 * 1024,
    requestTimeout: 60_000,
    forceCloseConnections: "idle",
    routerOptions: { caseSensitive: false, maxParamLength: 200 },
    // These errors come before any hook.
    frameworkErrors: (error, request, reply) => sendProblem(error, request, guarded(reply)),
  });
  answerProblems(app);
  app.removeContentTypeParser("text/plain");
  app.setValidatorCompiler(() => (value) => ({ value }));
  app.setSerializerCompiler(serializerCompiler);
  guardAnswers(app);
  logAnswers(app);

  await app.register(multipart);
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Countinghouse", description: "The API of a multi-supplier marketplace's back office.", version: "1.0.0" },
      servers: [{ url: config.apiPublicUrl }],
      components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
      security: [{ bearer: [] }],
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  await app.register(swaggerUi, { routePrefix: "/docs", staticCSP: true });

  mountOperations(app, { config, database, verifyToken, jobs, files: databaseFiles, handlers });
  mountReferrals(app, database);
  app.get("/openapi.json", { schema: { hide: true } }, async () => app.swagger());
  app.get("/healthz", { schema: { hide: true } }, async () => ({ status: "up" }));
  app.get("/readyz", { schema: { hide: true } }, async () => {
    await database.db.execute(sql`select 1`);
    return { status: "ready" };
  });
  return app;
}

function guardAnswers(app: FastifyInstance): void {
  app.addHook("onSend", async (_request, reply) => {
    guarded(reply);
  });
}

/** With the headers of everything that brings none of its own. */
function guarded(reply: FastifyReply): FastifyReply {
  const defaults = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cache-control": "no-store",
  };
  for (const [name, value] of Object.entries(defaults)) if (!reply.hasHeader(name)) reply.header(name, value);
  return reply;
}

/** One line a request, with the route and not the address: addresses hold names and tokens. */
function logAnswers(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    request.log.info(
      { method: request.method, route: request.routeOptions.url ?? "none", status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      "answered",
    );
  });
}
