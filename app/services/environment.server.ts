/** Every variable the back office reads, validated once. A wrong value stops the start with one clear line. */
import { z } from "zod";

const port = z.coerce.number().int().min(1).max(65_535);
const url = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ""));

/** Several with commas between them. None may be short or empty: whoever guesses one can seal a session. */
const secrets = z
  .string()
  .transform((value) => value.split(",").map((secret) => secret.trim()))
  .refine((values) => values.every((secret) => secret.length >= 32), "must have at least 32 characters, each where there are several");

const environment = z
  .object({
    PORT: port.default(3000),
    API_PORT: port.default(3001),
    PUBLIC_URL: url.optional(),
    API_URL: url.optional(),
    SESSION_SECRET: secrets,
    OIDC_CLIENT_SECRET: z.string().min(16, "must have at least 16 characters"),
  })
  .transform((env) => {
    const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
    return {
      /** This site in the browser: configuration, never a header. */
      publicUrl,
      publicOrigin: new URL(publicUrl).origin,
      isHttps: publicUrl.startsWith("https:"),
      apiUrl: env.API_URL ?? `http://localhost:${env.API_PORT}`,
      /** The first seals, all open: so that secrets can be changed without signing anybody out. */
      sessionSecrets: env.SESSION_SECRET,
      clientSecret: env.OIDC_CLIENT_SECRET,
    };
  });

function read() {
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== undefined && value !== ""));
  const result = environment.safeParse(given);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  const error = new Error(`The configuration is not usable. ${problems.join("; ")}`);
  // The operator needs the line, not the place in the bundle that noticed.
  error.stack = error.message;
  throw error;
}

export const env = read();
