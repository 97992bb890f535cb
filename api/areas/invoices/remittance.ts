/** Remittance advice: tells suppliers what the bank pays them, and for which invoices. */
import { totalOf } from "#api/areas/shared/invoice-total.ts";
import { remittanceEmail } from "#api/core/mail/emails.ts";
import type { Context } from "#api/core/operations/context.ts";
import { formatPlainDay } from "#contract/rules/dates.ts";
import type { Payer } from "#contract/rules/direct-entry.ts";
import { invoiceNumber } from "#contract/rules/invoice.ts";
import { maskedAccount } from "#contract/rules/payment.ts";
import type { bySupplier } from "./payable.ts";

type Payment = ReturnType<typeof bySupplier>[number] & {
  amount: number;
  withheld: number;
  reference: string;
  bsb: string;
  accountNumber: string;
  adviceTo: readonly string[];
};

/** Runs in the transaction of the payment, so that each email is sent once, and only if the payment is made. */
export async function sendAdvice(
  { db, jobs, config }: Pick<Context, "db" | "jobs" | "config">,
  { payer, bankDate }: { payer: Payer; bankDate: string },
  payments: readonly Payment[],
): Promise<void> {
  for (const { supplier, rows, amount, withheld, reference, adviceTo, ...account } of payments) {
    const [only, ...others] = rows;
    const path = only && others.length === 0 ? `/invoices/${only.invoice.id}` : `/invoices?supplierId=${supplier.id}`;
    const email = remittanceEmail({
      payerName: payer.userName,
      supplierName: supplier.name,
      amount,
      withheld,
      day: formatPlainDay(bankDate),
      reference,
      account: maskedAccount(account),
      paid: rows.map(({ invoice, marketplaceName }) => ({
        number: invoiceNumber(invoice.id),
        documentKind: invoice.documentKind,
        isAdjustment: invoice.isAdjustment,
        marketplaceName,
        total: totalOf(invoice),
      })),
      link: `${config.publicUrl}${path}`,
    });
    for (const to of adviceTo) await jobs.enqueue(db, "mail", { to, ...email });
  }
}
