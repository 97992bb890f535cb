/** Leads from a product to the one before or after it in the list that it was opened from. */

import { redirect } from "@remix-run/node";
import { fromList, openTab } from "#app/lib/list-state.ts";
import { paths, withParams } from "#app/lib/paths.ts";
import { filtersOf } from "#app/services/pages/filters.server.ts";
import { pagingOf } from "#app/services/pages/list.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { redirectWithSuccess } from "#app/services/request/toast.server.ts";
import type { SentInput } from "#contract/operation.ts";
import { type ListStep, listSteps } from "#contract/paging.ts";
import { products } from "#contract/products/operations.ts";
import { readingOf } from "./list.server.ts";
import { productId } from "./products.server.ts";

const ends: Record<ListStep, string> = {
  previous: "This is the first product of the list.",
  next: "This is the last product of the list.",
};

/** Opens the other product on the same tab, if it has that tab. */
export async function leadToNeighbour(context: RequestContext) {
  const step = listSteps.find((name) => name === context.param("step"));
  if (!step) throw missing();
  const own = productId(context);
  const list = { url: new URL(`?${context.url.searchParams.get(fromList) ?? ""}`, context.url) };
  const filters = filtersOf(list, products.list, await readingOf());
  const paging = pagingOf(list, products.list);
  const { hideVariants: _, ...others } = filters;
  const { sortFieldName, sortDirection } = paging;
  const input = { ...others, sortFieldName, sortDirection, id: own, step } as SentInput<typeof products.neighbour>;
  const { id } = await context.api(products.neighbour, input);
  const path = withParams(`${await tabOf(id ?? own, context)}${context.url.search}`, { [openTab]: null });
  if (id === null) return redirectWithSuccess(path, ends[step]);
  const page = await pageWith(id, step, { ...filters, ...paging } as SentInput<typeof products.list>, context);
  const from = withParams(list.url.search, { page: page > 1 ? page : null }).slice(1);
  return redirect(withParams(path, { [fromList]: from }));
}

/** Returns the page of the list that has the product, so that the way back leads to it: the same one, or the one beside it. */
async function pageWith(
  id: number,
  step: ListStep,
  list: SentInput<typeof products.list>,
  { api }: RequestContext,
): Promise<number> {
  const same = Number(list.pageNumber);
  const beside = step === "next" ? same + 1 : same - 1;
  for (const pageNumber of [same, beside].filter((page) => page > 0)) {
    const { items } = await api(products.list, { ...list, pageNumber, includeTotalCount: false });
    if (items.some((product) => product.id === id)) return pageNumber;
  }
  return same;
}

const tabs = {
  images: paths.productImages,
  attributes: paths.productAttributes,
  marketplaces: paths.productMarketplaces,
  variations: paths.productVariations,
  shipping: paths.productShipping,
};

async function tabOf(id: number | string, { api, url }: RequestContext): Promise<string> {
  const [name, path = paths.product] =
    Object.entries(tabs).find(([tab]) => tab === url.searchParams.get(openTab)) ?? [];
  if (name !== "variations" && name !== "shipping") return path(id);
  const { hasVariants, isReferralProduct } = await api(products.get, { id });
  const hasTab = name === "variations" ? hasVariants : !isReferralProduct;
  return hasTab ? path(id) : paths.product(id);
}
