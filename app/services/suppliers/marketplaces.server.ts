/** Loaders and forms of a supplier's marketplaces and agreements. */

import { z } from "zod";
import { paths } from "#app/lib/paths.ts";
import { priceTold } from "#app/services/forms/both-versions.server.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import type { Call } from "#app/services/request/call.server.ts";
import { download } from "#app/services/request/download.server.ts";
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

const idOf = ({ params }: Call) => params.id ?? "";
const marketplaceIdOf = ({ params }: Call) => params.marketplaceId ?? "";
const supplierOf = (call: Call) => call.api(suppliers.get, { id: idOf(call) });

/** Returns the marketplaces that the supplier is not on yet. */
export async function unassignedMarketplaces(call: Call, supplier: Pick<Supplier, "marketplaces">) {
  const { items } = await call.api(marketplaces.list, {
    pageSize: pickerPageSize,
    pageNumber: 1,
    includeTotalCount: false,
    sortFieldName: "name",
  });
  return items.filter(({ id }) => !supplier.marketplaces.some(({ marketplaceId }) => marketplaceId === id));
}

/** Loads the supplier for users who may manage its marketplaces; its page is below the dialog. */
async function managed(call: Call) {
  const supplier = await supplierOf(call);
  if (!can(supplier, suppliers.upsertMarketplace)) throw missing();
  return supplier;
}

function linkOf(supplier: Supplier, call: Call) {
  const link = supplier.marketplaces.find(({ marketplaceId }) => String(marketplaceId) === marketplaceIdOf(call));
  if (!link) throw missing();
  return link;
}

export async function loadNewLink(call: Call) {
  const supplier = await managed(call);
  return {
    supplier: { id: supplier.id },
    marketplaces: await unassignedMarketplaces(call, supplier),
    commandId: newCommandId(),
  };
}

export async function loadLink(call: Call) {
  const supplier = await managed(call);
  const { gstRate } = await configuration();
  const link = linkOf(supplier, call);
  return {
    supplier: { id: supplier.id, name: supplier.name },
    link,
    shown: shownText(marketplaceTerms(link)),
    gstRate,
    commandId: newCommandId(),
  };
}

/** Loads the page of an agreement that has a document. */
export async function loadAgreement(call: Call) {
  const [supplier, { defaultTimeZone }] = await Promise.all([supplierOf(call), configuration()]);
  const link = linkOf(supplier, call);
  if (!link.agreementDocumentFileId) throw missing();
  return {
    supplier: { id: supplier.id, name: supplier.name, legalName: supplier.legalName },
    link,
    isPending: link.status === SupplierMarketplaceStatus.pending,
    canAgree: can(supplier, suppliers.agreeToMarketplaceAgreement),
    timeZone: defaultTimeZone,
    commandId: newCommandId(),
  };
}

export type AgreementPage = Awaited<ReturnType<typeof loadAgreement>>;

export async function downloadAgreement(call: Call) {
  const { supplier, link } = await loadAgreement(call);
  return download(call, {
    operation: files.get,
    input: { fileId: link.agreementDocumentFileId ?? "" },
    fileName: `${link.marketplaceName} Terms & Conditions.pdf`,
    page: paths.supplier(supplier.id),
    notDownloaded: supplierMessages.unexpected,
  });
}

function page(call: Call): string {
  return `${paths.supplier(idOf(call))}${call.url.search}`;
}

const key = (call: Call) => ({ SupplierId: idOf(call), MarketplaceId: marketplaceIdOf(call) });
const words = { saved: supplierMessages.marketplaceSaved, notSaved: supplierMessages.unexpected, next: page };

/** Converts inc GST input to ex GST. */
async function withoutTax<T extends { ReferralCostPerClickCharge: number | null }>(values: T) {
  const { gstRate } = await configuration();
  return { ...values, ReferralCostPerClickCharge: exclusive(values.ReferralCostPerClickCharge, gstRate) };
}

export const linkForms: Record<string, CommandForm> = {
  add: commandForm({
    operation: suppliers.upsertMarketplace,
    schema: supplierMarketplaceForm,
    input: async (values, call) => ({ ...(await withoutTax(values)), SupplierId: idOf(call) }),
    ...words,
  }),
  edit: commandForm({
    operation: suppliers.upsertMarketplace,
    schema: supplierMarketplaceForm.omit({ MarketplaceId: true }),
    input: async (values, call) => ({ ...(await withoutTax(values)), ...key(call) }),
    told: {
      CommissionRate: { say: (rate) => `${Math.round(Number(rate) * 10_000) / 100}%` },
      ReferralCostPerClickCharge: priceTold,
    },
    ...words,
  }),
  disable: commandForm({
    operation: suppliers.disableMarketplace,
    schema: z.object({}),
    input: (_, call) => key(call),
    ...words,
  }),
  enable: commandForm({
    operation: suppliers.enableMarketplace,
    schema: z.object({}),
    input: (_, call) => key(call),
    ...words,
  }),
  agree: commandForm({
    operation: suppliers.agreeToMarketplaceAgreement,
    schema: agreeToMarketplaceAgreement.pick({ AgreementDocumentFileId: true }),
    input: (values, call) => ({ ...values, ...key(call) }),
    ...words,
  }),
};
