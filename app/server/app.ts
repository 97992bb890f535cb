/**
 * The HTTP server of the back office: static files, checks before any route, and Remix. It uses only the public API of
 * @remix-run/express, so `remix-serve` can serve the same build, without these checks.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import compression from "compression";
import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Response } from "express";
import onHeaders from "on-headers";
import { styleSheetCookie } from "#app/services/pages/style-sheet-cookie.server.ts";
import { env } from "#app/services/request/environment.server.ts";
import { log } from "#app/services/request/log.server.ts";
import { dayMs } from "#contract/rules/dates.ts";
import { checkRequest } from "./check-request.ts";
import { defaultHeaders } from "./default-headers.ts";
import { refusalPage } from "./refusal-page.ts";
import { sectionName, sectionsOf } from "./sections.ts";

interface Options {
  /** A function in development, where pages change while the server runs. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** Folder of the static files. */
  files: string;
  /** Whether `/readyz` reports that new requests are welcome. */
  readiness: { isOpen: boolean };
}

export function createApp({ build, files, readiness }: Options): Express {
  const app = express();
  app.disable("x-powered-by");
  app.set("trust proxy", env.trustedProxies);
  app.use(secureAnswers);
  if (log.isLevelEnabled("info")) app.use(logAnswers);
  app.get("/readyz", (_request, response) => {
    response
      .status(readiness.isOpen ? 200 : 503)
      .type("text")
      .send(readiness.isOpen ? "ready" : "closing");
  });
  app.use(checkRequest(refuse));
  // Level 5 takes two thirds of the time of the usual level 6, for answers that are half a percent longer.
  app.use(compression({ level: 5 }));
  // These file names contain a hash; files from public/ keep their names.
  app.use(
    "/assets",
    express.static(join(files, "assets"), { immutable: true, maxAge: "1y", setHeaders: addCookie }),
    (_request, response) => refuse(response, 404),
  );
  // By name, so that no page is looked for among the files first.
  for (const file of readdirSync(files)) app.get(`/${file}`, express.static(files, { maxAge: "1h" }));
  app.get("/.well-known/security.txt", (_request, response) => {
    response.type("text").set("cache-control", "public, max-age=3600").send(securityText());
  });
  app.all("*", pages(build));
  app.use(answerErrors);
  return app;
}

/** Answers with pages and their data, each from the routes of its section. */
function pages(build: Options["build"]): RequestHandler {
  const handlerOf = (part: Options["build"]) =>
    createRequestHandler({
      build: part,
      mode: process.env.NODE_ENV,
      getLoadContext: ({ ip }, response) => ({ address: ip, closed: closedSignal(response) }),
    });
  const whole = handlerOf(build);
  const sections = new Map(
    typeof build === "function" ? [] : [...sectionsOf(build)].map(([name, part]) => [name, handlerOf(part)]),
  );
  return (request, response, next) => (sections.get(sectionName(request.path)) ?? whole)(request, response, next);
}

/** The contact for vulnerability reports (RFC 9116), with the required expiry date in the future. */
function securityText(): string {
  const expires = new Date(Date.now() + 180 * dayMs);
  return `Contact: ${env.securityContact}\nExpires: ${expires.toISOString()}\nPreferred-Languages: en\nCanonical: ${env.publicUrl}/.well-known/security.txt\n`;
}

/** Adds the security headers to every response that does not set them. */
const secureAnswers: RequestHandler = (_request, response, next) => {
  onHeaders(response, () => {
    for (const [name, value] of Object.entries(defaultHeaders()))
      if (!response.hasHeader(name)) response.setHeader(name, value);
  });
  next();
};

/**
 * Logs one line for each request, with the path but not the query string, which may contain names, codes and search
 * terms.
 */
const logAnswers: RequestHandler = ({ method, path }, response, next) => {
  const began = performance.now();
  response.once("close", () =>
    log.info({ method, path, status: response.statusCode, ms: Math.round(performance.now() - began) }, "answered"),
  );
  next();
};

/**
 * Returns a signal that aborts when the connection closes. The signal of a Request does not always: Node lets its
 * controller be collected with the request, which a long download outlives.
 */
function closedSignal(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => controller.abort());
  return controller.signal;
}

function addCookie(response: Response, path: string): void {
  const cookie = styleSheetCookie(path);
  if (cookie) response.setHeader("set-cookie", cookie);
}

function refuse(response: Response, status: number): void {
  const { body, headers } = refusalPage(status);
  response.status(status).set(headers).send(body);
}

/** Answers requests whose address cannot be decoded, and unexpected errors. */
const answerErrors: ErrorRequestHandler = (error: Error & { status?: number }, _request, response, next) => {
  if (response.headersSent) return next(error);
  const status = error.status === 400 || error.status === 405 ? error.status : 500;
  if (status === 500) log.error({ err: error }, "unexpected error in the server");
  refuse(response, status);
};
