/** Stores changed fields of a supplier, for forms and imports, with what follows from them. */
import { eq } from "drizzle-orm";
import { replanEmails } from "#api/areas/shared/order-emails.ts";
import { suppliers } from "#api/core/database/schema/index.ts";
import { bankDetailsEmail } from "#api/core/mail/emails.ts";
import { sendOrHold } from "#api/core/mail/limited.ts";
import type { Context } from "#api/core/operations/context.ts";
import { splitEmails } from "#contract/rules/emails.ts";
import { formatZonedMoment } from "#contract/rules/moments.ts";
import type { OrderEmails } from "#contract/suppliers/order-emails.ts";

export type StoredSupplier = typeof suppliers.$inferSelect;
export type Saving = Pick<Context, "db" | "config" | "jobs" | "caller" | "now">;

/** A field that is undefined stays as it is. */
type Changes<Field extends keyof StoredSupplier> = { [F in Field]?: StoredSupplier[F] | undefined };

export type DetailChanges = Changes<
  | "name"
  | "legalName"
  | "logoId"
  | "description"
  | "orderContactEmails"
  | "businessPhoneNumber"
  | "notes"
  | "handlingDays"
  | "billingAddressId"
> & { orderEmails?: OrderEmails | undefined };

export type FinanceChanges = Changes<"abn" | "bsb" | "accountNumber" | "accountName" | "billingContactEmails">;

/** Moves the emails about orders that still wait, if the supplier now wants them at another time. */
export async function saveDetails(context: Saving, supplier: StoredSupplier, changes: DetailChanges): Promise<void> {
  await updateSupplier(context, supplier, changes);
  if (changes.orderEmails !== undefined && changes.orderEmails !== supplier.orderEmails)
    await replanEmails(context, supplier.id, changes.orderEmails);
}

type Account = Pick<StoredSupplier, "bsb" | "accountNumber" | "accountName">;

export const isSameAccount = (one: Account, other: Account) =>
  one.bsb === other.bsb && one.accountNumber === other.accountNumber && one.accountName === other.accountName;
export const isPayable = ({ bsb, accountNumber }: Pick<Account, "bsb" | "accountNumber">) =>
  bsb !== "" && accountNumber !== "";

export const uncheckedGst = {
  gstRegistered: null,
  gstRegisteredFrom: null,
  gstCheckedAt: null,
  gstCheckedBy: null,
} as const;

/** Another account has to be confirmed again. The billing contacts before the change are told by email. */
export async function saveFinances(context: Saving, supplier: StoredSupplier, changes: FinanceChanges): Promise<void> {
  const { caller, now } = context;
  const defined = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const after: StoredSupplier = { ...supplier, ...defined };
  const isMoved = !isSameAccount(after, supplier);
  await updateSupplier(context, supplier, {
    ...changes,
    // A GST registration belongs to an ABN, so it is unchecked again when the ABN changes.
    ...(after.abn !== supplier.abn && uncheckedGst),
    ...(isMoved && {
      bankDetailsChangedAt: now,
      bankDetailsChangedBy: caller.userId,
      bankDetailsVerifiedAt: null,
      bankDetailsVerifiedBy: null,
    }),
  });
  const hasOtherContacts = after.billingContactEmails !== supplier.billingContactEmails;
  if (isMoved || hasOtherContacts)
    await sendToPreviousContacts(context, supplier, {
      isMoved,
      isRemoved: isMoved && !isPayable(after),
      hasOtherContacts,
    });
}

/** @param registered null if it is not known */
export async function saveGst(
  context: Saving,
  supplier: Pick<StoredSupplier, "id">,
  { registered, from }: { registered: boolean | null; from: string | null },
): Promise<void> {
  const checked = {
    gstRegistered: registered,
    gstRegisteredFrom: registered ? from : null,
    gstCheckedAt: context.now,
    gstCheckedBy: context.caller.userId,
  };
  await updateSupplier(context, supplier, registered === null ? uncheckedGst : checked);
}

async function updateSupplier(
  { db }: Saving,
  { id }: Pick<StoredSupplier, "id">,
  changes: Partial<{ [Field in keyof StoredSupplier]: StoredSupplier[Field] | undefined }>,
): Promise<void> {
  if (Object.values(changes).every((value) => value === undefined)) return;
  await db.update(suppliers).set(changes).where(eq(suppliers.id, id));
}

/** Notifies the previous contacts: an attacker who redirects payments would also change the contacts. */
async function sendToPreviousContacts(
  context: Saving,
  { id, name, billingContactEmails }: StoredSupplier,
  changed: { isMoved: boolean; isRemoved: boolean; hasOtherContacts: boolean },
): Promise<void> {
  const { config, now } = context;
  const { publicUrl, timeZone } = config;
  const changedAt = formatZonedMoment(now.toISOString(), timeZone);
  const email = bankDetailsEmail({ supplierName: name, changedAt, link: `${publicUrl}/suppliers/${id}`, ...changed });
  for (const to of new Set(splitEmails(billingContactEmails))) await sendOrHold(context, to, email);
}
