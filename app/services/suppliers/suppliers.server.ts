/** Loaders and forms of the supplier screens. */

import { paths, withParams } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { addressConflict, imageConflict } from "#app/services/forms/edit-conflicts.server.ts";
import { placesFor, withoutForeignState } from "#app/services/forms/places.server.ts";
import { safeHtml } from "#app/services/forms/rich-text.server.ts";
import { earningsOfSupplier } from "#app/services/invoices/earnings.server.ts";
import { supplierKeys } from "#app/services/keys/keys.server.ts";
import { discussionOf } from "#app/services/pages/discussion.server.ts";
import { emailsUnderWay } from "#app/services/pages/emails-under-way.server.ts";
import { type RequestContext, readView } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { hasFeature } from "#app/services/session/features.server.ts";
import { configuration } from "#app/services/session/identity.server.ts";
import { permissionsOf } from "#app/services/session/permissions.server.ts";
import { feedsOf } from "#app/services/stock-feeds/stock-feeds.server.ts";
import { invoices } from "#contract/invoices/operations.ts";
import { locations } from "#contract/locations/operations.ts";
import { addressForm, postCodeWarning } from "#contract/locations/schema.ts";
import { orders } from "#contract/orders/operations.ts";
import { can } from "#contract/permissions.ts";
import { products } from "#contract/products/operations.ts";
import { shownText } from "#contract/rules/edits.ts";
import { shipments } from "#contract/shipments/operations.ts";
import { shippingRules } from "#contract/shipping-rules/operations.ts";
import { supplierAddress, supplierDetails, supplierFinances } from "#contract/suppliers/edits.ts";
import { suppliers } from "#contract/suppliers/operations.ts";
import {
  type Supplier,
  supplierMessages,
  updateSupplierDetails,
  updateSupplierFinancialDetails,
  verifySupplierBankDetails,
} from "#contract/suppliers/schema.ts";
import { users } from "#contract/users/operations.ts";
import { carrierKeyText } from "./carrier.server.ts";
import { unassignedMarketplaces } from "./marketplaces.server.ts";

const cards = ["general", "address", "financial"] as const;
type Card = (typeof cards)[number];

/** Lists that can be filtered by a supplier. Unlike the plain lists they also show what is disabled or completed. */
const listsOfSuppliers = [
  { label: "Products", path: withParams(paths.products(), { showActiveOnly: "false" }), operation: products.list },
  { label: "Orders", path: withParams(paths.orders(), { outstandingOrdersOnly: "false" }), operation: orders.list },
  { label: "Shipments", path: paths.shipments(), operation: shipments.list },
  { label: "Invoices", path: paths.invoices(), operation: invoices.list },
  { label: "Shipping Rules", path: paths.shippingRules(), operation: shippingRules.list },
];

const shownIn: Record<Card, (supplier: Supplier) => Record<string, unknown>> = {
  general: supplierDetails,
  address: ({ billingAddress }) => supplierAddress(billingAddress?.id),
  financial: supplierFinances,
};

