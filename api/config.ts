/** Every variable the API reads, validated once at its start. A wrong value stops the start with one clear line. */
import { z } from "zod";
import { isAccountNumber, isBsb, type Payer } from "../contract/rules/direct-entry.ts";

const port = z.coerce.number().int().min(1).max(65_535);
const url = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ""));
const onOff = z.stringbool({ truthy: ["on", "true", "1", "yes"], falsy: ["off", "false", "0", "no"] });

const timeZone = z.string().refine((zone) => {
  try {
    return Boolean(new Intl.DateTimeFormat("en-AU", { timeZone: zone }));
  } catch {
    return false;
  }
}, "is not a time zone");

const json = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue("is not JSON");
    return z.NEVER;
  }
});

/** By the marketplace's number. */
const webhooks = json.pipe(
  z.record(
    z.string().regex(/^[1-9]\d{0,9}$/, "has a name that is not a marketplace's number"),
    z.object({ url: z.url({ protocol: /^https?$/ }), secret: z.string().min(16, "must have at least 16 characters") }),
  ),
);

const payer = json.pipe(
  z.strictObject({
    bankCode: z.string("needs the bank's three letters as bankCode").regex(/^[A-Z]{3}$/, "needs the bank's three letters as bankCode"),
    userName: z.string("needs a userName").regex(/^(?=.*[A-Za-z0-9])[\x20-\x7e]{1,26}$/, "needs a userName of at most 26 plain characters"),
    userId: z.string("needs the six digits of the userId").regex(/^\d{6}$/, "needs the six digits of the userId"),
    bsb: z.string("needs a bsb").refine(isBsb, "needs the six digits of a bsb"),
    accountNumber: z.string("needs an accountNumber").refine(isAccountNumber, "needs an accountNumber of at most nine digits"),
  }),
) satisfies z.ZodType<Payer>;

/** Invented: no bank is called so, and none has a number that begins with 98. */
export const demoPayer: Payer = { bankCode: "ZZZ", userName: "Countinghouse Demo Only", userId: "000000", bsb: "980000", accountNumber: "123456789" };

const environment = z
  .object({
    HOST: z.string().default("127.0.0.1"),
    PORT: port.default(3000),
    API_PORT: port.default(3001),
    PUBLIC_URL: url.optional(),
    API_PUBLIC_URL: url.optional(),
    CDN_BASE_URL: url.optional(),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    DATA_DIR: z.string().min(1).default(".data"),
    OIDC_AUTHORITY: url.optional(),
    OIDC_CLIENT_ID: z.string().min(1).default("countinghouse"),
    OIDC_CLIENT_SECRET: z.string().min(16, "must have at least 16 characters"),
    OIDC_SCOPE: z.string().default("openid profile email offline_access"),
    OIDC_AUDIENCE: z.string().optional(),
    TIME_ZONE: timeZone.default("Australia/Sydney"),
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    MAIL_FROM: z.string().min(3).default("Countinghouse <no-reply@countinghouse.example>"),
    MARKETPLACE_WEBHOOKS: webhooks.default({}),
    PAYER_ACCOUNT: payer.optional(),
    GST_RATE: z.coerce.number().min(0).max(1).default(0.1),
    DEMO: onOff.optional(),
    LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  })
  .transform((env) => {
    const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
    const apiPublicUrl = env.API_PUBLIC_URL ?? `http://localhost:${env.API_PORT}`;
    const isDemo = env.DEMO ?? env.DATABASE_URL === undefined;
    return {
      host: env.HOST,
      port: env.API_PORT,
      /** The back office in the browser. */
      publicUrl,
      /** This API in the browser. */
      apiPublicUrl,
      cdnBaseUrl: env.CDN_BASE_URL ?? apiPublicUrl,
      /** PostgreSQL; without it PGlite in `dataDir`. */
      databaseUrl: env.DATABASE_URL,
      dataDir: env.DATA_DIR,
      oidc: {
        /** Another authority switches the built-in provider off. */
        external: env.OIDC_AUTHORITY !== undefined,
        authority: env.OIDC_AUTHORITY ?? `${apiPublicUrl}/identity`,
        clientId: env.OIDC_CLIENT_ID,
        clientSecret: env.OIDC_CLIENT_SECRET,
        scope: env.OIDC_SCOPE,
        /** What access tokens must be made for; the built-in provider's are made for this API. */
        audience: env.OIDC_AUDIENCE ?? (env.OIDC_AUTHORITY === undefined ? `${apiPublicUrl}/api` : undefined),
      },
      mail: {
        /** Without it mail goes as .eml files into `outbox` in the data folder. */
        smtpUrl: env.SMTP_URL,
        from: env.MAIL_FROM,
      },
      /** Where the listings of marketplaces are posted, by the marketplace's id; the others have the built-in channel. */
      webhooks: env.MARKETPLACE_WEBHOOKS,
      /** The account that suppliers are paid from; without it nothing can be paid. */
      payer: env.PAYER_ACCOUNT ?? (isDemo ? demoPayer : undefined),
      timeZone: env.TIME_ZONE,
      gstRate: env.GST_RATE,
      /** Demo data and demo accounts: on with the embedded database unless said otherwise. */
      demo: isDemo,
      logLevel: env.LOG_LEVEL,
    };
  });

export type Config = z.output<typeof environment>;

/** @throws Error whose message names each wrong variable, on one line */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
  const result = environment.safeParse(given);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`The configuration is not usable. ${problems.join("; ")}`);
}
