// Prints the figures as tables, and which budgets are met.
import { availableParallelism, loadavg } from "node:os";

const shown = (value, digits = 0) =>
  value === undefined
    ? "–"
    : value.toLocaleString("en-AU", { maximumFractionDigits: digits, minimumFractionDigits: digits });

/** Rows of the page table: heading, figure, digits. */
const pageRows = [
  ["JavaScript, cold, KiB", "js", 1],
  ["CSS, cold, KiB", "css", 1],
  ["document, cold, KiB", "document", 1],
  ["all bytes, cold, KiB", "all", 1],
  ["requests, cold", "requestsCold"],
  ["requests, warm", "requestsWarm"],
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
  ["requests a second, 10 connections", "perSecond"],
];

export function pagesTable(subjects, figures) {
  return table(
    ["", ...subjects.map(({ name }) => name)],
    pageRows.map(([heading, figure, digits]) => [
      heading,
      ...subjects.map(({ name }) => shown(figures[name][figure], digits)),
    ]),
  );
}

export function serversTable({ startSeconds, idleMegabytes }, api) {
  return table(
    ["", "median"],
    [
      ["start-up of the back office, s", shown(startSeconds, 2)],
      ["idle memory of the back office, MB", shown(idleMegabytes)],
      ["list of the API: requests a second, 10 connections", shown(api.perSecond)],
      ["list of the API: p50 / p95 / p99, ms", [api.p50, api.p95, api.p99].map((ms) => shown(ms, 1)).join(" / ")],
    ],
  );
}

const atMost = (promise, figure, limit, digits = 0) => [promise, shown(figure, digits), figure <= limit];

/** The budgets of every page; a long one has 200 rows. */
export function promisesOf({ name, isLong }, page) {
  return [
    atMost(`${name}: JavaScript at most 103 KiB`, page.js, 103, 1),
    atMost(`${name}: document at most ${isLong ? 40 : 15} KiB`, page.document, isLong ? 40 : 15, 1),
    atMost(`${name}: at most 2 requests, warm, and its images`, page.requestsWarm - page.images, 2),
    ...(isLong ? [] : [atMost(`${name}: at most 600 DOM elements`, page.elements, 600)]),
  ];
}

/** Returns each budget with its figure; times are compared with the bare page of the same run. */
export function promises(figures, office) {
  const ours = figures.ours;
  const bare = figures["bare Remix"];
  const times = (promise, figure, factor) => [
    promise,
    `${shown(ours[figure] / bare[figure], 2)} ×`,
    ours[figure] <= factor * bare[figure],
  ];
  return [
    atMost("JavaScript at most 103 KiB", ours.js, 103, 1),
    atMost("CSS at most 15 KiB", ours.css, 15, 1),
    atMost("document at most 15 KiB", ours.document, 15, 1),
    atMost("all bytes at most 129 KiB", ours.all, 129, 1),
    atMost("at most 10 requests, cold", ours.requestsCold, 10),
    atMost("at most 2 requests, warm", ours.requestsWarm, 2),
    times("first row, cold, slow: at most 1.5 × bare Remix", "rowColdSlow", 1.5),
    times("first row, warm, slow: at most 1.5 × bare Remix", "rowWarmSlow", 1.5),
    atMost("total blocking time, cold, slow: at most 200 ms", ours.blockedColdSlow, 200),
    times("next page, slow: at most 1.2 × bare Remix", "nextPageSlow", 1.2),
    atMost("heap at most 4 MB", ours.heap, 4, 1),
    atMost("at most 600 DOM elements", ours.elements, 600),
    atMost("low data: no JavaScript", ours.lightJs, 0, 1),
    ["at least 190 requests a second", shown(ours.perSecond), ours.perSecond >= 190],
    [
      "requests a second: at least 0.4 × bare Remix",
      `${shown(ours.perSecond / bare.perSecond, 2)} ×`,
      ours.perSecond >= 0.4 * bare.perSecond,
    ],
    atMost("start-up at most 1.1 s", office.startSeconds, 1.1, 2),
    atMost("idle memory at most 140 MB", office.idleMegabytes, 140),
  ];
}

export function promisesTable(list) {
  return table(
    ["promise", "seen", ""],
    list.map(([promise, seen, isKept]) => [promise, seen, isKept ? "holds" : "MISSED"]),
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

export function timesTable(cases) {
  return table(
    ["", "orders", "fastest, ms", "p50, ms", "p95, ms"],
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
