import { sendInvoice } from "../areas/invoices/send-invoice.ts";
import { channelsOf } from "../channels/channels.ts";
import { synchronise } from "../channels/synchronise.ts";
import type { Config } from "../config.ts";
import type { Database } from "../database/connection.ts";
import type { FileStore } from "../files/store.ts";
import type { SendLetter } from "../mail/mailer.ts";
import { processKinds } from "../processing/kinds.ts";
import { runProcess } from "../processing/run.ts";
import type { JobHandlers, Jobs } from "./jobs.ts";

interface Parts {
  database: Database;
  config: Config;
  files: FileStore;
  jobs: Pick<Jobs, "enqueue">;
  sendLetter: SendLetter;
}

/** What each kind of job does. A job may run twice when a process dies at its end, so each must be harmless twice. */
export function jobHandlers({ database, config, files, jobs, sendLetter }: Parts): JobHandlers {
  return {
    sync: synchronise({ database, config, channelTo: channelsOf(config) }),
    process: runProcess({ database, config, files, jobs, kinds: processKinds }),
    invoice: sendInvoice({ database, config, sendLetter }),
    async mail({ attachments = [], ...letter }, { id }) {
      const contents = await Promise.all(
        attachments.map(async ({ name, fileId }) => {
          const file = await files.get(database.db, fileId);
          if (!file) throw new Error(`the file ${fileId} to be attached is gone`);
          return { name, content: file.content };
        }),
      );
      await sendLetter({ ...letter, id, attachments: contents });
    },
  };
}
