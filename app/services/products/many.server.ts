/** Changing many products at once: which ones, what is changed, and what that would do. All of it is in the address. */
import { z } from "zod";
import { historyPaths } from "#app/lib/history-paths.ts";
import { type ListOption, tickedRows, withWayBack } from "#app/lib/list-state.ts";
import { manyPaths } from "#app/lib/many-paths.ts";
import { paths, withParams } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { asOption, productTypeFilter } from "#app/services/forms/pickers.server.ts";
import { filtersOf, wrongFilters } from "#app/services/pages/filters.server.ts";
import { loadProgress, processIn } from "#app/services/pages/processing.server.ts";
import { ApiRefusal } from "#app/services/request/api.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { redirectWithError } from "#app/services/request/toast.server.ts";
import { hasFeature } from "#app/services/session/features.server.ts";
import { configuration } from "#app/services/session/identity.server.ts";
import { typedAmount, typedPercent } from "#contract/fields.ts";
import type { SentInput } from "#contract/operation.ts";
import { productMessages } from "#contract/products/commands.ts";
import { type ChangeKind, changeKinds, type ProductChange } from "#contract/products/many.ts";
import { products } from "#contract/products/operations.ts";
import { exclusive } from "#contract/rules/money.ts";
import { shippingRules } from "#contract/shipping-rules/operations.ts";
import { readingOf } from "./list.server.ts";

/** Query parameters of the page itself; the others are the filters of the list. */
const own = { kind: null, value: null, endsIn95: null, preview: null, All: null, _routes: null };

const listAddress = ({ url }: RequestContext) => withParams(`${paths.products()}${url.search}`, own);

const idsIn = ({ url }: RequestContext) => [...new Set(url.searchParams.getAll(tickedRows))];
const isAll = ({ url }: RequestContext) => url.searchParams.get("All") === "true";

/** Returns the products as the API expects them. "All that match" is expressed by the list's filters. */
async function whichOf(context: RequestContext) {
  if (!isAll(context)) return { Ids: idsIn(context) };
  const { hideVariants: _, ...filter } = filtersOf(context, products.list, await readingOf());
  return { Filter: filter };
}

/** A list may ignore an invalid filter and show more rows; a command that changes all matching rows must not. */
async function assertChosen(context: RequestContext): Promise<void> {
  if (isAll(context) && wrongFilters(context, products.list).length > 0)
    throw await redirectWithError(
      paths.products(),
      "The address had a filter that is not valid, so nothing was selected. Please search again.",
    );
  if (!isAll(context) && idsIn(context).length === 0)
    throw await redirectWithError(listAddress(context), "Please choose at least one product, or all that match.");
}

const dollarsOf = (min: number, message: string) => typedAmount({ min, max: 100_000, message });
const choiceOf = (message: string) => z.coerce.number(message).int(message).min(1, message);
const readers: Partial<Record<ChangeKind, z.ZodType<number>>> = {
  pricePercent: typedPercent({
    min: -0.99,
    max: 10,
    message: "Please enter a percentage between -99 and 1000, such as 5 or -2.5.",
  }),
  priceDollars: dollarsOf(-100_000, "Please enter an amount in dollars, such as 1.50 or -2."),
  flatRate: dollarsOf(0, "Please enter an amount in dollars, such as 9.95."),
  type: choiceOf("Please choose a product type."),
  rule: choiceOf("Please choose a shipping rule."),
};

/** What is typed, as the change that the API expects; a message if it is not valid. */
async function changeIn({ url }: RequestContext, kind: ChangeKind): Promise<ProductChange | string> {
  const reader = readers[kind];
  const typed = (url.searchParams.get("value") ?? "").slice(0, 100);
  const read = reader?.safeParse(typed);
  if (read && !read.success) return read.error.issues[0]?.message ?? "Please check this.";
  const value = read?.data ?? 0;
  const EndsIn95 = url.searchParams.get("endsIn95") === "true";
  switch (kind) {
    case "pricePercent":
      return { Kind: kind, Fraction: value, EndsIn95 };
    case "priceDollars":
      return { Kind: kind, Dollars: value, EndsIn95 };
    case "type":
      return { Kind: kind, ProductTypeId: value };
    case "rule":
      return { Kind: kind, ShippingRuleId: value };
    case "flatRate":
      return { Kind: kind, DomesticFlatRate: exclusive(value, (await configuration()).gstRate) };
    default:
      return { Kind: kind };
  }
}

const kindIn = ({ url }: RequestContext) => changeKinds.find((kind) => kind === url.searchParams.get("kind"));

/** The first rules, of the supplier that the list is filtered by, if it is. */
async function rulesFor(context: RequestContext): Promise<ListOption[]> {
  const supplierId = Number(context.url.searchParams.get("supplierId")) || undefined;
  const { items } = await context.api(shippingRules.list, { supplierId, pageSize: 200, includeTotalCount: false });
  return items.filter(({ isDisabled }) => !isDisabled).map(asOption);
}

async function optionsOf(context: RequestContext, kind: ChangeKind | undefined): Promise<ListOption[]> {
  if (kind === "type") return productTypeFilter(context);
  return kind === "rule" ? rulesFor(context) : [];
}

export async function loadMany(context: RequestContext) {
  await assertChosen(context);
  const { searchParams } = context.url;
  const kind = kindIn(context);
  const isPreviewed = kind !== undefined && searchParams.get("preview") === "true";
  const change = isPreviewed ? await changeIn(context, kind) : undefined;
  const seen = typeof change === "object" ? await previewOf(context, change) : undefined;
  return {
    kind,
    value: (searchParams.get("value") ?? "").slice(0, 100),
    endsIn95: searchParams.get("endsIn95") === "true",
    options: await optionsOf(context, kind),
    chosenCount: isAll(context) ? undefined : idsIn(context).length,
    /** The list with its filters and ticked rows, which the forms of the page carry on. */
    kept: [...searchParams].filter(([name]) => !(name in own) || name === "All"),
    parent: listAddress(context),
    problem: typeof change === "string" ? change : (seen?.problem ?? null),
    preview: seen?.preview,
    commandId: newCommandId(),
  };
}

async function previewOf(context: RequestContext, Change: ProductChange) {
  try {
    const input = { ...(await whichOf(context)), Change } as SentInput<typeof products.previewMany>;
    return { preview: await context.api(products.previewMany, input) };
  } catch (error) {
    if (!(error instanceof ApiRefusal) || ![404, 422].includes(error.status)) throw error;
    return { problem: Object.values(error.fields).flat()[0] ?? error.reason ?? productMessages.notSaved };
  }
}

export const manyForms: Record<string, CommandForm> = {
  change: commandForm({
    operation: products.changeMany,
    schema: z.object({}),
    input: async (_, context) => {
      await assertChosen(context);
      const kind = kindIn(context);
      const change = kind && (await changeIn(context, kind));
      if (typeof change !== "object") throw await redirectWithError(listAddress(context), "Please preview it first.");
      return { ...(await whichOf(context)), Change: change } as Omit<SentInput<typeof products.changeMany>, "Id">;
    },
    saved: "",
    notSaved: productMessages.notSaved,
    next: (context, id) => {
      const [, listSearch = ""] = withParams(listAddress(context), { [tickedRows]: null }).split("?");
      return withWayBack(manyPaths.progress(id), listSearch);
    },
  }),
};

export async function loadManyProgress(context: RequestContext) {
  const id = processIn(context);
  const page = await loadProgress(context, id);
  return { ...page, undoPath: (await hasFeature("history")) ? historyPaths.undo(id) : undefined };
}
