import { and, eq } from "drizzle-orm";
import { mayUseAddress } from "#api/areas/shared/address.ts";
import { cleanHtml } from "#api/areas/shared/rich-text.ts";
import { edited } from "#api/core/commands/edits.ts";
import { files } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { forbidden, invalid } from "#api/core/refusals/refusal.ts";
import { FileLocation } from "#contract/enumerations.ts";
import type { Operations } from "#contract/operations.ts";
import { fromCommand } from "#contract/records/fields.ts";
import { isBlankHtml } from "#contract/rules/rich-text.ts";
import { supplierAddress, supplierDetails } from "#contract/suppliers/edits.ts";
import { billingAddressFields, detailFields } from "#contract/suppliers/fields.ts";
import { renewOffers } from "./agreement-file.ts";
import { addSupplier } from "./new-supplier.ts";
import { supplierToChange } from "./policy.ts";
import { saveSupplier } from "./saving.ts";

type Suppliers = Operations["suppliers"];

/** The rest is entered on the supplier's page. */
export const add: Handler<Suppliers["add"]> = async (input, { db }) => {
  const { id } = await addSupplier(db, { name: input.SupplierName, email: input.PrimaryContactEmail });
  return id;
};

export const updateDetails: Handler<Suppliers["updateDetails"]> = async (sent, context) => {
  const { supplier, flags } = await supplierToChange(context, sent.SupplierId);
  const input = edited({ ...sent, Description: cleanHtml(sent.Description) }, supplierDetails(supplier));
  if (input.Notes !== undefined && input.Notes !== supplier.notes && !flags.canUpdateSupplierNotes) {
    throw forbidden("Notes are kept by the marketplace. Please leave them as they are.");
  }
  if (isBlankHtml(input.Description)) throw invalid({ Description: ["This is a required field"] });
  if (input.LogoId !== null && input.LogoId !== supplier.logoId) await assertLogo(context, input.LogoId);
  await saveSupplier(context, supplier, fromCommand(detailFields, input));
  await renewOffers(context, supplier.id);
  return null;
};

/** A logo must be an image that the caller uploaded as a logo: users cannot attach files uploaded by others. */
async function assertLogo({ db, caller }: Context, fileId: string): Promise<void> {
  const [file] = await db
    .select({ id: files.id })
    .from(files)
    .where(
      and(eq(files.id, fileId), eq(files.location, FileLocation.supplierLogo), eq(files.createdBy, caller.userId)),
    );
  if (!file) throw invalid({ LogoId: ["Please upload the logo again."] });
}

export const updateAddress: Handler<Suppliers["updateAddress"]> = async (sent, context) => {
  const { supplier } = await supplierToChange(context, sent.SupplierId);
  const input = edited(
    { ...sent, BillingAddressId: sent.BillingAddressId.toLowerCase() },
    supplierAddress(supplier.billingAddressId),
  );
  const isUnchanged = input.BillingAddressId === supplier.billingAddressId;
  if (!isUnchanged && !(await mayUseAddress(context, input.BillingAddressId)))
    throw invalid({ BillingAddressId: ["Please enter the address."] });
  await saveSupplier(context, supplier, fromCommand(billingAddressFields, input));
  await renewOffers(context, supplier.id);
  return null;
};
