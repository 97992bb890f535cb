import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { databaseRefusal } from "#api/core/database/database-refusal.ts";
import {
  AlreadySent,
  ChangedMeanwhile,
  InsufficientAuthentication,
  InUse,
  mostProblems,
  Refusal,
} from "#api/core/refusals/refusal.ts";
import { alreadySent } from "#contract/operation.ts";
import { insufficientAuthentication, type Problem } from "#contract/problem.ts";

/**
 * Sends every error as problem+json with a message for people. Only refusals give details; other errors give a
 * reference number.
 */
export function answerProblems(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Refusal | InUse, request, reply) =>
    error instanceof InUse ? sendUsers(error, request, reply) : sendProblem(error, request, reply),
  );
  app.setNotFoundHandler((request, reply) =>
    sendProblem(new Refusal(404, "There is no such address in this API."), request, reply),
  );
}

/** Not an error: the contract defines this response, including its status. */
function sendUsers({ users }: InUse, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.log.info({ users: users.length }, "in use");
  return reply.code(500).type("application/json; charset=utf-8").serializer(JSON.stringify).send(users);
}

export function sendProblem(error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = error instanceof Refusal ? error : (asRefusal(error) ?? refusalByDatabase(error, request));
  if (!refusal) request.log.error({ err: error }, "unexpected error");
  const status = refusal?.status ?? 500;
  const problem: Problem = {
    status,
    title: titles[status] ?? "Refused",
    message:
      refusal?.message ??
      `Something went wrong on our side. Nothing was changed. Please try again; if it keeps happening, quote the number ${request.id}.`,
    errors: refusal?.errors && few(refusal.errors),
    requestId: request.id,
    ...(refusal instanceof InsufficientAuthentication && {
      code: insufficientAuthentication,
      max_age: refusal.maxAge,
      acr_values: refusal.acrValues,
    }),
    ...(refusal instanceof AlreadySent && { code: alreadySent }),
    ...(refusal instanceof ChangedMeanwhile && {
      theirs: refusal.theirs,
      by: refusal.by,
      shown: refusal.shown,
    }),
  };
  if (refusal?.retryAfter !== undefined) reply.header("retry-after", refusal.retryAfter);
  if (status === 401) reply.header("www-authenticate", challengeOf(refusal));
  // The serializer of the route is for successful responses.
  return reply.code(status).type("application/problem+json; charset=utf-8").serializer(JSON.stringify).send(problem);
}

function challengeOf(refusal: Refusal | undefined): string {
  if (!(refusal instanceof InsufficientAuthentication)) return "Bearer";
  const { maxAge, acrValues } = refusal;
  return `Bearer error="${insufficientAuthentication}", max_age="${maxAge}"${acrValues ? `, acr_values="${acrValues}"` : ""}`;
}

/** The first messages only, so that the response stays small however many errors a request has. */
function few(errors: Record<string, string[]>): Record<string, string[]> {
  let room = mostProblems;
  const reported: Record<string, string[]> = {};
  for (const [field, messages] of Object.entries(errors)) {
    if (room === 0) break;
    reported[field] = messages.slice(0, room);
    room -= reported[field].length;
  }
  return reported;
}

const titles: Record<number, string> = {
  400: "Bad request",
  401: "Not signed in",
  403: "Not allowed",
  404: "Not found",
  409: "Conflict",
  413: "Too large",
  415: "Wrong kind of content",
  422: "Not valid",
  429: "Too many requests",
  500: "Unexpected error",
  503: "Not available",
};

/** Maps the framework's own errors to refusals; undefined for unexpected errors. */
function asRefusal(error: FastifyError): Refusal | undefined {
  const status = error.statusCode ?? 500;
  if (status === 413) return new Refusal(413, "This is more than can be sent at once.");
  if (status === 415) return new Refusal(415, "Please send JSON.");
  if (status >= 400 && status < 500)
    return new Refusal(400, "This request could not be read. Please check it and try again.");
  return undefined;
}

function refusalByDatabase(error: Error, request: FastifyRequest): Refusal | undefined {
  const refusal = databaseRefusal(error);
  if (refusal) request.log.warn({ err: error }, "the database refused");
  return refusal;
}
