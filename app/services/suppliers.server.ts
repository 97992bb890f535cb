/** What the screens of the suppliers load and send. */
import { locations } from "@contract/locations/operations.ts";
import { addressForm } from "@contract/locations/schema.ts";
import { can } from "@contract/permissions.ts";
import { suppliers } from "@contract/suppliers/operations.ts";
import { supplierMessages, updateSupplierDetails, updateSupplierFinancialDetails, verifySupplierBankDetails } from "@contract/suppliers/schema.ts";
import { paths, withParams } from "~/lib/paths";
import { type Call, wantedPath } from "./call.server";
import { type CommandForm, commandForm, newCommandId } from "./command-form.server";
import { configuration } from "./identity.server";
import { placesFor } from "./places.server";
import { safeHtml } from "./rich-text.server";
import { missing } from "./route.server";
import { unassignedMarketplaces } from "./supplier-marketplaces.server";

const cards = ["general", "address", "financial"] as const;
type Card = (typeof cards)[number];

export async function loadSupplier(call: Call) {
  const [supplier, settings] = await Promise.all([call.api(suppliers.get, { id: supplierId(call) }), configuration()]);
  const may: Record<Card | "marketplaces", boolean> = {
    general: can(supplier, suppliers.updateDetails),
    address: can(supplier, suppliers.updateAddress),
    financial: can(supplier, suppliers.updateFinancialDetails),
    marketplaces: can(supplier, suppliers.upsertMarketplace),
  };
  const editing = cards.find((card) => card === call.url.searchParams.get("edit") && may[card]);
  return {
    supplier: { ...supplier, description: safeHtml(supplier.description) },
    may,
    editing,
    commandId: newCommandId(),
    canAddMarketplace: may.marketplaces && (await unassignedMarketplaces(call, supplier)).length > 0,
    cdnBaseUrl: settings.cdnBaseUrl,
    timeZone: settings.defaultTimeZone,
    gstRate: settings.gstRate,
    places: editing === "address" ? await placesFor(call, supplier.billingAddress?.countryCode) : undefined,
  };
}

/** What the cards of a supplier show and edit. */
export type SupplierPage = Awaited<ReturnType<typeof loadSupplier>>;

function supplierId({ params }: Call): string {
  return params.id ?? "";
}

/** Back to the card's read view, with the way back to the list still in the address. */
function readView(call: Call): string {
  return withParams(wantedPath(call), { edit: null });
}

export const supplierForms: Record<string, CommandForm> = {
  general: commandForm({
    operation: suppliers.updateDetails,
    schema: updateSupplierDetails.omit({ SupplierId: true }),
    uploads: { LogoFile: { to: "LogoId", location: 1, failure: supplierMessages.logoNotUploaded } },
    input: (values, call) => ({ ...values, SupplierId: supplierId(call) }),
    saved: supplierMessages.saved,
    notSaved: supplierMessages.notSaved,
    next: readView,
  }),
  address: commandForm({
    operation: suppliers.updateAddress,
    schema: addressForm,
    input: async (values, call) => ({ SupplierId: supplierId(call), BillingAddressId: await call.api(locations.findOrCreateAddress, values) }),
    saved: supplierMessages.addressSaved,
    notSaved: supplierMessages.addressNotSaved,
    next: readView,
  }),
  financial: commandForm({
    operation: suppliers.updateFinancialDetails,
    schema: updateSupplierFinancialDetails.omit({ SupplierId: true }),
    input: (values, call) => ({ ...values, SupplierId: supplierId(call) }),
    saved: supplierMessages.financialSaved,
    notSaved: supplierMessages.financialNotSaved,
    next: readView,
  }),
};

/** The account that somebody is about to confirm. */
export async function loadBankDetails(call: Call) {
  const supplier = await call.api(suppliers.get, { id: supplierId(call) });
  if (!can(supplier, suppliers.verifyBankDetails)) throw missing();
  const { id, name, bsb, accountNumber, accountName } = supplier;
  return { id, name, bsb: bsb ?? "", accountNumber: accountNumber ?? "", accountName: accountName ?? "", commandId: newCommandId() };
}

export const bankDetailsForms: Record<string, CommandForm> = {
  confirm: commandForm({
    operation: suppliers.verifyBankDetails,
    schema: verifySupplierBankDetails.omit({ SupplierId: true }),
    input: (values, call) => ({ ...values, SupplierId: supplierId(call) }),
    saved: supplierMessages.bankDetailsConfirmed,
    notSaved: supplierMessages.bankDetailsNotConfirmed,
    next: (call) => `${paths.supplier(supplierId(call))}${call.url.search}`,
  }),
};
