// What is promised, each a ratio, a count or a time of the pages that it names.
import { shown } from "./report.mjs";

const lists = ["suppliers", "orders", "products"];

/**
 * Returns each promise with what was seen. Those whose figures were not measured are left out.
 * @param seen the subjects with their figures
 * @param office start-up time and idle memory of the back office
 */
export function promises(seen, office = {}) {
  const figure = (page, kind, name) =>
    seen.find((subject) => subject.page === page && subject.kind === kind)?.figures[name];
  const ours = (page, name) => figure(page, "ours", name);
  const ratio = (page, name, ofBare = name) => ours(page, name) / figure(page, "bare Remix", ofBare);
  const measured = [...new Set(seen.map(({ page }) => page))];

  const atMost = (promise, value, limit, digits = 0) => ({
    promise,
    value,
    seen: shown(value, digits),
    isKept: value <= limit,
  });
  const times = (promise, limit, value, isKept) => ({
    promise: `${promise} ${limit} × bare Remix`,
    value,
    seen: `${shown(value, 2)} ×`,
    isKept,
  });
  const atMostTimes = (promise, value, limit) => times(`${promise}: at most`, limit, value, value <= limit);
  const atLeastTimes = (promise, value, limit) => times(`${promise}: at least`, limit, value, value >= limit);
  /** A promise about several pages shows the worst of them. */
  const eachAtMost = (promise, pages, name, limit, digits = 0) => {
    const values = pages.filter((page) => measured.includes(page)).map((page) => ({ page, value: ours(page, name) }));
    const worst = values.sort((a, b) => b.value - a.value)[0];
    const { value } = worst ?? {};
    return { promise, value, seen: `${shown(value, digits)} (${worst?.page})`, isKept: value <= limit };
  };

  return [
    atMostTimes("orders: first row, cold, slow", ratio("orders", "rowColdSlow"), 1.4),
    atMostTimes("orders: first row, warm, slow", ratio("orders", "rowWarmSlow"), 1.4),
    atMost("orders: total blocking time, cold, slow: at most 150 ms", ours("orders", "blockedColdSlow"), 150),
    atMostTimes("orders: next page, slow", ratio("orders", "nextPageSlow"), 1.15),
    atMostTimes("grid of products: first row, cold, slow", ratio("grid of products", "rowColdSlow"), 1.4),
    atMost(
      "grid of products: total blocking time, cold, slow: at most 150 ms",
      ours("grid of products", "blockedColdSlow"),
      150,
    ),
    eachAtMost("every list: next page with one request, and images", lists, "requestsNext", 1),
    atLeastTimes("suppliers: full pages a second", ratio("suppliers", "perSecond"), 0.4),
    atLeastTimes("orders: full pages a second", ratio("orders", "perSecond"), 0.3),
    atLeastTimes("products: full pages a second", ratio("products", "perSecond"), 0.3),
    ...lists.map((list) =>
      atLeastTimes(`${list}: navigations a second against full pages`, ratio(list, "navigations", "perSecond"), 0.8),
    ),
    eachAtMost("every page: JavaScript at most 103 KiB", measured, "js", 103, 1),
    eachAtMost("every page: CSS at most 15 KiB", measured, "css", 15, 1),
    eachAtMost(
      "lists and a product: document at most 15 KiB, after the first one",
      [...lists, "a product"],
      "documentLater",
      15,
      1,
    ),
    atMost(
      "200 approvals: document at most 34 KiB, after the first one",
      ours("200 approvals", "documentLater"),
      34,
      1,
    ),
    eachAtMost("every list: heap at most 4 MB", lists, "heap", 4, 1),
    eachAtMost("lists without images: at most 10 requests, cold", ["suppliers", "orders"], "requestsCold", 10),
    atMost("200 approvals: at most 2,000 DOM elements", ours("200 approvals", "elements"), 2_000),
    atMost(
      "200 approvals: total blocking time, cold, slow: at most 400 ms",
      ours("200 approvals", "blockedColdSlow"),
      400,
    ),
    eachAtMost("every page: no JavaScript in low data", measured, "lightJs", 0, 1),
    atMost("start-up at most 1.1 s", office.startSeconds, 1.1, 2),
    atMost("idle memory at most 140 MB", office.idleMegabytes, 140),
  ].filter(({ value }) => Number.isFinite(value));
}
