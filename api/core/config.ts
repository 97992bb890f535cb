/** Every variable the API reads, validated once at its start. A wrong value stops the start with one clear line. */

import { z } from "zod";
import { roles } from "#contract/enumerations.ts";
import { maxWorksheetRows } from "#contract/files/limits.ts";
import { isAccountNumber, isBsb, type Payer } from "#contract/rules/direct-entry.ts";
import { bucketVariable } from "#contract/rules/token-bucket.ts";
import { withoutTrailingSlashes } from "#contract/rules/url.ts";
import { monthsOfBooks } from "#contract/settings/schema.ts";

const port = z.coerce.number().int().min(1).max(65_535);
const minutes = z.coerce
  .number()
  .int()
  .min(5)
  .max(30 * 24 * 60);
const url = z.url({ protocol: /^https?$/ }).transform(withoutTrailingSlashes);
const onOff = z.stringbool({ truthy: ["on", "true", "1", "yes"], falsy: ["off", "false", "0", "no"] });

const timeZone = z.string().refine((zone) => {
  try {
    return Boolean(new Intl.DateTimeFormat("en-AU", { timeZone: zone }));
  } catch {
    return false;
  }
}, "is not a time zone");

const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue("is not JSON");
    return z.NEVER;
  }
});

const roleNames = z
  .string()
  .transform((value) => (value.trim().toLowerCase() === "none" ? [] : value.split(",").map((name) => name.trim())))
  .pipe(z.array(z.enum(roles, `must be "none", or some of ${roles.join(", ")}, with commas between them`)));

/** Several with commas between them: the first seals, all open. */
const secrets = z
  .string()
  .transform((value) => value.split(",").map((secret) => secret.trim()))
  .refine(
    (values) => values.every((secret) => secret.length >= 16),
    "must have at least 16 characters, each where there are several",
  );

/** By the marketplace's number. */
const webhooks = json.pipe(
  z.record(
    z.string().regex(/^[1-9]\d{0,9}$/, "has a name that is not a marketplace's number"),
    z.object({ url: z.url({ protocol: /^https?$/ }), secret: z.string().min(16, "must have at least 16 characters") }),
  ),
);

const payer = json.pipe(
  z.strictObject({
    bankCode: z
      .string("needs the bank's three letters as bankCode")
      .regex(/^[A-Z]{3}$/, "needs the bank's three letters as bankCode"),
    userName: z
      .string("needs a userName")
      .regex(/^(?=.*[A-Za-z0-9])[\x20-\x7e]{1,26}$/, "needs a userName of at most 26 plain characters"),
    userId: z.string("needs the six digits of the userId").regex(/^\d{6}$/, "needs the six digits of the userId"),
    bsb: z.string("needs a bsb").refine(isBsb, "needs the six digits of a bsb"),
    accountNumber: z
      .string("needs an accountNumber")
      .refine(isAccountNumber, "needs an accountNumber of at most nine digits"),
  }),
) satisfies z.ZodType<Payer>;

/** Invented: no bank is called so, and none has a number that begins with 98. */
export const demoPayer: Payer = {
  bankCode: "ZZZ",
  userName: "Countinghouse Demo Only",
  userId: "000000",
  bsb: "980000",
  accountNumber: "123456789",
};

/** Demo data and demo accounts: on with the embedded database unless configured otherwise. */
const isDemoOn = ({ DEMO, DATABASE_URL }: { DEMO?: boolean; DATABASE_URL?: string }) =>
  DEMO ?? DATABASE_URL === undefined;

/** True for an address that only this machine or a private network can reach. */
function isLocalAddress(address: string): boolean {
  const { hostname } = new URL(address);
  const isPrivate =
    /^(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)[\d.]+$|^\[(::1|f[cd][0-9a-f:]+|fe80:[0-9a-f:]+)\]$/.test(
      hostname,
    );
  return isPrivate || !/[.:]/.test(hostname) || /\.(localhost|local|internal|test|home\.arpa)$/.test(hostname);
}

