/** Options for choosing suppliers and marketplaces: all that the user may see. */

import type { ListOption } from "#app/lib/list-state.ts";
import { ApiRefusal } from "#app/services/request/api.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { marketplaces } from "#contract/marketplaces/operations.ts";
import { pickerPageSize } from "#contract/paging.ts";
import { suppliers } from "#contract/suppliers/operations.ts";

const everything = { pageSize: pickerPageSize, includeTotalCount: false };

export const asOption = ({ id, name }: { id: number; name: string }): ListOption => ({
  value: String(id),
  label: name,
});

const allSuppliers = async ({ api }: RequestContext) => (await api(suppliers.list, everything)).items;

export const supplierOptions = async (context: RequestContext) => (await allSuppliers(context)).map(asOption);

/** The suppliers to which the user may add products and shipping rules. */
export async function managedSupplierOptions(context: RequestContext): Promise<ListOption[]> {
  return (await allSuppliers(context)).filter(({ canManageProducts }) => canManageProducts !== false).map(asOption);
}

export const marketplaceOptions = async ({ api }: RequestContext) =>
  (await api(marketplaces.list, { ...everything, sortFieldName: "name" })).items.map(asOption);

/** Returns the record that a list is filtered by, to show its name; nothing if it cannot be read. */
export function chosenOption(record: Promise<{ id: number; name: string }>): Promise<ListOption[]> {
  return record.then(
    (found) => [asOption(found)],
    (error: unknown) => {
      if (error instanceof ApiRefusal) return [];
      throw error;
    },
  );
}
