import pino from "pino";

/** Structured lines on standard output. Tokens, cookies and what people typed never go in. */
export const log = pino({ name: "back-office", level: process.env.LOG_LEVEL ?? "info" });
