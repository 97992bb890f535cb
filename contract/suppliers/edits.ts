/**
 * A supplier in the fields of the commands that change it, to compare what a form shows with the current record. Those
 * of fields that are described in `fields.ts` come from there.
 */
import { asCommand } from "#contract/records/fields.ts";
import { billingAddressFields, detailFields, financeFields, type gstFields } from "./fields.ts";
import type { GstState, Supplier, SupplierMarketplace } from "./schema.ts";

type Values<F> = { readonly [K in keyof F]?: unknown };

/** `UpdateSupplierDetails` */
export const supplierDetails = (supplier: Values<typeof detailFields>) => asCommand(detailFields, supplier);

/** `UpdateSupplierFinancialDetails` */
export const supplierFinances = (supplier: Values<typeof financeFields>) => asCommand(financeFields, supplier);

/** `UpdateSupplierAddress` */
export const supplierAddress = (billingAddressId: string | null | undefined) =>
  asCommand(billingAddressFields, { billingAddressId });

/** `CheckSupplierGst` */
export const supplierGst = ({
  gstRegistered,
  gstRegisteredFrom,
  gstRegisteredUntil,
  noAbnReason,
}: Pick<Supplier, keyof typeof gstFields>) => ({
  Registered: gstStateOf(gstRegistered),
  RegisteredFrom: gstRegisteredFrom ?? null,
  RegisteredUntil: gstRegisteredUntil ?? null,
  NoAbnReason: noAbnReason ?? "",
});

function gstStateOf(isRegistered: boolean | null | undefined): GstState {
  if (isRegistered === null || isRegistered === undefined) return "unknown";
  return isRegistered ? "yes" : "no";
}

type CarrierKey = Pick<Supplier, "carrierKeyEnding" | "carrierKeySetDate" | "carrierKeySetByUserFullName">;

/** `SetCarrierKey` and `RemoveCarrierKey`: what is shown of the key stands for the key itself, which nobody sees. */
export const supplierCarrierKey = (supplier: CarrierKey & { shippitApiKey?: Supplier["shippitApiKey"] }) => ({
  Key: supplier.shippitApiKey
    ? {
        ending: supplier.carrierKeyEnding,
        setDate: supplier.carrierKeySetDate,
        setBy: supplier.carrierKeySetByUserFullName,
      }
    : null,
});

/** `UpdateSupplierUser` */
export const supplierUserRights = (permissions: readonly number[]) => ({ Permissions: permissions });

/** `UpsertSupplierMarketplace` */
export const marketplaceTerms = (
  terms: Pick<SupplierMarketplace, "commissionRate" | "referralCostPerClickCharge">,
) => ({
  CommissionRate: terms.commissionRate,
  ReferralCostPerClickCharge: terms.referralCostPerClickCharge,
});
