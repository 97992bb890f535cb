// Prints the figures as Markdown tables.
import { availableParallelism, loadavg } from "node:os";

/** Returns a number as text; a dash for what was not measured. */
export const shown = (value, digits = 0) =>
  value === undefined
    ? "–"
    : value.toLocaleString("en-AU", { maximumFractionDigits: digits, minimumFractionDigits: digits });

/** Rows of the page table: heading, figure, digits. */
const pageRows = [
  ["JavaScript, cold, KiB", "js", 1],
  ["CSS, cold, KiB", "css", 1],
  ["document, cold, KiB", "document", 1],
  ["document, later, KiB", "documentLater", 1],
  ["all bytes, cold, KiB", "all", 1],
  ["requests, cold", "requestsCold"],
  ["requests, warm", "requestsWarm"],
  ["requests, next page", "requestsNext"],
  ["first row, cold, ms", "rowCold"],
  ["first row, warm, ms", "rowWarm"],
  ["first row, cold, slow, ms", "rowColdSlow"],
  ["first row, warm, slow, ms", "rowWarmSlow"],
  ["total blocking time, cold, slow, ms", "blockedColdSlow"],
  ["next page, slow, ms", "nextPageSlow"],
  ["heap, MB", "heap", 1],
  ["DOM elements", "elements"],
  ["low data: JavaScript, KiB", "lightJs", 1],
  ["low data: all bytes, KiB", "lightAll", 1],
  ["full pages a second", "perSecond"],
  ["navigations a second", "navigations"],
  ["processor time of a page, ms", "officeCpu", 1],
  ["– and of the API, ms", "apiCpu", 1],
  ["processor time of a next page, ms", "officeCpuNext", 1],
  ["– and of the API, ms", "apiCpuNext", 1],
];

/** @param seen the subjects with their figures: a page of the product, then its baselines, and so on */
export function pagesTable(seen) {
  const measured = pageRows.filter(([, figure]) => seen.some(({ figures }) => figures[figure] !== undefined));
  return table(
    ["", ...seen.map(({ page, kind }) => (kind === "ours" ? page : kind))],
    measured.map(([heading, figure, digits]) => [
      heading,
      ...seen.map(({ figures }) => shown(figures[figure], digits)),
    ]),
  );
}

export function serversTable({ startSeconds, idleMegabytes }, api) {
  return table(
    ["", "median"],
    [
      ["start-up of the back office, s", shown(startSeconds, 2)],
      ["idle memory of the back office, MB", shown(idleMegabytes)],
      ["list of orders of the API: requests a second, 10 connections", shown(api.perSecond)],
      [
        "list of orders of the API: p50 / p95 / p99, ms",
        [api.p50, api.p95, api.p99].map((ms) => shown(ms, 1)).join(" / "),
      ],
    ],
  );
}

export function promisesTable(list) {
  return table(
    ["promise", "seen", ""],
    list.map(({ promise, seen, isKept }) => [promise, seen, isKept ? "holds" : "MISSED"]),
  );
}

export function machine(chromium) {
  return `${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores, Node ${process.versions.node}, Chromium ${chromium}`;
}

/** Returns a Markdown table, aligned to be readable as plain text. */
function table(head, rows) {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column].length)));
  const line = (row) =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join(" | ")} |`;
  const rule = `|${widths.map((width, column) => (column === 0 ? `${"-".repeat(width + 2)}` : `${"-".repeat(width + 1)}:`)).join("|")}|`;
  return [line(head), rule, ...rows.map(line)].join("\n");
}

/** @param counted heading of the number of rows that were found */
export function timesTable(cases, counted = "orders") {
  return table(
    ["", counted, "fastest, ms", "p50, ms", "p95, ms"],
    cases.map(({ name, totalCount, fastest, p50, p95 }) => [
      name,
      shown(totalCount),
      ...[fastest, p50, p95].map((ms) => shown(ms, 1)),
    ]),
  );
}

/** Returns the machine's load average over one, five and fifteen minutes. */
export const loadText = () =>
  `load ${loadavg()
    .map((value) => value.toFixed(1))
    .join(" ")}`;
