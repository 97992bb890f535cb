/** The card and the dialog of the key of a supplier's carrier. */

import { paths } from "#app/lib/paths.ts";
import { type CommandForm, commandForm } from "#app/services/forms/command-form.server.ts";
import { operatorZone } from "#app/services/pages/time-zone.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { hasFeature } from "#app/services/session/features.server.ts";
import { can } from "#contract/permissions.ts";
import { shownText } from "#contract/rules/edits.ts";
import { formatMoment } from "#contract/rules/moments.ts";
import { supplierCarrierKey } from "#contract/suppliers/edits.ts";
import { suppliers } from "#contract/suppliers/operations.ts";
import { type Supplier, supplierMessages } from "#contract/suppliers/schema.ts";

const supplierId = ({ param }: RequestContext) => param("id");

/** Returns what is shown of the key: `Ends in 4f2a, set by Ada Nguyen on 23 Nov 2026, 4:20 pm`; null without a key. */
export async function carrierKeyText(supplier: Supplier): Promise<string | null> {
  const key = supplierCarrierKey(supplier).Key;
  if (!key) return null;
  const { ending, setBy, setDate } = key;
  const by = setBy ? ` by ${setBy}` : "";
  const set = setDate ? `, set${by} on ${formatMoment(setDate, await operatorZone())}` : "";
  return `${ending ? `Ends in ${ending}` : "Too short to show any of it"}${set}`;
}

/** Loads the dialog that removes the key. */
export async function loadCarrierKey(context: RequestContext) {
  const supplier = await context.api(suppliers.get, { id: supplierId(context) });
  const isOffered = (await hasFeature(suppliers.removeCarrierKey.feature)) && can(supplier, suppliers.removeCarrierKey);
  const key = await carrierKeyText(supplier);
  if (!isOffered || key === null) throw missing();
  return {
    supplier: { id: supplier.id, name: supplier.name },
    key,
    shown: shownText(supplierCarrierKey(supplier)),
  };
}

export const carrierKeyForms: Record<string, CommandForm> = {
  remove: commandForm({
    operation: suppliers.removeCarrierKey,
    input: (_, context) => ({ SupplierId: supplierId(context) }),
    saved: supplierMessages.carrierKeyRemoved,
    notSaved: supplierMessages.carrierKeyNotRemoved,
    next: (context) => `${paths.supplier(supplierId(context))}${context.url.search}`,
  }),
};
