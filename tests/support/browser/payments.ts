/** Invoices of the demo data for tests of payments: notifying suppliers would issue the invoices of all other tests. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import type { PayableSupplier, payableSchema } from "#contract/invoices/payments.ts";
import { command, get, storedSupplier } from "./api.ts";

/** The suppliers before it have staff that sign in, and are shared by all tests. */
const firstToTake = 3;

/** Reserves a supplier with payable invoices for one test. */
export async function aPayee(): Promise<PayableSupplier> {
  const { suppliers } = await get<z.output<typeof payableSchema>>("invoices/payable");
  for (const supplier of suppliers.filter(
    ({ supplierId, problems }) => supplierId >= firstToTake && problems.length === 0,
  ))
    if (await isOurs(supplier.supplierId)) return supplier;
  throw new Error("All suppliers of the demo data are paid.");
}

/** The first test to ask reserves it, because tests run in parallel. */
const isOurs = (supplierId: number) =>
  mkdir(join(process.env.DATA_DIR ?? "", `payee-${supplierId}`)).then(
    () => true,
    () => false,
  );

/** Releases the payment as the administrator. */
export async function releasePayment(number: string, BankDate: string): Promise<void> {
  await command("invoices/ReleasePayment", { PaymentRunId: Number(number.replace("PAY-", "")), BankDate });
}

/** Changes the account as the administrator, so that somebody else has to verify it. */
export async function moveAccount({ supplierId }: PayableSupplier, AccountNumber: string): Promise<void> {
  const { abn, bsb, accountName, billingContactEmails } = await storedSupplier(supplierId);
  await command("suppliers/UpdateSupplierFinancialDetails", {
    SupplierId: supplierId,
    ABN: abn,
    BSB: bsb,
    AccountNumber,
    AccountName: accountName,
    BillingContactEmails: billingContactEmails,
  });
}
