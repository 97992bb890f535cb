// Measures what users notice in a browser: bytes, requests, time until the rows appear.
import { gzipSync } from "node:zlib";
import { chromium } from "@playwright/test";
import { findChromium } from "#scripts/chromium.mjs";
import { watchTraffic } from "./traffic.mjs";

const args = [
  "--no-sandbox",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];
/** A CPU slowed down 6 times, 1.6 Mbit/s, 150 ms of latency. */
const slow = {
  cpu: 6,
  network: { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 },
};
const kib = 1024;
/** After the next page has appeared, the browser may request more for this long. */
const quietMs = 1_500;

export async function openBrowser() {
  const browser = await chromium.launch({ executablePath: await findChromium(), args });
  return {
    version: browser.version(),
    measure: (subject) => measure(browser, subject),
    requestsOfNextPage: (subject) => requestsOfNextPage(browser, subject),
    close: () => browser.close(),
  };
}

async function measure(browser, subject) {
  return {
    ...(await plainFigures(browser, subject)),
    ...(await slowFigures(browser, subject)),
    ...(await lightFigures(browser, subject)),
  };
}

async function plainFigures(browser, subject) {
  const context = await newContext(browser, subject);
  const cold = await visit(context, subject);
  await cold.devTools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await cold.devTools.send("Runtime.getHeapUsage");
  const styles = await cold.page.evaluate(() =>
    [...document.querySelectorAll("style")].map(({ textContent }) => textContent).join(""),
  );
  const elements = await cold.page.evaluate(() => document.querySelectorAll("*").length);
  const warm = await visit(context, subject);
  await context.close();
  return {
    js: cold.traffic.kib("Script"),
    // In style sheets, and inline, where they are part of the document's bytes.
    css: cold.traffic.kib("Stylesheet") + (styles && gzipSync(styles).length) / kib,
    document: cold.traffic.kib("Document"),
    documentLater: warm.traffic.kib("Document"),
    all: cold.traffic.kib(),
    requestsCold: cold.traffic.requests(),
    requestsWarm: warm.traffic.requests(),
    images: warm.traffic.requests("Image"),
    rowCold: cold.firstRow,
    rowWarm: warm.firstRow,
    heap: usedSize / 1e6,
    elements,
  };
}

async function slowFigures(browser, subject) {
  const context = await newContext(browser, subject);
  const cold = await visit(context, subject, slow);
  // A tab that is slowed down keeps a processor busy even while nothing happens in it.
  await cold.page.close();
  const warm = await visit(context, subject, slow);
  const nextPage = subject.hasNextPage ? await clickNext(warm.page) : undefined;
  await context.close();
  return {
    rowColdSlow: cold.firstRow,
    rowWarmSlow: warm.firstRow,
    blockedColdSlow: cold.blocked,
    nextPageSlow: nextPage,
  };
}

/** Only the product has a low-data mode. */
async function lightFigures(browser, subject) {
  if (!subject.signIn) return {};
  const context = await newContext(browser, subject);
  await context.addCookies([{ name: "low-data", value: "on", url: subject.url }]);
  const light = await visit(context, { ...subject, hydrates: false });
  await context.close();
  return { lightJs: light.traffic.kib("Script"), lightAll: light.traffic.kib() };
}

/** Returns the addresses that the browser requests for the next page; not those of images. */
async function requestsOfNextPage(browser, subject) {
  if (!subject.hasNextPage) return undefined;
  const context = await newContext(browser, subject);
  const { page, traffic } = await visit(context, subject);
  traffic.forget();
  await clickNext(page);
  await page.waitForTimeout(quietMs);
  const images = traffic.urls("Image");
  await context.close();
  return traffic.urls().filter((url) => !images.includes(url));
}

async function newContext(browser, { signIn, row }) {
  const context = await browser.newContext({ storageState: await signIn?.() });
  await context.addInitScript(watch, row);
  return context;
}

/** Opens the page in a new tab, with gzip for all subjects. */
async function visit(context, subject, { cpu, network } = {}) {
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send("Network.enable");
  await devTools.send("Network.setExtraHTTPHeaders", { headers: { "accept-encoding": "gzip" } });
  if (cpu) await devTools.send("Emulation.setCPUThrottlingRate", { rate: cpu });
  if (network) await devTools.send("Network.emulateNetworkConditions", network);
  const traffic = watchTraffic(devTools);
  await page.goto(subject.url, { waitUntil: "networkidle" });
  if (subject.hydrates) await page.waitForSelector("html[data-hydrated=true]");
  await assertRows(page, subject);
  const seen = await page.evaluate(() => window.seen);
  return { page, devTools, traffic, firstRow: seen.firstRow, blocked: seen.blocked };
}

/** @throws Error if the page shows fewer rows, or others, than its subject says */
async function assertRows(page, { url, row, rows, first }) {
  const texts = await page.locator(row).allTextContents();
  if (texts.length < rows) throw new Error(`${url} has ${texts.length} rows, not ${rows}.`);
  const withoutSpaces = (text) => text.replaceAll(/\s/g, "");
  if (!withoutSpaces(texts[0]).includes(withoutSpaces(first)))
    throw new Error(`${url} begins with "${texts[0]}", not with "${first}".`);
}

/** Returns the milliseconds from the click until the frame that shows other rows has been painted. */
async function clickNext(page) {
  await page.getByRole("link", { name: /Next/ }).first().click({ noWaitAfter: true });
  const handle = await page.waitForFunction(() => window.seen?.nextPage, undefined, { polling: 50 });
  return handle.jsonValue();
}

/** Runs in the page before its own scripts. */
function watch(selector) {
  const seen = { firstRow: undefined, nextPage: undefined, blocked: 0 };
  window.seen = seen;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.blocked += Math.max(0, duration - 50);
  }).observe({ type: "longtask", buffered: true });

  const clock = () => performance.timeOrigin + performance.now();
  const firstRow = () => document.querySelector(selector)?.textContent;
  addEventListener("click", () => sessionStorage.setItem("left", JSON.stringify({ at: clock(), row: firstRow() })), {
    capture: true,
  });

  /** Calls it when the frame that is about to be made has been laid out and painted. */
  function afterFrame(then) {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => then();
    port2.postMessage(undefined);
  }

  function look() {
    const row = firstRow();
    if (row && seen.firstRow === undefined) afterFrame(() => (seen.firstRow ??= performance.now()));
    const left = JSON.parse(sessionStorage.getItem("left") ?? "null");
    if (row && left && row !== left.row && seen.nextPage === undefined)
      afterFrame(() => (seen.nextPage ??= clock() - left.at));
    requestAnimationFrame(look);
  }
  requestAnimationFrame(look);
}
