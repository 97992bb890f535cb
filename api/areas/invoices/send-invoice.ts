/** The job that emails an invoice to a billing contact and records the result. */
import { and, eq, isNull } from "drizzle-orm";
import type { Config } from "#api/core/config.ts";
import type { Database } from "#api/core/database/connection.ts";
import { invoiceEmails } from "#api/core/database/schema/index.ts";
import { letterheadOf } from "#api/core/documents/letterhead.ts";
import { makeDocument } from "#api/core/documents/make-document.ts";
import type { FileStore } from "#api/core/files/store.ts";
import type { JobHandlers } from "#api/core/jobs/jobs.ts";
import { invoiceEmail } from "#api/core/mail/emails.ts";
import type { Email, SendEmail } from "#api/core/mail/mailer.ts";
import { formatDay } from "#contract/rules/dates.ts";
import { invoiceNumber } from "#contract/rules/invoice.ts";
import { invoicePdf } from "./invoice-kind.ts";
import { wholeInvoice } from "./invoice-view.ts";

interface Parts {
  database: Pick<Database, "db">;
  config: Config;
  files: FileStore;
  sendEmail: SendEmail;
}

export function sendInvoice({ database: { db }, config, files, sendEmail }: Parts): JobHandlers["invoice"] {
  return async ({ letterId }, { isLastTry }) => {
    const isThis = eq(invoiceEmails.id, letterId);
    const [email] = await db
      .select()
      .from(invoiceEmails)
      .where(and(isThis, isNull(invoiceEmails.sentAt)));
    if (!email) return;
    try {
      await sendEmail({ id: letterId, to: email.address, ...(await contentOf(email.invoiceId)) });
    } catch (error) {
      if (isLastTry) await db.update(invoiceEmails).set({ failedAt: new Date() }).where(isThis);
      throw error;
    }
    await db.update(invoiceEmails).set({ sentAt: new Date(), failedAt: null }).where(isThis);
  };

  /** The same for every recipient, because an invoice is final once it is sent. */
  async function contentOf(id: number): Promise<Omit<Email, "id" | "to">> {
    const invoice = await wholeInvoice({ db, now: new Date(), config }, id);
    const letterhead = await letterheadOf({ db, files, config });
    const number = invoiceNumber(id);
    const written = invoiceEmail({
      number,
      documentKind: invoice.documentKind,
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
          content: await makeDocument(invoicePdf, { invoice, timeZone: config.timeZone, letterhead }, undefined),
        },
      ],
    };
  }
}
