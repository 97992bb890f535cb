/** The only file of the API that listens: fills a new database, starts sign-in, jobs and server. */
import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import { tokenVerifier } from "#api/core/access/tokens.ts";
import { handlerOf, takeRequests } from "#api/core/command-line/server-requests.ts";
import type { Config } from "#api/core/config.ts";
import type { Database } from "#api/core/database/connection.ts";
import { letterheadOf } from "#api/core/documents/letterhead.ts";
import { databaseFiles } from "#api/core/files/store.ts";
import { createJobs } from "#api/core/jobs/jobs.ts";
import { createLog } from "#api/core/log.ts";
import { mailerOf } from "#api/core/mail/mailer.ts";
import { resumeProcesses } from "#api/core/processing/run.ts";
import { type RunningSchedules, startSchedules } from "#api/core/schedules/schedules.ts";
import { sealStoredCarrierKeys } from "#api/core/secrets/carrier-keys.ts";
import { liveConfig } from "#api/core/settings/live-config.ts";
import { surviveRejections } from "#api/core/survive-rejections.ts";
import { isEmpty, migrate, waitForDatabase } from "#api/core/upgrade/migrate.ts";
import { copyOpenDatabase, copyRequest } from "#api/modules/backup/copy-database.ts";
import { inviteFirstAdministrator } from "#api/modules/identity/administrator/invite-first.ts";
import { inviteRequest, storeLink } from "#api/modules/identity/administrator/links.ts";
import { createIdentity } from "#api/modules/identity/identity.ts";
import { invitationPlugin } from "#api/modules/identity/plugin.ts";
import { unlockAccount, unlockRequest } from "#api/modules/identity/unlock-account.ts";
import { jobHandlers } from "#api/registries/jobs.ts";
import { schedulesOf } from "#api/registries/schedules.ts";
import { type Building, build } from "#api/server/build.ts";
import { cannotListen } from "#contract/rules/start-failure.ts";
import { makeMaterials } from "#demo/materials.ts";
import { seedDemo } from "#demo/seed.ts";

interface Opening {
  /** Takes a while. */
  database: Promise<Database>;
  /** An embedded database, that is being made. */
  isNew: boolean;
}

export async function serve(startConfig: Config, opening: Opening): Promise<void> {
  const log = createLog(startConfig.logLevel);
  surviveRejections(log);
  const materials = startConfig.demo && opening.isNew ? makeMaterials() : undefined;
  materials?.catch(() => {});
  const database = await opening.database;
  await waitForDatabase(database, say);
  await migrate(database, startConfig.databaseUrl, startConfig.gstRate);
  await sealStoredCarrierKeys(database, startConfig.settingsSecrets);
  if (startConfig.demo && (await isEmpty(database)))
    await seedDemo(database, {
      progress: (line) => say(line),
      materials,
      settingsSecrets: startConfig.settingsSecrets,
      timeZone: startConfig.timeZone,
    });

  const live = await liveConfig(startConfig, database, log);
  const { config } = live;
  const jobs = createJobs(database, log);
  const shutdown = { isClosing: false };
  let schedules: RunningSchedules | undefined;
  const app = await server({
    config,
    database,
    jobs,
    log,
    isClosing: () => shutdown.isClosing,
    lastRuns: () => schedules?.lastRuns() ?? [],
  });
  const announced = await inviteFirstAdministrator(database, config);
  await app.listen({ host: config.host, port: config.port }).catch((error: Error) => {
    throw cannotListen(error, config.port, "API_PORT");
  });
  if (announced) say(announced);
  const letterhead = () => letterheadOf({ db: database.db, files: databaseFiles, config });
  await jobs.start(
    jobHandlers({ database, config, files: databaseFiles, jobs, sendEmail: mailerOf(config, letterhead) }),
  );
  await resumeProcesses(database, jobs);
  schedules = startSchedules(schedulesOf({ database, live, files: databaseFiles, jobs, log }), log);
  const stopTakingRequests = database.isEmbedded ? takeServerRequests({ database, config, jobs, log }) : undefined;
  say(`ready ${config.apiPublicUrl}`);

  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, async () => {
      if (shutdown.isClosing) return;
      shutdown.isClosing = true;
      await close(config.shutdown, log, async (timeoutMs) => {
        await Promise.all([app.close(), schedules?.stop(), stopTakingRequests?.(), jobs.stop(timeoutMs * 0.9)]);
        await database.close();
      });
      process.exit(0);
    });
  }
}

/** Takes the requests of commands on the server, because only one process can open an embedded database. */
function takeServerRequests({
  database,
  config,
  jobs,
  log,
}: Pick<Building, "database" | "config" | "jobs"> & { log: Logger }) {
  return takeRequests(
    [
      handlerOf(copyRequest, (request) => copyOpenDatabase(database, config.dataDir, request)),
      handlerOf(inviteRequest, (inviting) => storeLink(database.db, inviting)),
      handlerOf(unlockRequest, (unlocking) =>
        unlockAccount({ database, jobs, authority: config.oidc.authority }, unlocking),
      ),
    ],
    config.dataDir,
    log,
  );
}

/** Goes on serving for the configured moment, so that proxies learn from `readyz` to ask another process; then ends the work. */
async function close(
  { delayMs, timeoutMs }: Config["shutdown"],
  log: Logger,
  end: (timeoutMs: number) => Promise<void>,
): Promise<void> {
  await wait(delayMs);
  const ended = end(timeoutMs).catch((error: Error) => log.error({ err: error }, "the end of the process failed"));
  const late = wait(timeoutMs, "late" as const);
  if ((await Promise.race([ended, late])) === "late")
    log.warn("the process ends although requests or jobs are still running");
}

async function server(parts: Omit<Building, "verifyToken" | "log"> & { log: Logger }) {
  const { config, database, jobs, log } = parts;
  if (config.oidc.external) {
    const app = await build({ ...parts, verifyToken: tokenVerifier(config.oidc) });
    await app.register(invitationPlugin({ config, database, log }));
    return app;
  }
  const identity = await createIdentity({ config, database, log, jobs });
  const app = await build({
    ...parts,
    verifyToken: tokenVerifier({ ...config.oidc, keys: identity.verificationKeys }),
  });
  await app.register(identity.plugin);
  return app;
}

/** Plain lines for whoever started this process, beside the structured log. */
function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
