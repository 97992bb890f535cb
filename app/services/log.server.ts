import pino from "pino";
import { env } from "./environment.server";

/** Structured lines on standard output. They never hold tokens, cookies or what people typed. */
export const log = pino({ name: "back-office", level: env.logLevel });
