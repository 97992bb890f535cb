/** Loaders and forms of a marketplace's categories. */
import { paths, withParams } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { loadList } from "#app/services/pages/list.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { categoryDetails } from "#contract/categories/edits.ts";
import { categories } from "#contract/categories/operations.ts";
import { categoryFields, categoryMessages, categorySeparator, namesIn } from "#contract/categories/schema.ts";
import { marketplaces } from "#contract/marketplaces/operations.ts";
import { shownText } from "#contract/rules/edits.ts";

/** Query parameter with the fully qualified name of the category that is edited or deleted. */
const chosen = "category";

const marketplaceId = ({ param }: RequestContext) => param("id");
const underIn = ({ url }: RequestContext) => url.searchParams.get("under") ?? "";

/** The list, as it was before a category was chosen. */
const listOf = (context: RequestContext) =>
  withParams(`${paths.categories(marketplaceId(context))}${context.url.search}`, { [chosen]: null });

export async function loadCategories(context: RequestContext) {
  const id = marketplaceId(context);
  const [{ name }, groups, list] = await Promise.all([
    context.api(marketplaces.get, { id }),
    context.api(categories.groups, { marketplaceId: id }),
    loadList(context, categories.list, {
      views: "categories",
      buttons: { canEdit: categories.add },
      fixed: { marketplaceId: id },
    }),
  ]);
  const { filters, options, ...rest } = list.data;
  const groupId = filters.groupId ?? String(groups[0]?.id ?? "");
  const under = filters.searchText ? "" : (filters.under ?? "");
  const level = (to: string) =>
    withParams(paths.categories(id), { groupId: groups.length > 1 ? groupId : null, under: to || null });
  const above = namesIn(under).map((label, i, names) => ({
    label,
    to: level(names.slice(0, i + 1).join(categorySeparator)),
  }));
  const data = {
    ...rest,
    filters,
    options: { ...options, groupId: groups.map((group) => ({ value: String(group.id), label: group.name })) },
    marketplace: { id, name },
    isSearch: filters.searchText !== undefined,
    /** The levels from the root down to the one that is listed. */
    levels: above.length > 0 ? [{ label: "All", to: level("") }, ...above] : [],
  };
  return { ...list, data };
}

/** Data of the page, beside the rows. */
export type CategoriesPage = Awaited<ReturnType<typeof loadCategories>>["data"];

export async function loadNewCategory(context: RequestContext) {
  return { commandId: newCommandId(), under: underIn(context), listTo: listOf(context) };
}

export async function loadCategory(context: RequestContext) {
  const { searchParams } = context.url;
  const category = await context.api(categories.get, {
    groupId: searchParams.get("groupId") ?? "",
    fullName: searchParams.get(chosen) ?? "",
  });
  const details = categoryDetails(category);
  return {
    category,
    values: details,
    shown: shownText(details),
    commandId: newCommandId(),
    listTo: listOf(context),
  };
}

const { saved, removed, notSaved } = categoryMessages;
const keyOf = ({ url }: RequestContext) => ({
  GroupId: url.searchParams.get("groupId") ?? "",
  FullName: url.searchParams.get(chosen) ?? "",
});

export const newCategoryForms: Record<string, CommandForm> = {
  add: commandForm({
    operation: categories.add,
    schema: categoryFields,
    input: (values, context) => {
      const groupId = context.url.searchParams.get("groupId");
      return { ...values, MarketplaceId: marketplaceId(context), ...(groupId && { GroupId: groupId }) };
    },
    saved,
    notSaved,
    next: listOf,
  }),
};

export const categoryForms: Record<string, CommandForm> = {
  update: commandForm({
    operation: categories.update,
    schema: categoryFields,
    input: (values, context) => ({ ...values, ...keyOf(context) }),
    saved,
    notSaved,
    next: listOf,
  }),
  remove: commandForm({
    operation: categories.remove,
    input: (_, context) => keyOf(context),
    saved: removed,
    notSaved,
    next: listOf,
  }),
};
