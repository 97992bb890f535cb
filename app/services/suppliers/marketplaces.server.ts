/** Loaders and forms of a supplier's marketplaces and agreements. */

import { paths } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { priceConflict } from "#app/services/forms/edit-conflicts.server.ts";
import { operatorZone } from "#app/services/pages/time-zone.server.ts";
import { download } from "#app/services/request/download.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { configuration } from "#app/services/session/identity.server.ts";
import { SupplierMarketplaceStatus } from "#contract/enumerations.ts";
import { files } from "#contract/files/operations.ts";
import { marketplaces } from "#contract/marketplaces/operations.ts";
import { pickerPageSize } from "#contract/paging.ts";
import { can } from "#contract/permissions.ts";
import { shownText } from "#contract/rules/edits.ts";
import { exclusive } from "#contract/rules/money.ts";
import { marketplaceTerms } from "#contract/suppliers/edits.ts";
import { suppliers } from "#contract/suppliers/operations.ts";
import {
  agreeToMarketplaceAgreement,
  type Supplier,
  supplierMarketplaceForm,
  supplierMessages,
} from "#contract/suppliers/schema.ts";

const idOf = ({ param }: RequestContext) => param("id");
const marketplaceIdOf = ({ param }: RequestContext) => param("marketplaceId");
const supplierOf = (context: RequestContext) => context.api(suppliers.get, { id: idOf(context) });

/** Returns the active marketplaces that the supplier is not on yet. */
export async function unassignedMarketplaces(context: RequestContext, supplier: Pick<Supplier, "marketplaces">) {
  const { items } = await context.api(marketplaces.list, {
    pageSize: pickerPageSize,
    pageNumber: 1,
    includeTotalCount: false,
    sortFieldName: "name",
  });
  return items
    .filter(({ isDisabled }) => !isDisabled)
    .filter(({ id }) => !supplier.marketplaces.some(({ marketplaceId }) => marketplaceId === id));
}

/** Loads the supplier for users who may manage its marketplaces; its page is below the dialog. */
async function managed(context: RequestContext) {
  const supplier = await supplierOf(context);
  if (!can(supplier, suppliers.upsertMarketplace)) throw missing();
  return supplier;
}

function linkOf(supplier: Supplier, context: RequestContext) {
  const link = supplier.marketplaces.find(({ marketplaceId }) => String(marketplaceId) === marketplaceIdOf(context));
  if (!link) throw missing();
  return link;
}

export async function loadNewLink(context: RequestContext) {
  const supplier = await managed(context);
  return {
    supplier: { id: supplier.id },
    marketplaces: await unassignedMarketplaces(context, supplier),
    commandId: newCommandId(),
  };
}

export async function loadLink(context: RequestContext) {
  const supplier = await managed(context);
  const { gstRate } = await configuration();
  const link = linkOf(supplier, context);
  return {
    supplier: { id: supplier.id, name: supplier.name },
    link,
    shown: shownText(marketplaceTerms(link)),
    gstRate,
    commandId: newCommandId(),
  };
}

/** Loads the page of an agreement that has a document. */
export async function loadAgreement(context: RequestContext) {
  const [supplier, timeZone] = await Promise.all([supplierOf(context), operatorZone()]);
  const link = linkOf(supplier, context);
  if (!link.agreementDocumentFileId) throw missing();
  return {
    supplier: { id: supplier.id, name: supplier.name, legalName: supplier.legalName },
    link,
    isPending: link.status === SupplierMarketplaceStatus.pending,
    canAgree: can(supplier, suppliers.agreeToMarketplaceAgreement),
    timeZone,
    commandId: newCommandId(),
  };
}

export type AgreementPage = Awaited<ReturnType<typeof loadAgreement>>;

export async function downloadAgreement(context: RequestContext) {
  const { supplier, link } = await loadAgreement(context);
  return download(context, {
    operation: files.get,
    input: { fileId: link.agreementDocumentFileId ?? "" },
    fileName: `${link.marketplaceName} Terms & Conditions.pdf`,
    page: paths.supplier(supplier.id),
    notDownloaded: supplierMessages.unexpected,
  });
}

function page(context: RequestContext): string {
  return `${paths.supplier(idOf(context))}${context.url.search}`;
}

const key = (context: RequestContext) => ({ SupplierId: idOf(context), MarketplaceId: marketplaceIdOf(context) });
const texts = { saved: supplierMessages.marketplaceSaved, notSaved: supplierMessages.unexpected, next: page };

/** Converts inc GST input to ex GST. */
async function withoutTax<T extends { ReferralCostPerClickCharge: number | null }>(values: T) {
  const { gstRate } = await configuration();
  return { ...values, ReferralCostPerClickCharge: exclusive(values.ReferralCostPerClickCharge, gstRate) };
}

export const linkForms: Record<string, CommandForm> = {
  add: commandForm({
    operation: suppliers.upsertMarketplace,
    schema: supplierMarketplaceForm,
    input: async (values, context) => ({ ...(await withoutTax(values)), SupplierId: idOf(context) }),
    ...texts,
  }),
  edit: commandForm({
    operation: suppliers.upsertMarketplace,
    schema: supplierMarketplaceForm.omit({ MarketplaceId: true }),
    input: async (values, context) => ({ ...(await withoutTax(values)), ...key(context) }),
    conflictFields: {
      CommissionRate: { display: (rate) => `${Math.round(Number(rate) * 10_000) / 100}%` },
      ReferralCostPerClickCharge: priceConflict,
    },
    ...texts,
  }),
  disable: commandForm({
    operation: suppliers.disableMarketplace,
    input: (_, context) => key(context),
    ...texts,
  }),
  enable: commandForm({
    operation: suppliers.enableMarketplace,
    input: (_, context) => key(context),
    ...texts,
  }),
  agree: commandForm({
    operation: suppliers.agreeToMarketplaceAgreement,
    schema: agreeToMarketplaceAgreement.pick({ AgreementDocumentFileId: true }),
    input: (values, context) => ({ ...values, ...key(context) }),
    ...texts,
  }),
};
