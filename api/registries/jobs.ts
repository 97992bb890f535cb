import { notifyOfFailure } from "#api/areas/channels/failure-notice.ts";
import { emitChangedFigures } from "#api/areas/channels/figures.ts";
import { synchronise } from "#api/areas/channels/synchronise.ts";
import { sendInvoice } from "#api/areas/invoices/send-invoice.ts";
import { sendOrderEmail } from "#api/areas/orders/order-emails.ts";
import { renewOffersOf } from "#api/areas/suppliers/renew-offers.ts";
import type { Config } from "#api/core/config.ts";
import type { Database } from "#api/core/database/connection.ts";
import type { FileStore } from "#api/core/files/store.ts";
import type { JobHandlers, Jobs } from "#api/core/jobs/jobs.ts";
import type { SendEmail } from "#api/core/mail/mailer.ts";
import { runProcess } from "#api/core/processing/run.ts";
import { beginLinkDays } from "#api/modules/identity/index.ts";
import { channelsOf } from "#api/registries/channels.ts";
import { processKinds } from "#api/registries/processes.ts";

interface Parts {
  database: Database;
  config: Config;
  files: FileStore;
  jobs: Pick<Jobs, "enqueue">;
  sendEmail: SendEmail;
}

/**
 * The handler of each kind of job. A job may run twice if a process dies at its end, so each handler must be safe to
 * repeat.
 */
export function jobHandlers({ database, config, files, jobs, sendEmail }: Parts): JobHandlers {
  return {
    sync: synchronise({
      database,
      config,
      channelTo: channelsOf(config, database.db),
      onPublish: (found) => database.transaction((db) => emitChangedFigures({ db, config, now: new Date() }, found)),
      onFailure: (listing) => database.transaction((db) => notifyOfFailure({ db, jobs, config }, listing)),
    }),
    offers: renewOffersOf({ database, config, files }),
    process: runProcess({ database, config, files, jobs, kinds: processKinds }),
    orderEmail: sendOrderEmail({ database, config, jobs }),
    invoice: sendInvoice({ database, config, files, sendEmail }),
    async mail({ attachments = [], ...email }, { id, isLastTry }) {
      const contents = await Promise.all(
        attachments.map(async ({ name, fileId }) => {
          const file = await files.get(database.db, fileId);
          if (!file) throw new Error(`the file ${fileId} to be attached is gone`);
          return { name, content: file.content };
        }),
      );
      try {
        await sendEmail({ ...email, id, attachments: contents });
      } catch (error) {
        // Nobody gets the link, so it ends like others.
        if (isLastTry) await beginLinkDays(database.db, email);
        throw error;
      }
      await beginLinkDays(database.db, email);
    },
  };
}
