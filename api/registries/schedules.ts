/** What begins by itself in every API process. The page “Operating” lists it, and `/healthz` says when each ran last. */
import type { FastifyBaseLogger } from "fastify";
import { beginDue, sweep } from "#api/areas/channels/sweep.ts";
import { enterDueCharges } from "#api/areas/charges/monthly.ts";
import { notifyOfFailingChannels } from "#api/areas/deliveries/failing-channels.ts";
import { sendDueOrderEmails } from "#api/areas/orders/order-emails.ts";
import { fetchPictures } from "#api/areas/products/pictures/fetch-pictures.ts";
import { deleteExpiredPictureUploads } from "#api/areas/products/pictures/uploads.ts";
import { deleteExpiredImportedStock } from "#api/areas/products/sheet/imported-stock.ts";
import { deleteExpiredSourceFiles } from "#api/areas/products/source/files.ts";
import { readFeeds } from "#api/areas/products/stock-feeds/read.ts";
import { followRuns } from "#api/areas/products/stock-feeds/runs.ts";
import { fillOrderParties } from "#api/areas/shared/order-parties.ts";
import { settleMissingShipBy } from "#api/areas/shared/ship-by.ts";
import { notifyOfFailingShops, readShops } from "#api/areas/shops/read-orders.ts";
import { deleteExpiredApplications } from "#api/areas/suppliers/applications/delete-expired.ts";
import { deleteExpiredEndedSessions } from "#api/core/access/ended-sessions.ts";
import type { Config } from "#api/core/config.ts";
import type { Database } from "#api/core/database/connection.ts";
import { vacuumWhereDue } from "#api/core/database/vacuum.ts";
import type { FileStore } from "#api/core/files/store.ts";
import { deleteExpiredChanges } from "#api/core/history/retention.ts";
import type { Jobs } from "#api/core/jobs/jobs.ts";
import { deleteExpiredActions } from "#api/core/limits/quota.ts";
import { sendHeldMails } from "#api/core/mail/limited.ts";
import { deleteExpiredNotifications, sendDigests } from "#api/core/notifications/digest.ts";
import { deleteExpiredDeliveries, deliverer, deliverySchedule } from "#api/core/outbox/deliver.ts";
import { deleteExpiredProcesses } from "#api/core/processing/run.ts";
import type { Schedule } from "#api/core/schedules/schedules.ts";
import type { LiveConfig } from "#api/core/settings/live-config.ts";
import { deleteExpiredSignIns } from "#api/modules/identity/index.ts";
import { eventSender } from "#api/registries/channels.ts";
import { deliveryDays } from "#contract/deliveries/schema.ts";

interface Parts {
  database: Database;
  config: Config;
  files: FileStore;
  jobs: Pick<Jobs, "enqueue">;
  log: FastifyBaseLogger;
}

interface Schedules extends Omit<Parts, "config"> {
  live: LiveConfig;
}

const [second, halfMinute, quarterHour, hour] = [1_000, 30_000, 15 * 60_000, 3_600_000];

/** The schedules of one process. */
export function schedulesOf({ live, ...rest }: Schedules): Schedule[] {
  const parts = { ...rest, config: live.config };
  return [
    ...apartSchedules(parts),
    {
      name: "settings",
      what: "Reads the settings again, so that a change needs no restart.",
      everyMs: 2 * second,
      isApart: true,
      run: live.refresh,
    },
    ...frequentSchedules(parts),
    monthlyCharges(parts),
    ...deletingSchedules(parts),
  ];
}

