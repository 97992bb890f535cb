/** What tests of payments take from the demo data: notifying suppliers would settle the invoices of all other tests. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import type { PayableSupplier, payableSchema } from "#contract/invoices/payments.ts";
import { command, get, storedSupplier } from "./api.ts";

/** Those that sign in are for all tests. */
const firstToTake = 3;

/** A supplier with invoices that can be paid, for one test alone. */
export async function aPayee(): Promise<PayableSupplier> {
  const { suppliers } = await get<z.output<typeof payableSchema>>("invoices/payable");
  for (const supplier of suppliers.filter(
    ({ supplierId, problems }) => supplierId >= firstToTake && problems.length === 0,
  ))
    if (await isOurs(supplier.supplierId)) return supplier;
  throw new Error("All suppliers of the demo data are paid.");
}

/** Whoever asks first has it: tests run side by side. */
const isOurs = (supplierId: number) =>
  mkdir(join(process.env.DATA_DIR ?? "", `payee-${supplierId}`)).then(
    () => true,
    () => false,
  );

/** By the administrator, so that somebody else has to confirm it. */
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
