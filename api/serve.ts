/** The only file of the API that listens: fills a new database, starts sign-in, jobs and server. */
import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import { beginDue, beginningMs, startSweeping, sweep } from "#api/areas/channels/sweep.ts";
import { sendDueOrderEmails } from "#api/areas/orders/order-emails.ts";
import { fetchPictures } from "#api/areas/products/pictures/fetch-pictures.ts";
import { deleteExpiredPictureUploads } from "#api/areas/products/pictures/uploads.ts";
import { deleteExpiredImportedStock } from "#api/areas/products/sheet/imported-stock.ts";
import { deleteExpiredSourceFiles } from "#api/areas/products/source/files.ts";
import { readFeeds } from "#api/areas/products/stock-feeds/read.ts";
import { followRuns } from "#api/areas/products/stock-feeds/runs.ts";
import { settleMissingShipBy } from "#api/areas/shared/ship-by.ts";
import { notifyOfFailingShops, readShops } from "#api/areas/shops/read-orders.ts";
import { deleteExpiredApplications } from "#api/areas/suppliers/applications/delete-expired.ts";
import { deleteExpiredEndedSessions } from "#api/core/access/ended-sessions.ts";
import { tokenVerifier } from "#api/core/access/tokens.ts";
import { handlerOf, takeRequests } from "#api/core/command-line/server-requests.ts";
import type { Database } from "#api/core/database/connection.ts";
import { vacuumWhereDue } from "#api/core/database/vacuum.ts";
import { letterheadOf } from "#api/core/documents/letterhead.ts";
import { databaseFiles } from "#api/core/files/store.ts";
import { deleteExpiredChanges } from "#api/core/history/retention.ts";
import { createJobs, type Jobs } from "#api/core/jobs/jobs.ts";
import { deleteExpiredActions } from "#api/core/limits/quota.ts";
import { sendHeldMails } from "#api/core/mail/limited.ts";
import { mailerOf } from "#api/core/mail/mailer.ts";
import { deleteExpiredNotifications, sendDigests } from "#api/core/notifications/digest.ts";
import { deleteExpiredDeliveries, deliverer } from "#api/core/outbox/deliver.ts";
import { notifyOfFailingChannels } from "#api/core/outbox/failing.ts";
import { startDelivering } from "#api/core/outbox/start.ts";
import { deleteExpiredProcesses, resumeProcesses } from "#api/core/processing/run.ts";
import { sealStoredCarrierKeys } from "#api/core/secrets/carrier-keys.ts";
import { liveConfig } from "#api/core/settings/live-config.ts";
import { isEmpty, migrate, waitForDatabase } from "#api/core/upgrade/migrate.ts";
import { copyOpenDatabase, copyRequest } from "#api/modules/backup/copy-database.ts";
import { inviteFirstAdministrator } from "#api/modules/identity/administrator/invite-first.ts";
import { inviteRequest, storeLink } from "#api/modules/identity/administrator/links.ts";
import { createIdentity } from "#api/modules/identity/identity.ts";
import { invitationPlugin } from "#api/modules/identity/plugin.ts";
import { unlockAccount, unlockRequest } from "#api/modules/identity/unlock-account.ts";
import { eventSender } from "#api/registries/channels.ts";
import { jobHandlers } from "#api/registries/jobs.ts";
import { deliveryDays } from "#contract/deliveries/schema.ts";
import { cannotListen } from "#contract/rules/start-failure.ts";
import { makeMaterials } from "#demo/materials.ts";
import { seedDemo } from "#demo/seed.ts";
import { build } from "./build.ts";
import type { Config } from "./core/config.ts";
import { createLog } from "./core/log.ts";
import { surviveRejections } from "./core/survive-rejections.ts";

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
  const app = await server(config, database, jobs, log, () => shutdown.isClosing);
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
  const delivering = startDelivering(deliverer({ database, send: eventSender(config, database.db), log }), log);
  const beginning = startSweeping(() => beginDue(database, jobs, new Date()), log, beginningMs);
  const reading = startSweeping(() => readShops({ database, config, jobs, log }, new Date()), log, beginningMs);
  const fetching = startSweeping(
    () => fetchPictures({ database, config, files: databaseFiles, log }, () => shutdown.isClosing),
    log,
    beginningMs,
  );
  const feeding = startSweeping(() => readFeeds({ database, config, jobs, log }), log, beginningMs);
  const followingFeeds = startSweeping(() => followRuns({ database, config, jobs }), log, beginningMs);
  const sweeping = startSweeping(async () => {
    await sweep(database, jobs, new Date());
    await settleMissingShipBy(database, config);
    await deleteExpiredProcesses(database);
    await deleteExpiredSourceFiles(database);
    await deleteExpiredPictureUploads(database);
    await deleteExpiredChanges(database, config.historyMonths);
    await deleteExpiredImportedStock(database);
    await deleteExpiredEndedSessions(database.db);
    await sendDigests({ database, jobs, config }, new Date());
    await sendDueOrderEmails({ database, jobs, config }, new Date());
    await deleteExpiredNotifications(database);
    await notifyOfFailingChannels({ database, jobs, config }, new Date());
    await notifyOfFailingShops({ database, jobs, config }, new Date());
    await deleteExpiredApplications(database, new Date());
    await deleteExpiredDeliveries(database, deliveryDays, new Date());
    await sendHeldMails(database, jobs, config.limits);
    await deleteExpiredActions(database);
    if (database.isEmbedded) await vacuumWhereDue(database);
  }, log);
  const stopTakingRequests = database.isEmbedded
    ? takeRequests(
        [
          handlerOf(copyRequest, (request) => copyOpenDatabase(database, config.dataDir, request)),
          handlerOf(inviteRequest, (inviting) => storeLink(database.db, inviting)),
          handlerOf(unlockRequest, (unlocking) =>
            unlockAccount({ database, jobs, authority: config.oidc.authority }, unlocking),
          ),
        ],
        config.dataDir,
        log,
      )
    : undefined;
  say(`ready ${config.apiPublicUrl}`);

  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, async () => {
      if (shutdown.isClosing) return;
      shutdown.isClosing = true;
      await close(config.shutdown, log, async (timeoutMs) => {
        await Promise.all([
          app.close(),
          sweeping.stop(),
          beginning.stop(),
          reading.stop(),
          fetching.stop(),
          feeding.stop(),
          followingFeeds.stop(),
          delivering.stop(),
          stopTakingRequests?.(),
          jobs.stop(timeoutMs * 0.9),
        ]);
        live.stop();
        await database.close();
      });
      process.exit(0);
    });
  }
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

async function server(config: Config, database: Database, jobs: Jobs, log: Logger, isClosing: () => boolean) {
  const parts = { config, database, jobs, log, isClosing };
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