/** What waits for servers of others, or must follow within seconds. */
function apartSchedules(parts: Parts): Schedule[] {
  const { database, config, jobs, log } = parts;
  const apart = { everyMs: second, isApart: true } as const;
  return [
    deliverySchedule(deliverer({ database, send: eventSender(config, database.db), log })),
    {
      ...apart,
      name: "listings",
      what: "Begins to synchronise products that have changed with their marketplaces.",
      run: (now) => beginDue(database, jobs, now),
    },
    {
      ...apart,
      name: "shops",
      what: "Reads the orders that a shop has announced, and every 15 minutes all that have changed in it.",
      run: (now) => readShops(parts, now),
    },
    {
      ...apart,
      name: "pictures",
      what: "Fetches the pictures that imports have named by address, and unpacks those of zip files.",
      run: (_now, isStopping) => fetchPictures(parts, isStopping),
    },
    { ...apart, name: "stock feeds", what: "Reads the files of stock feeds.", run: () => readFeeds(parts) },
    {
      ...apart,
      name: "imports of stock feeds",
      what: "Applies or holds what a stock feed would change, once that is known.",
      run: () => followRuns(parts),
    },
    {
      ...apart,
      name: "parties of orders",
      what: "Copies supplier, marketplace and date of older orders into their items and transactions, after an update.",
      run: () => fillOrderParties(database),
    },
  ];
}

const monthlyCharges = (parts: Parts): Schedule => ({
  name: "monthly charges",
  what: "Enters the monthly charges of suppliers on their day.",
  everyMs: halfMinute,
  run: (now) => enterDueCharges(parts, now),
});

function frequentSchedules(parts: Parts): Schedule[] {
  const { database, config, jobs } = parts;
  const often = { everyMs: halfMinute };
  return [
    {
      ...often,
      name: "synchronisations without an answer",
      what: "Gives up synchronisations that have taken ten minutes.",
      run: (now) => sweep(database, jobs, now),
    },
    {
      ...often,
      name: "days to ship by",
      what: "Works out the day by which an order must be shipped, where that is missing after an update.",
      run: () => settleMissingShipBy(database, config),
    },
    {
      ...often,
      name: "digests",
      what: "Sends the daily emails of notifications.",
      run: (now) => sendDigests(parts, now),
    },
    {
      ...often,
      name: "order emails",
      what: "Sends suppliers the emails about orders that are gathered.",
      run: (now) => sendDueOrderEmails(parts, now),
    },
    {
      ...often,
      name: "held emails",
      what: "Sends emails that were held because of a limit.",
      run: () => sendHeldMails(database, jobs, config.limits),
    },
    {
      ...often,
      name: "failing webhooks",
      what: "Tells people of marketplaces that have taken no event for an hour.",
      run: (now) => notifyOfFailingChannels(parts, now),
    },
    {
      ...often,
      name: "failing shops",
      what: "Tells people of shops whose orders could not be read for an hour.",
      run: (now) => notifyOfFailingShops(parts, now),
    },
    ...(database.isEmbedded
      ? [
          {
            ...often,
            name: "vacuum",
            what: "Cleans up the tables of the embedded database. A PostgreSQL server does that itself.",
            run: () => vacuumWhereDue(database),
          },
        ]
      : []),
  ];
}

function deletingSchedules({ database, config }: Parts): Schedule[] {
  return [
    {
      name: "history",
      everyMs: hour,
      what: "Prepares the history of the next months, and deletes what is older than the settings say.",
      run: () => deleteExpiredChanges(database, config.historyMonths),
    },
    {
      name: "sign-ins",
      everyMs: quarterHour,
      what: "Deletes sessions, failed attempts and links for passwords that have expired.",
      run: async () => {
        await deleteExpiredEndedSessions(database.db);
        await deleteExpiredSignIns(database);
      },
    },
    {
      name: "files of imports",
      everyMs: hour,
      what: "Deletes finished background processes after 7 days, and what was uploaded for imports.",
      run: async () => {
        await deleteExpiredProcesses(database);
        await deleteExpiredSourceFiles(database);
        await deleteExpiredPictureUploads(database);
        await deleteExpiredImportedStock(database);
      },
    },
    {
      name: "old messages",
      everyMs: hour,
      what: "Deletes old notifications, deliveries and counts of what is limited.",
      run: async (now) => {
        await deleteExpiredNotifications(database);
        await deleteExpiredDeliveries(database, deliveryDays, now);
        await deleteExpiredActions(database);
      },
    },
    {
      name: "applications",
      everyMs: hour,
      what: "Deletes old applications of suppliers, and documents that were never sent with one.",
      run: (now) => deleteExpiredApplications(database, now),
    },
  ];
}
