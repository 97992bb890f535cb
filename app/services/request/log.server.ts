import pino from "pino";
import { env } from "./environment.server.ts";

/** Structured log on standard output. It must never contain tokens, cookies or user input. */
export const log = pino({ name: "back-office", level: env.logLevel });
