import pino, { stdSerializers } from "pino";

const redact = { paths: ["req.headers", "authorization", "password", "token", "*.password", "*.token"], remove: true };

/** A failed statement of the query builder, whose message has its values. */
interface FailedQuery extends Error {
  query: string;
  params: unknown;
}

const isFailedQuery = (error: Error): error is FailedQuery => "query" in error && "params" in error;

/**
 * An error as it is logged: without the values of statements that the database refused, which may be somebody's name
 * or address.
 */
export function loggedError(error: Error): object {
  const { params: _, ...logged } = stdSerializers.err(error) as object & {
    message: string;
    stack: string;
    params?: unknown;
  };
  let { message, stack } = logged;
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (isFailedQuery(cause)) {
      const { message: failure, query } = cause;
      message = message.replaceAll(failure, `Failed query: ${query}`);
      stack = stack.replaceAll(failure, `Failed query: ${query}`);
    }
  return { ...logged, message, stack };
}

/** @param level one of pino's levels */
export const createLog = (level: string) => pino({ name: "api", level, redact, serializers: { err: loggedError } });
