/** A supplier's finances. A second person confirms changed bank details, and the previous billing contacts are notified. */

import { eq } from "drizzle-orm";
import { edited } from "#api/commands/edits.ts";
import { suppliers } from "#api/database/schema/index.ts";
import { bankDetailsEmail } from "#api/mail/emails.ts";
import { sendOrHold } from "#api/mail/limited.ts";
import type { Context } from "#api/operations/context.ts";
import type { Handler } from "#api/operations/handlers.ts";
import { conflict, forbidden } from "#api/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { splitEmails } from "#contract/rules/emails.ts";
import { formatZonedMoment } from "#contract/rules/moments.ts";
import { supplierFinances } from "#contract/suppliers/edits.ts";
import { renewOffers } from "./agreement-file.ts";
import { uncheckedGst } from "./gst.ts";
import { supplierToChange } from "./policy.ts";

type Suppliers = Operations["suppliers"];
type StoredSupplier = typeof suppliers.$inferSelect;

type Account = Pick<StoredSupplier, "bsb" | "accountNumber" | "accountName">;
const isSameAccount = (one: Account, other: Account) =>
  one.bsb === other.bsb && one.accountNumber === other.accountNumber && one.accountName === other.accountName;
const isPayable = ({ bsb, accountNumber }: Account) => bsb !== "" && accountNumber !== "";
const accountIn = (input: { BSB: string; AccountNumber: string; AccountName: string }): Account => ({
  bsb: input.BSB,
  accountNumber: input.AccountNumber,
  accountName: input.AccountName,
});

export const updateFinancialDetails: Handler<Suppliers["updateFinancialDetails"]> = async (sent, context) => {
  const { db, caller, now } = context;
  const { supplier } = await supplierToChange(context, sent.SupplierId);
  const input = edited(sent, supplierFinances(supplier));
  const account = accountIn(input);
  const isMoved = !isSameAccount(account, supplier);
  await db
    .update(suppliers)
    .set({
      ...account,
      abn: input.ABN,
      // A GST registration belongs to an ABN, so it is unchecked again when the ABN changes.
      ...(input.ABN !== supplier.abn && uncheckedGst),
      billingContactEmails: input.BillingContactEmails,
      ...(isMoved && {
        bankDetailsChangedAt: now,
        bankDetailsChangedBy: caller.userId,
        bankDetailsVerifiedAt: null,
        bankDetailsVerifiedBy: null,
      }),
    })
    .where(eq(suppliers.id, supplier.id));
  await renewOffers(context, supplier.id);
  const hasOtherContacts = input.BillingContactEmails !== supplier.billingContactEmails;
  if (isMoved || hasOtherContacts)
    await notifyContacts(context, supplier, { isMoved, isRemoved: isMoved && !isPayable(account), hasOtherContacts });
  return null;
};

/** Notifies the previous contacts: an attacker who redirects payments would also change the contacts. */
async function notifyContacts(
  context: Context,
  { id, name, billingContactEmails }: StoredSupplier,
  changed: { isMoved: boolean; isRemoved: boolean; hasOtherContacts: boolean },
): Promise<void> {
  const { config, now } = context;
  const { publicUrl, timeZone } = config;
  const changedAt = formatZonedMoment(now.toISOString(), timeZone);
  const email = bankDetailsEmail({ supplierName: name, changedAt, link: `${publicUrl}/suppliers/${id}`, ...changed });
  for (const to of new Set(splitEmails(billingContactEmails))) await sendOrHold(context, to, email);
}

export const verifyBankDetails: Handler<Suppliers["verifyBankDetails"]> = async (input, context) => {
  const { db, caller, now } = context;
  const { supplier } = await supplierToChange(context, input.SupplierId);
  if (!isSameAccount(accountIn(input), supplier))
    throw conflict("The bank details have changed since you opened this page. Please reload it and check them again.");
  if (!isPayable(supplier)) throw conflict("There are no bank details to confirm yet.");
  if (supplier.bankDetailsChangedBy === caller.userId)
    throw forbidden("You changed these bank details yourself, so somebody else has to confirm them.");
  if (supplier.bankDetailsVerifiedAt) return null;
  await db
    .update(suppliers)
    .set({ bankDetailsVerifiedAt: now, bankDetailsVerifiedBy: caller.userId })
    .where(eq(suppliers.id, supplier.id));
  return null;
};
