/** Options for choosing suppliers and marketplaces: all that the user may see. */

import { hierarchyOptions } from "#app/lib/hierarchy.ts";
import type { ChosenOnly, ListOption } from "#app/lib/list-state.ts";
import { paths } from "#app/lib/paths.ts";
import { ApiRefusal } from "#app/services/request/api.server.ts";
import { env } from "#app/services/request/environment.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { permissionsOf } from "#app/services/session/permissions.server.ts";
import { cachedForSession } from "#app/services/session/session-cache.server.ts";
import { marketplaces } from "#contract/marketplaces/operations.ts";
import { pickerPageSize } from "#contract/paging.ts";
import { productTypes } from "#contract/product-types/operations.ts";
import { suppliers } from "#contract/suppliers/operations.ts";

const everything = { pageSize: pickerPageSize, includeTotalCount: false };

export const asOption = ({ id, name }: { id: number; name: string }): ListOption => ({
  value: String(id),
  label: name,
});

const allSuppliers = async ({ api }: RequestContext) => (await api(suppliers.list, everything)).items;

/** For forms. Filters of lists use `supplierFilter`. */
export const supplierOptions = async (context: RequestContext) => (await allSuppliers(context)).map(asOption);

/** The suppliers to which the user may add products and shipping rules. */
export async function managedSupplierOptions(context: RequestContext): Promise<ListOption[]> {
  return (await allSuppliers(context)).filter(({ canManageProducts }) => canManageProducts !== false).map(asOption);
}

export const marketplaceOptions = async ({ api }: RequestContext) =>
  (await api(marketplaces.list, { ...everything, sortFieldName: "name" })).items.map(asOption);

/**
 * Caches the options of a filter, because a list needs them on every page, for the same session with the same
 * permissions. A record that somebody else has just added may be missing for that time.
 */
function cachedOptions(load: (context: RequestContext) => Promise<ListOption[]>) {
  const loadWithRights = async (context: RequestContext) => ({
    rights: JSON.stringify(await permissionsOf(context)),
    options: await load(context),
  });
  const cached = cachedForSession(env.filterOptionsMs, loadWithRights);
  return async (context: RequestContext): Promise<ListOption[]> => {
    const [{ rights, options }, permissions] = await Promise.all([cached(context), permissionsOf(context)]);
    return rights === JSON.stringify(permissions) ? options : load(context);
  };
}

/** Most options of a filter's select. Above it, the record is chosen on a page of its own, so that no list grows. */
const maxOptions = env.filterOptionsMax;

const fewSuppliers = cachedOptions(async ({ api }) =>
  (await api(suppliers.list, { pageSize: maxOptions + 1, includeTotalCount: false })).items.map(asOption),
);

/** Returns all suppliers, or the chosen one and the address of the page that chooses another for this list. */
export async function supplierFilter(context: RequestContext, listPath: string): Promise<ListOption[] | ChosenOnly> {
  const options = await fewSuppliers(context);
  if (options.length <= maxOptions) return options;
  const id = context.url.searchParams.get("supplierId");
  const chosen = id ? await chosenOption(context.api(suppliers.get, { id })) : [];
  return { chosen, path: paths.chooseSupplier(listPath) };
}

export const marketplaceFilter = cachedOptions(marketplaceOptions);
export const productTypeFilter = cachedOptions(async ({ api }) =>
  hierarchyOptions(await api(productTypes.hierarchy, {})),
);

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
