/** Options for choosing suppliers and marketplaces: all that the user may see. */

import { hierarchyOptions } from "#app/lib/hierarchy.ts";
import type { ChosenOnly, ListOption } from "#app/lib/list-state.ts";
import { paths } from "#app/lib/paths.ts";
import type { RecordKind, RecordMatches, RecordPicker } from "#app/lib/record-choice.ts";
import { ApiRefusal } from "#app/services/request/api.server.ts";
import { env } from "#app/services/request/environment.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { permissionsOf } from "#app/services/session/permissions.server.ts";
import { cachedForSession } from "#app/services/session/session-cache.server.ts";
import { marketplaces } from "#contract/marketplaces/operations.ts";
import { pickerPageSize } from "#contract/paging.ts";
import { can } from "#contract/permissions.ts";
import { productTypes } from "#contract/product-types/operations.ts";
import { suppliers } from "#contract/suppliers/operations.ts";

const everything = { pageSize: pickerPageSize, includeTotalCount: false };

export const asOption = ({ id, name }: { id: number; name: string }): ListOption => ({
  value: String(id),
  label: name,
});

/** Most records that are options of a select. Above it they are searched for, so that no page grows with them. */
const maxOptions = env.filterOptionsMax;

interface Search {
  find?: string | undefined;
  pageSize: number;
  includeTotalCount?: boolean;
}

const suppliersBy =
  (filters: { canManageProducts?: boolean }) =>
  async ({ api }: RequestContext, { find, ...paging }: Search): Promise<RecordMatches> => {
    const name = suppliers.list.input.shape.name.safeParse(find ?? "").data;
    const { items, totalCount } = await api(suppliers.list, { ...filters, ...paging, name });
    // An API without this filter returns all suppliers.
    const found = filters.canManageProducts ? items.filter((item) => item.canManageProducts !== false) : items;
    const options = found.map((item) => ({
      ...asOption(item),
      about: [item.city, item.state].filter(Boolean).join(", "),
    }));
    return { options, totalCount: totalCount ?? options.length };
  };

/** Finds records by a part of their name, sorted by name. */
export const searchRecords: Record<RecordKind, (context: RequestContext, search: Search) => Promise<RecordMatches>> = {
  suppliers: suppliersBy({}),
  managedSuppliers: suppliersBy({ canManageProducts: true }),
};

/** For a `RecordField` of a form, which offers the records of today. Filters of lists use `supplierFilter`. */
export async function recordPicker(context: RequestContext, kind: RecordKind): Promise<RecordPicker> {
  const { options } = await searchRecords[kind](context, { pageSize: maxOptions + 1, includeTotalCount: false });
  return options.length > maxOptions
    ? { kind }
    : { kind, options: options.map(({ value, label }) => ({ value, label })) };
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

const fewSuppliers = cachedOptions(async ({ api }) =>
  (await api(suppliers.list, { pageSize: maxOptions + 1, includeTotalCount: false })).items.map(asOption),
);

/** True for staff of a single supplier: all that they see is its own, so filters by supplier would change nothing. */
export async function isOfOneSupplier(context: RequestContext): Promise<boolean> {
  const [options, permissions] = await Promise.all([fewSuppliers(context), permissionsOf(context)]);
  return options.length === 1 && !can(permissions, suppliers.add);
}

/**
 * Returns all suppliers, or the chosen one and the address of the page that chooses another for this list. Undefined if
 * the filter is not to be shown.
 */
export async function supplierFilter(
  context: RequestContext,
  listPath: string,
): Promise<ListOption[] | ChosenOnly | undefined> {
  const options = await fewSuppliers(context);
  const id = context.url.searchParams.get("supplierId");
  if (!id && (await isOfOneSupplier(context))) return undefined;
  if (options.length <= maxOptions) return options;
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
