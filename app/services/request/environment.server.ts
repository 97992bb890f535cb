/**
 * All environment variables of the back office, validated once. An invalid value stops the start with a one-line
 * message.
 */

import { z } from "zod";
import { bucketVariable } from "#contract/rules/token-bucket.ts";
import { withoutTrailingSlashes } from "#contract/rules/url.ts";

const port = z.coerce.number().int().min(1).max(65_535);
const onOff = z.stringbool({ truthy: ["on", "true", "1", "yes"], falsy: ["off", "false", "0", "no"] });
const milliseconds = z.coerce.number().int().min(0).max(600_000);
const minutes = z.coerce
  .number()
  .int()
  .min(5)
  .max(30 * 24 * 60);
const url = z.url({ protocol: /^https?$/ }).transform(withoutTrailingSlashes);

/** Comma-separated secrets. None may be short or empty: whoever guesses one can forge a session. */
const secrets = z
  .string()
  .transform((value) => value.split(",").map((secret) => secret.trim()))
  .refine(
    (values) => values.every((secret) => secret.length >= 32),
    "must have at least 32 characters, each where there are several",
  );

const environment = z
  .object({
    HOST: z.string().optional(),
    PORT: port.default(3000),
    API_PORT: port.default(3001),
    PUBLIC_URL: url.optional(),
    API_URL: url.optional(),
    SESSION_SECRET: secrets,
    SESSION_IDLE_MINUTES: minutes.default(8 * 60),
    SESSION_MAX_MINUTES: minutes.default(24 * 60),
    OIDC_CLIENT_SECRET: z.string().min(16, "must have at least 16 characters"),
    LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
    TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
    RATE_LIMIT: onOff.default(true),
    RATE_LIMIT_PERSON: bucketVariable.prefault("600/20"),
    RATE_LIMIT_ADDRESS: bucketVariable.prefault("300/10"),
    FILTER_OPTIONS_SECONDS: z.coerce.number().int().min(0).max(3_600).default(30),
    FILTER_OPTIONS_MAX: z.coerce.number().int().min(1).max(9_999).default(200),
    SECURITY_CONTACT: z.url().default("mailto:security@countinghouse.example"),
    SHUTDOWN_DELAY_MS: milliseconds.default(0),
    SHUTDOWN_TIMEOUT_MS: milliseconds.default(7_000),
  })
  .transform((env) => {
    const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
    return {
      /** Interface to listen on; all interfaces if undefined. */
      host: env.HOST,
      port: env.PORT,
      /** Number of proxies in front of the server; each appends the client's address to X-Forwarded-For. */
      trustedProxies: env.TRUSTED_PROXIES,
      isRateLimited: env.RATE_LIMIT,
      /** Limit for a signed-in user. A fast worker opens one page a second, and a page takes up to four requests. */
      personLimit: env.RATE_LIMIT_PERSON,
      /**
       * Limit for requests without a session from one IP address, which an office may share; a sign-in takes about
       * five.
       */
      addressLimit: env.RATE_LIMIT_ADDRESS,
      /** Milliseconds for which a session keeps the options of list filters. */
      filterOptionsMs: env.FILTER_OPTIONS_SECONDS * 1_000,
      filterOptionsMax: env.FILTER_OPTIONS_MAX,
      /** Contact for vulnerability reports, https: or mailto:. */
      securityContact: env.SECURITY_CONTACT,
      /** Milliseconds between `/readyz` answering 503 and the server closing. */
      shutdownDelayMs: env.SHUTDOWN_DELAY_MS,
      /** Milliseconds that pending responses may take after the server has closed. */
      shutdownTimeoutMs: env.SHUTDOWN_TIMEOUT_MS,
      logLevel: env.LOG_LEVEL,
      /** Public address of this site. Configured, never taken from a request header. */
      publicUrl,
      publicOrigin: new URL(publicUrl).origin,
      isHttps: publicUrl.startsWith("https:"),
      apiUrl: env.API_URL ?? `http://localhost:${env.API_PORT}`,
      /** The first secret seals and all of them open, so that secrets can be rotated without signing users out. */
      sessionSecrets: env.SESSION_SECRET,
      clientSecret: env.OIDC_CLIENT_SECRET,
      /** Seconds: maximum idle time and maximum age of a session. */
      sessionIdle: Math.min(env.SESSION_IDLE_MINUTES, env.SESSION_MAX_MINUTES) * 60,
      sessionMax: env.SESSION_MAX_MINUTES * 60,
    };
  });

function read() {
  const given = Object.fromEntries(
    Object.entries(process.env).filter(([, value]) => value !== undefined && value !== ""),
  );
  const result = environment.safeParse(given);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  const error = new Error(`The configuration is not usable. ${problems.join("; ")}`);
  // The message is enough for the operator; the stack trace would only point into the bundle.
  error.stack = error.message;
  throw error;
}

export const env = read();