const variables = z.object({
  HOST: z.string().default("127.0.0.1"),
  PORT: port.default(3000),
  API_PORT: port.default(3001),
  PUBLIC_URL: url.optional(),
  API_PUBLIC_URL: url.optional(),
  CDN_BASE_URL: url.optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(500).default(12),
  DATA_DIR: z.string().min(1).default(".data"),
  SHUTDOWN_DELAY_MS: z.coerce.number().int().min(0).max(600_000).default(0),
  SHUTDOWN_TIMEOUT_MS: z.coerce.number().int().min(0).max(600_000).default(7_000),
  OIDC_AUTHORITY: url.optional(),
  OIDC_CLIENT_ID: z.string().min(1).default("countinghouse"),
  OIDC_CLIENT_SECRET: z.string().min(16, "must have at least 16 characters"),
  OIDC_SCOPE: z.string().default("openid profile email offline_access"),
  OIDC_AUDIENCE: z.string().optional(),
  OIDC_TRUST_EMAILS: onOff.default(false),
  FIRST_ADMIN: z.email("must be an email address").max(255).optional(),
  SESSION_IDLE_MINUTES: minutes.default(8 * 60),
  SESSION_MAX_MINUTES: minutes.default(24 * 60),
  TIME_ZONE: timeZone.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).optional(),
  MARKETPLACE_WEBHOOKS: webhooks.default({}),
  ALLOW_PRIVATE_WEBHOOKS: onOff.default(false),
  PAYER_ACCOUNT: payer.optional(),
  GST_RATE: z.coerce.number().min(0).max(1).default(0.1),
  SECOND_FACTOR_SECRET: secrets.optional(),
  SETTINGS_SECRET: secrets.optional(),
  SECOND_FACTOR_ROLES: roleNames.default(["Administrator", "Finance"]),
  SECOND_FACTOR_REQUIRED: onOff.default(false),
  STEP_UP_MINUTES: z.coerce.number().int().min(0).max(1440).default(10),
  DEMO: onOff.optional(),
  DEMO_AT_PUBLIC_ADDRESS: onOff.default(false),
  MAILS_PER_ADDRESS_HOUR: z.coerce.number().int().min(1).default(3),
  MAILS_PER_SENDER_DAY: z.coerce.number().int().min(1).default(30),
  MAILS_PER_OPERATOR_DAY: z.coerce.number().int().min(1).default(2_000),
  RATE_LIMIT: onOff.default(true),
  API_RATE_LIMIT_PERSON: bucketVariable.prefault("1000/100"),
  API_RATE_LIMIT_ADDRESS: bucketVariable.prefault("1000/100"),
  WORKBOOK_ROWS: z.coerce.number().int().min(1).max(maxWorksheetRows).default(maxWorksheetRows),
  HISTORY_MONTHS: z.coerce.number().int().min(1).max(600).optional(),
  KEY_CALLS_PER_MINUTE: z.coerce.number().int().min(1).max(1_000_000).default(600),
  APPLICATIONS_PER_ADDRESS_DAY: z.coerce.number().int().min(1).default(5),
  SIGN_IN_FAILURES_PER_ADDRESS_HOUR: z.coerce.number().int().min(1).default(100),
  REFERRAL_CLICKS_PER_DAY: z.coerce.number().int().min(0).default(1_000),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});

type Variables = z.output<typeof variables>;

function oidcIn(env: Variables, apiPublicUrl: string) {
  return {
    /** Another authority switches the built-in provider off. */
    external: env.OIDC_AUTHORITY !== undefined,
    authority: env.OIDC_AUTHORITY ?? `${apiPublicUrl}/identity`,
    clientId: env.OIDC_CLIENT_ID,
    clientSecret: env.OIDC_CLIENT_SECRET,
    scope: env.OIDC_SCOPE,
    /** The audience that access tokens must have; the built-in provider's have this API. */
    audience: env.OIDC_AUDIENCE ?? `${apiPublicUrl}/api`,
    /** Accepts email addresses of which another authority does not say that it verified them. */
    trustEmails: env.OIDC_TRUST_EMAILS,
  };
}

const secondFactorIn = (env: Variables) => ({
  /** Seal the secrets of authenticator apps. */
  secrets: env.SECOND_FACTOR_SECRET ?? [env.OIDC_CLIENT_SECRET],
  /** People with one of these roles are asked to set up a second factor. */
  roles: env.SECOND_FACTOR_ROLES,
  /** They cannot sign in without one. */
  isRequired: env.SECOND_FACTOR_REQUIRED,
  /** How old the last proof of identity may be for operations with `stepUp`; 0 asks for none. */
  stepUpMinutes: env.STEP_UP_MINUTES,
});

/**
 * The settings from the environment, which nobody can change in the back office (`api/core/settings/live-config.ts`).
 */
const givenIn = (env: Variables) => ({
  timeZone: env.TIME_ZONE !== undefined,
  payer: env.PAYER_ACCOUNT !== undefined,
  mailFrom: env.MAIL_FROM !== undefined,
  smtpUrl: env.SMTP_URL !== undefined,
  historyMonths: env.HISTORY_MONTHS !== undefined,
});

const limitsIn = (env: Variables) => ({
  isRateLimited: env.RATE_LIMIT,
  /** Requests of a signed-in person, many times as many as a busy one sends. */
  person: env.API_RATE_LIMIT_PERSON,
  /** Requests without a token, from one network. */
  address: env.API_RATE_LIMIT_ADDRESS,
  /** Calls of a key, counted in the database for all processes; undefined for no limit. */
  callsPerMinute: env.RATE_LIMIT ? env.KEY_CALLS_PER_MINUTE : undefined,
  /** Of suppliers who apply to join, from one network. */
  applicationsPerAddressDay: env.APPLICATIONS_PER_ADDRESS_DAY,
  signInFailuresPerAddressHour: env.SIGN_IN_FAILURES_PER_ADDRESS_HOUR,
  /** Of the emails that somebody can set off again and again. */
  mailsPerAddressHour: env.MAILS_PER_ADDRESS_HOUR,
  mailsPerSenderDay: env.MAILS_PER_SENDER_DAY,
  mailsPerOperatorDay: env.MAILS_PER_OPERATOR_DAY,
});

