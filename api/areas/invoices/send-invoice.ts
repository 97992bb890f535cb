/** The job that emails an invoice to a billing contact and records the result. */
import { and, eq, isNull } from "drizzle-orm";
import type { Config } from "#api/core/config.ts";
import type { Database, Db } from "#api/core/database/connection.ts";
import { invoiceEmails, suppliers } from "#api/core/database/schema/index.ts";
import { letterheadOf } from "#api/core/documents/letterhead.ts";
import { makeDocument } from "#api/core/documents/make-document.ts";
import type { FileStore } from "#api/core/files/store.ts";
import type { JobHandlers } from "#api/core/jobs/jobs.ts";
import { invoiceEmail } from "#api/core/mail/emails.ts";
import type { Email, SendEmail } from "#api/core/mail/mailer.ts";
import { Refusal } from "#api/core/refusals/refusal.ts";
import type { Invoice } from "#contract/invoices/schema.ts";
import { formatDay } from "#contract/rules/dates.ts";
import { invoiceNumber } from "#contract/rules/invoice.ts";
import { eInvoiceOf } from "./e-invoice.ts";
import { invoicePdf } from "./invoice-kind.ts";
import { wholeInvoice } from "./invoice-view.ts";

/** In bytes. Mail servers refuse emails of 10 MB and more, and the document itself is attached, too. */
const longestAttached = 4_000_000;

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
    const eInvoice = await eInvoiceFor(db, invoice, config);
    const written = invoiceEmail({
      number,
      documentKind: invoice.documentKind,
      isAdjustment: invoice.isAdjustment,
      marketplaceName: invoice.marketplaceName,
      total: invoice.total,
      // A date without time; UTC avoids a shift to another day.
      expectedPayment: formatDay(invoice.expectedPaymentDate ?? "", "UTC"),
      link: `${config.publicUrl}/invoices/${id}`,
      hasEInvoice: eInvoice !== undefined,
    });
    return {
      ...written,
      attachments: [
        {
          name: `${number}.pdf`,
          content: await makeDocument(invoicePdf, { invoice, timeZone: config.timeZone, letterhead }, undefined),
        },
        ...(eInvoice ? [{ name: `${number}.xml`, content: eInvoice }] : []),
      ],
    };
  }
}

/** Returns the electronic invoice, if the supplier wants it in emails and there is one that is not too long. */
async function eInvoiceFor(db: Db, invoice: Invoice, config: Config): Promise<Buffer | undefined> {
  const [wanted] = await db
    .select({ files: suppliers.invoiceFiles })
    .from(suppliers)
    .where(eq(suppliers.id, invoice.supplierId ?? 0));
  if (wanted?.files !== "pdfAndEInvoice") return undefined;
  try {
    const content = Buffer.from(eInvoiceOf(invoice, config));
    return content.length <= longestAttached ? content : undefined;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
