/** The only file of the API that listens: fills a new database, starts sign-in, jobs and server. */
import { join } from "node:path";
import pino, { type Logger } from "pino";
import { makeMaterials } from "../demo/materials.ts";
import { seedDemo } from "../demo/seed.ts";
import { tokenVerifier } from "./access/tokens.ts";
import { build } from "./build.ts";
import { startSweeping, sweep } from "./channels/sweep.ts";
import type { Config } from "./config.ts";
import type { Database } from "./database/connection.ts";
import { isEmpty, migrate } from "./database/migrate.ts";
import { vacuumWhereDue } from "./database/vacuum.ts";
import { databaseFiles } from "./files/store.ts";
import { createIdentity } from "./identity/index.ts";
import { jobHandlers } from "./jobs/handlers.ts";
import { createJobs, type Jobs } from "./jobs/jobs.ts";
import { outboxMailer, smtpMailer } from "./mail/mailer.ts";
import { forgetProcesses, resumeProcesses } from "./processing/run.ts";

const redact = { paths: ["req.headers", "authorization", "password", "token", "*.password", "*.token"], remove: true };

interface Opening {
  /** Takes a while. */
  database: Promise<Database>;
  /** An embedded database, that is being made. */
  isNew: boolean;
}

export async function serve(config: Config, opening: Opening): Promise<void> {
  const log = pino({ name: "api", level: config.logLevel, redact });
  const materials = config.demo && opening.isNew ? makeMaterials() : undefined;
  materials?.catch(() => {});
  const database = await opening.database;
  await migrate(database, config.databaseUrl);
  if (config.demo && (await isEmpty(database))) await seedDemo(database, { progress: (line) => say(line), materials });

  const jobs = createJobs(database, log);
  const app = await server(config, database, jobs, log);
  await app.listen({ host: config.host, port: config.port });
  const { smtpUrl, from } = config.mail;
  const sendLetter = smtpUrl ? smtpMailer(smtpUrl, from) : outboxMailer(join(config.dataDir, "outbox"), from);
  await jobs.start(jobHandlers({ database, config, files: databaseFiles, jobs, sendLetter }));
  await resumeProcesses(database, jobs);
  const sweeping = startSweeping(async () => {
    await sweep(database, jobs, new Date());
    await forgetProcesses(database);
    if (database.isEmbedded) await vacuumWhereDue(database);
  }, log);
  say(`ready ${config.apiPublicUrl}`);

  let isStopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, async () => {
      if (isStopping) return;
      isStopping = true;
      await app.close();
      await sweeping.stop();
      await jobs.stop();
      await database.close();
      process.exit(0);
    });
  }
}

async function server(config: Config, database: Database, jobs: Jobs, log: Logger) {
  const { authority, audience, clientId, clientSecret, external } = config.oidc;
  const options = { authority, audience, clientId, clientSecret };
  if (external) return build({ config, database, jobs, log, verifyToken: tokenVerifier(options) });
  const identity = await createIdentity({ config, database, log, jobs });
  const app = await build({ config, database, jobs, log, verifyToken: tokenVerifier({ ...options, keys: identity.verificationKeys }) });
  await app.register(identity.plugin);
  return app;
}

/** Plain lines for whoever started this process, beside the structured log. */
function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