/** Until people enter what theirs is called. */
const organisation: { name: string; logoId: string | null } = { name: "Countinghouse", logoId: null };

const sessionIn = (env: Variables) => ({
  /** Without any use of it. */
  idleMinutes: Math.min(env.SESSION_IDLE_MINUTES, env.SESSION_MAX_MINUTES),
  /** However much it is used. */
  maxMinutes: env.SESSION_MAX_MINUTES,
});

const shutdownIn = (env: Variables) => ({
  /** After SIGTERM requests are still taken for so long, while `readyz` already answers 503. */
  delayMs: env.SHUTDOWN_DELAY_MS,
  /** After that, running requests and jobs may take so long to end. */
  timeoutMs: env.SHUTDOWN_TIMEOUT_MS,
});

const environment = variables
  .superRefine((env, { addIssue }) => {
    const wrong = (variable: string, message: string) => addIssue({ code: "custom", path: [variable], message });
    if (env.OIDC_AUTHORITY !== undefined && !env.OIDC_AUDIENCE) {
      wrong("OIDC_AUDIENCE", "must be given with OIDC_AUTHORITY: the name of this API in its access tokens");
    }
    if (env.OIDC_AUTHORITY !== undefined && env.OIDC_AUDIENCE === env.OIDC_CLIENT_ID) {
      wrong(
        "OIDC_AUDIENCE",
        "must name the API and not the client, whose id tokens carry OIDC_CLIENT_ID as their audience",
      );
    }
    const publicAddress = [env.PUBLIC_URL, env.API_PUBLIC_URL].find(
      // An invalid address is reported by its own field.
      (address) => address !== undefined && URL.canParse(address) && !isLocalAddress(address),
    );
    if (publicAddress !== undefined && isDemoOn(env) && !env.DEMO_AT_PUBLIC_ADDRESS) {
      wrong(
        "DEMO",
        `the demo accounts have a published password and ${publicAddress} is a public address: set DEMO=off, or DEMO_AT_PUBLIC_ADDRESS=on as well`,
      );
    }
  })
  .transform((env) => {
    const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
    const apiPublicUrl = env.API_PUBLIC_URL ?? `http://localhost:${env.API_PORT}`;
    const isDemo = isDemoOn(env);
    const webhooks: Readonly<Record<number, Variables["MARKETPLACE_WEBHOOKS"][string] | undefined>> =
      env.MARKETPLACE_WEBHOOKS;
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
      /** How many connections to PostgreSQL this process opens at most. */
      databaseConnections: env.DATABASE_CONNECTIONS,
      dataDir: env.DATA_DIR,
      oidc: oidcIn(env, apiPublicUrl),
      /** With another authority: the person who becomes an administrator at their first sign-in. */
      firstAdministrator: env.FIRST_ADMIN,
      session: sessionIn(env),
      secondFactor: secondFactorIn(env),
      /** Seal what people enter in settings and nobody may read again: keys of carriers, secrets of webhooks. */
      settingsSecrets: env.SETTINGS_SECRET ?? env.SECOND_FACTOR_SECRET ?? [env.OIDC_CLIENT_SECRET],
      mail: {
        /** Without it mail goes as .eml files into `outbox` in the data folder. */
        smtpUrl: env.SMTP_URL,
        from: env.MAIL_FROM ?? "Countinghouse <no-reply@countinghouse.example>",
      },
      /** Where the listings of marketplaces are posted, by the marketplace's id; others have what people enter. */
      webhooks,
      /** Webhooks that people enter may be in a private network, and without encryption. */
      allowPrivateWebhooks: env.ALLOW_PRIVATE_WEBHOOKS,
      /** The account that suppliers are paid from; without it nothing can be paid. */
      payer: env.PAYER_ACCOUNT ?? (isDemo ? demoPayer : undefined),
      timeZone: env.TIME_ZONE ?? "Australia/Sydney",
      organisation,
      given: givenIn(env),
      gstRate: env.GST_RATE,
      /** How long changes are remembered; those of orders, shipments, invoices and suppliers at least seven years. */
      historyMonths: env.HISTORY_MONTHS ?? monthsOfBooks,
      workbookRows: env.WORKBOOK_ROWS,
      /** How long the customers' details of orders are kept before they may be erased. */
      customerMonths: monthsOfBooks,
      demo: isDemo,
      logLevel: env.LOG_LEVEL,
      limits: limitsIn(env),
      /** A supplier pays for so many on each marketplace. */
      referralClicksPerDay: env.REFERRAL_CLICKS_PER_DAY,
      /** How many proxies stand in front of the API; without one nobody's `X-Forwarded-For` counts. */
      trustedProxies: env.TRUSTED_PROXIES,
      shutdown: shutdownIn(env),
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
