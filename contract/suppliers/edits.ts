/** A supplier in the fields of the commands that change it, to compare what a form shows with the current record. */
import type { GstState, Supplier, SupplierMarketplace } from "./schema.ts";

type General = Pick<
  Supplier,
  | "name"
  | "legalName"
  | "logoId"
  | "description"
  | "orderContactEmails"
  | "businessPhoneNumber"
  | "notes"
  | "handlingDays"
  | "orderEmails"
>;

/** `UpdateSupplierDetails` */
export const supplierDetails = (supplier: General) => ({
  SupplierName: supplier.name,
  SupplierLegalName: supplier.legalName,
  LogoId: supplier.logoId,
  Description: supplier.description,
  OrderContactEmails: supplier.orderContactEmails,
  BusinessPhoneNumber: supplier.businessPhoneNumber,
  Notes: supplier.notes,
  HandlingDays: supplier.handlingDays,
  OrderEmails: supplier.orderEmails,
});

type Financial = Pick<Supplier, "abn" | "bsb" | "accountNumber" | "accountName" | "billingContactEmails">;

/** `UpdateSupplierFinancialDetails` */
export const supplierFinances = (supplier: Financial) => ({
  ABN: supplier.abn,
  BSB: supplier.bsb,
  AccountNumber: supplier.accountNumber,
  AccountName: supplier.accountName,
  BillingContactEmails: supplier.billingContactEmails,
});

/** `CheckSupplierGst` */
export const supplierGst = ({
  gstRegistered,
  gstRegisteredFrom,
}: Pick<Supplier, "gstRegistered" | "gstRegisteredFrom">) => ({
  Registered: gstStateOf(gstRegistered),
  RegisteredFrom: gstRegisteredFrom ?? null,
});

function gstStateOf(isRegistered: boolean | null | undefined): GstState {
  if (isRegistered === null || isRegistered === undefined) return "unknown";
  return isRegistered ? "yes" : "no";
}

/** `UpdateSupplierAddress` */
export const supplierAddress = (addressId: string | null | undefined) => ({ BillingAddressId: addressId });

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
