/** Stores changed fields of a supplier, for forms and imports, with what follows from them. */
import { eq } from "drizzle-orm";
import { replanEmails } from "#api/areas/shared/order-emails.ts";
import { suppliers } from "#api/core/database/schema/index.ts";
import { bankDetailsEmail } from "#api/core/mail/emails.ts";
import { sendOrHold } from "#api/core/mail/limited.ts";
import type { Context } from "#api/core/operations/context.ts";
import { invalid } from "#api/core/refusals/refusal.ts";
import { splitEmails } from "#contract/rules/emails.ts";
import { formatZonedMoment } from "#contract/rules/moments.ts";
import { endsBeforeItBegins, gstEndsTooEarly } from "#contract/rules/supplier-tax.ts";
import type { gstFields, storedSupplierFields } from "#contract/suppliers/fields.ts";

export type StoredSupplier = typeof suppliers.$inferSelect;
export type Saving = Pick<Context, "db" | "config" | "jobs" | "caller" | "now">;

/** The columns that people edit. One that is left out or undefined stays as it is. */
export type SupplierChanges = { [C in keyof typeof storedSupplierFields]?: StoredSupplier[C] | undefined };

type Account = Pick<StoredSupplier, "bsb" | "accountNumber" | "accountName">;

export const isSameAccount = (one: Account, other: Account) =>
  one.bsb === other.bsb && one.accountNumber === other.accountNumber && one.accountName === other.accountName;
export const isPayable = ({ bsb, accountNumber }: Pick<Account, "bsb" | "accountNumber">) =>
  bsb !== "" && accountNumber !== "";

const noGstDays = { gstRegisteredFrom: null, gstRegisteredUntil: null } as const;
const uncheckedGst = {
  gstRegistered: null,
  ...noGstDays,
  gstCheckedAt: null,
  gstCheckedBy: null,
} as const;

/** Another account has to be confirmed again. A GST registration belongs to an ABN, so it is unknown for another one. */
export async function saveSupplier(
  context: Saving,
  supplier: StoredSupplier,
  { gstRegistered, gstRegisteredFrom, gstRegisteredUntil, ...changes }: SupplierChanges,
): Promise<void> {
  const { db, caller, now } = context;
  const others = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const after: StoredSupplier = { ...supplier, ...others };
  const gst = after.abn === supplier.abn ? {} : uncheckedGst;
  const checked = { gstRegistered, gstRegisteredFrom, gstRegisteredUntil };
  const isChecked = Object.values(checked).some((value) => value !== undefined);
  const columns = {
    ...others,
    ...gst,
    ...(isChecked && checkedGst(context, { ...supplier, ...gst }, checked)),
    ...(!isSameAccount(after, supplier) && {
      bankDetailsChangedAt: now,
      bankDetailsChangedBy: caller.userId,
      bankDetailsVerifiedAt: null,
      bankDetailsVerifiedBy: null,
    }),
  };
  if (Object.keys(columns).length === 0) return;
  await db.update(suppliers).set(columns).where(eq(suppliers.id, supplier.id));
  await followChanges(context, supplier, { ...supplier, ...columns });
}

type Gst = Omit<Pick<SupplierChanges, keyof typeof gstFields>, "noAbnReason">;

/**
 * Who has checked it, and when, unless it is unknown now.
 * @throws Refusal if the registration ends before it begins
 */
function checkedGst({ now, caller }: Pick<Saving, "now" | "caller">, was: StoredSupplier, changes: Gst) {
  const { gstRegistered = was.gstRegistered } = changes;
  if (typeof gstRegistered !== "boolean") return uncheckedGst;
  const { gstRegisteredFrom = was.gstRegisteredFrom, gstRegisteredUntil = was.gstRegisteredUntil } = changes;
  const days = gstRegistered ? { gstRegisteredFrom, gstRegisteredUntil } : noGstDays;
  if (endsBeforeItBegins(days)) throw invalid({ RegisteredUntil: [gstEndsTooEarly] });
  return {
    gstRegistered,
    ...days,
    gstCheckedAt: now,
    gstCheckedBy: caller.userId,
  };
}

/** After columns were put back by the history: what saving them also does. */
export async function afterPutBack(context: Saving, before: StoredSupplier): Promise<void> {
  const { db } = context;
  const [now] = await db.select().from(suppliers).where(eq(suppliers.id, before.id));
  if (!now) return;
  // A registration that was not put back with the ABN belongs to the other one.
  const isSameCheck = now.gstCheckedAt?.getTime() === before.gstCheckedAt?.getTime();
  if (now.abn !== before.abn && isSameCheck)
    await db.update(suppliers).set(uncheckedGst).where(eq(suppliers.id, before.id));
  await followChanges(context, before, now);
}

/**
 * Moves the emails about orders that still wait, if the supplier now wants them at another time, and emails the billing
 * contacts before a change of the account or of them.
 */
async function followChanges(context: Saving, before: StoredSupplier, after: StoredSupplier): Promise<void> {
  if (after.orderEmails !== before.orderEmails) await replanEmails(context, before.id, after.orderEmails);
  const isMoved = !isSameAccount(after, before);
  const hasOtherContacts = after.billingContactEmails !== before.billingContactEmails;
  if (isMoved || hasOtherContacts)
    await sendToPreviousContacts(context, before, {
      isMoved,
      isRemoved: isMoved && !isPayable(after),
      hasOtherContacts,
    });
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
