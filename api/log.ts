import pino, { stdSerializers } from "pino";

const redact = { paths: ["req.headers", "authorization", "password", "token", "*.password", "*.token"], remove: true };

/** The values of a failed statement may be somebody's name or address. They stand between these two in a message. */
const values = /\nparams: [^\n]*/g;

interface Logged {
  message?: string;
  stack?: string;
  params?: unknown;
}

/** An error as it is logged: without the values of a statement that the database refused. */
export function loggedError(error: Error): object {
  const { params: _, ...logged } = stdSerializers.err(error) as Logged & object;
  const without = (text: string | undefined) => text?.replace(values, "");
  return { ...logged, message: without(logged.message), stack: without(logged.stack) };
}

/** @param level one of pino's levels */
export const createLog = (level: string) => pino({ name: "api", level, redact, serializers: { err: loggedError } });