export async function loadSupplier(context: RequestContext) {
  const [supplier, settings, hasCarrierCard, hasHandlingDays, hasOrderEmails] = await Promise.all([
    context.api(suppliers.get, { id: supplierId(context) }),
    configuration(),
    hasFeature(suppliers.removeCarrierKey.feature),
    hasFeature("shipBy"),
    hasFeature("placedOrders"),
  ]);
  const may: Record<Card | "carrier" | "marketplaces", boolean> = {
    general: can(supplier, suppliers.updateDetails),
    address: can(supplier, suppliers.updateAddress),
    carrier: hasCarrierCard && can(supplier, suppliers.removeCarrierKey),
    financial: can(supplier, suppliers.updateFinancialDetails),
    marketplaces: can(supplier, suppliers.upsertMarketplace),
  };
  const permissions = await permissionsOf(context);
  const lists = listsOfSuppliers
    .filter(({ operation }) => can(permissions, operation))
    .map(({ label, path }) => ({ label, path: withParams(path, { supplierId: supplier.id }) }));
  if (supplier.applicationId) lists.push({ label: "Application", path: paths.application(supplier.applicationId) });
  const editing = cards.find((card) => card === context.url.searchParams.get("edit") && may[card]);
  return {
    supplier: { ...supplier, description: safeHtml(supplier.description) },
    /** Lists of the supplier's records, and the application that it was accepted with. */
    lists,
    may,
    editing,
    commandId: newCommandId(),
    shown: editing && shownText(shownIn[editing](supplier)),
    /** Undefined without the carrier card. */
    carrierKey: hasCarrierCard ? await carrierKeyText(supplier) : undefined,
    hasHandlingDays,
    hasOrderEmails,
    /** Undefined for users who do not see the supplier's invoices. */
    earnings: await earningsOfSupplier(context, supplier.id),
    discussion: await discussionOf(context, "supplier", supplier.id),
    /** Undefined for users who do not manage them. */
    keys: supplier.canManageUsers ? await supplierKeys(context, supplier.id) : undefined,
    /** Undefined for users who may not change the supplier's products. */
    feeds: await feedsOf(context, supplier.id),
    canSeeUsers: can(permissions, users.get),
    emails: supplier.canManageUsers ? await emailsUnderWay(context) : undefined,
    canAddMarketplace: may.marketplaces && (await unassignedMarketplaces(context, supplier)).length > 0,
    cdnBaseUrl: settings.cdnBaseUrl,
    timeZone: settings.defaultTimeZone,
    gstRate: settings.gstRate,
    postCodeWarning: supplier.billingAddress ? postCodeWarning(supplier.billingAddress) : undefined,
    places: editing === "address" ? await placesFor(context, supplier.billingAddress?.countryCode) : undefined,
  };
}

/** Data of the supplier page. */
export type SupplierPage = Awaited<ReturnType<typeof loadSupplier>>;

function supplierId({ param }: RequestContext): string {
  return param("id");
}

export const supplierForms: Record<string, CommandForm> = {
  general: commandForm({
    operation: suppliers.updateDetails,
    schema: updateSupplierDetails.omit({ SupplierId: true }),
    conflictFields: { LogoId: imageConflict },
    uploads: { LogoFile: { to: "LogoId", location: 1, failure: supplierMessages.logoNotUploaded } },
    input: (values, context) => ({ ...values, SupplierId: supplierId(context) }),
    saved: supplierMessages.saved,
    notSaved: supplierMessages.notSaved,
    next: readView,
  }),
  address: commandForm({
    operation: suppliers.updateAddress,
    schema: addressForm,
    prepare: withoutForeignState,
    input: async (values, context) => ({
      SupplierId: supplierId(context),
      BillingAddressId: await context.api(locations.findOrCreateAddress, values),
    }),
    conflictFields: {
      BillingAddressId: addressConflict(
        async (context) => (await context.api(suppliers.get, { id: supplierId(context) })).billingAddress,
      ),
    },
    saved: supplierMessages.addressSaved,
    notSaved: supplierMessages.addressNotSaved,
    next: readView,
  }),
  financial: commandForm({
    operation: suppliers.updateFinancialDetails,
    schema: updateSupplierFinancialDetails.omit({ SupplierId: true }),
    input: (values, context) => ({ ...values, SupplierId: supplierId(context) }),
    saved: supplierMessages.financialSaved,
    notSaved: supplierMessages.financialNotSaved,
    next: readView,
  }),
};

/** Loads the bank details that the user is about to confirm. */
export async function loadBankDetails(context: RequestContext) {
  const supplier = await context.api(suppliers.get, { id: supplierId(context) });
  if (!can(supplier, suppliers.verifyBankDetails)) throw missing();
  const { id, name, bsb, accountNumber, accountName } = supplier;
  return {
    id,
    name,
    bsb: bsb ?? "",
    accountNumber: accountNumber ?? "",
    accountName: accountName ?? "",
  };
}

export const bankDetailsForms: Record<string, CommandForm> = {
  confirm: commandForm({
    operation: suppliers.verifyBankDetails,
    schema: verifySupplierBankDetails.omit({ SupplierId: true }),
    input: (values, context) => ({ ...values, SupplierId: supplierId(context) }),
    saved: supplierMessages.bankDetailsConfirmed,
    notSaved: supplierMessages.bankDetailsNotConfirmed,
    next: (context) => `${paths.supplier(supplierId(context))}${context.url.search}`,
  }),
};
