/** The job that emails an invoice to a billing contact and records the result. */
import { and, eq, isNull } from "drizzle-orm";
import { formatDay } from "../../../contract/rules/dates.ts";
import { invoiceNumber } from "../../../contract/rules/invoice.ts";
import type { Config } from "../../config.ts";
import type { Database } from "../../database/connection.ts";
import { invoiceLetters } from "../../database/schema/index.ts";
import { makeDocument } from "../../documents/make-document.ts";
import type { JobHandlers } from "../../jobs/jobs.ts";
import { invoiceLetter } from "../../mail/letters.ts";
import type { Letter, SendLetter } from "../../mail/mailer.ts";
import { wholeInvoice } from "./invoice-view.ts";

interface Parts {
  database: Pick<Database, "db">;
  config: Config;
  sendLetter: SendLetter;
}

export function sendInvoice({ database: { db }, config, sendLetter }: Parts): JobHandlers["invoice"] {
  return async ({ letterId }, { isLastTry }) => {
    const isThis = eq(invoiceLetters.id, letterId);
    const [letter] = await db
      .select()
      .from(invoiceLetters)
      .where(and(isThis, isNull(invoiceLetters.sentAt)));
    if (!letter) return;
    try {
      await sendLetter({ id: letterId, to: letter.address, ...(await contentOf(letter.invoiceId)) });
    } catch (error) {
      if (isLastTry) await db.update(invoiceLetters).set({ failedAt: new Date() }).where(isThis);
      throw error;
    }
    await db.update(invoiceLetters).set({ sentAt: new Date(), failedAt: null }).where(isThis);
  };

  /** The same for every recipient, because an invoice is final once it is sent. */
  async function contentOf(id: number): Promise<Omit<Letter, "id" | "to">> {
    const invoice = await wholeInvoice({ db, now: new Date(), config }, id);
    const number = invoiceNumber(id);
    const written = invoiceLetter({
      number,
      isAdjustment: invoice.isAdjustment,
      marketplaceName: invoice.marketplaceName,
      total: invoice.total,
      // A date without time; UTC avoids a shift to another day.
      expectedPayment: formatDay(invoice.expectedPaymentDate ?? "", "UTC"),
      link: `${config.publicUrl}/invoices/${id}`,
    });
    return {
      ...written,
      attachments: [
        {
          name: `${number}.pdf`,
          content: await makeDocument("invoice", { invoice, timeZone: config.timeZone }, undefined),
        },
      ],
    };
  }
}
