// Measures what users notice in a browser: bytes, requests, time until the rows appear.
import { gzipSync } from "node:zlib";
import { chromium } from "@playwright/test";
import { findChromium } from "#scripts/chromium.mjs";

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

export async function openBrowser() {
  const browser = await chromium.launch({ executablePath: await findChromium(), args });
  return { version: browser.version(), measure: (subject) => measure(browser, subject), close: () => browser.close() };
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
    js: cold.bytes("Script"),
    // In style sheets, and inline, where they are part of the document's bytes.
    css: cold.bytes("Stylesheet") + (styles && gzipSync(styles).length) / kib,
    document: cold.bytes("Document"),
    all: cold.bytes(),
    requestsCold: cold.requests(),
    requestsWarm: warm.requests(),
    images: warm.requests("Image"),
    rowCold: cold.firstRow,
    rowWarm: warm.firstRow,
    heap: usedSize / 1e6,
    elements,
  };
}

async function slowFigures(browser, subject) {
  const context = await newContext(browser, subject);
  const cold = await visit(context, subject, slow);
  const warm = await visit(context, subject, slow);
  const nextPage = subject.row || subject.isLong ? undefined : await clickNext(warm.page);
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
  if (!subject.storageState) return {};
  const context = await newContext(browser, subject);
  await context.addCookies([{ name: "low-data", value: "on", url: subject.url }]);
  const light = await visit(context, { ...subject, hydrates: false });
  await context.close();
  return { lightJs: light.bytes("Script"), lightAll: light.bytes() };
}

async function newContext(browser, { storageState, row = "tbody tr" }) {
  const context = await browser.newContext({ storageState });
  await context.addInitScript(watch, row);
  return context;
}

/** Opens the list in a new tab, with gzip for all subjects. */
async function visit(context, { url, hydrates }, { cpu, network } = {}) {
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send("Network.enable");
  await devTools.send("Network.setExtraHTTPHeaders", { headers: { "accept-encoding": "gzip" } });
  if (cpu) await devTools.send("Emulation.setCPUThrottlingRate", { rate: cpu });
  if (network) await devTools.send("Network.emulateNetworkConditions", network);
  const traffic = watchTraffic(devTools);
  await page.goto(url, { waitUntil: "networkidle" });
  if (hydrates) await page.waitForSelector("html[data-hydrated=true]");
  const seen = await page.evaluate(() => window.seen);
  return { page, devTools, firstRow: seen.firstRow, blocked: seen.blocked, ...traffic };
}

/** Counts encoded bodies; cached responses do not count. */
function watchTraffic(devTools) {
  const requests = new Map();
  devTools.on("Network.requestWillBeSent", ({ requestId, type, request }) => {
    if (request.url.startsWith("http")) requests.set(requestId, { type, head: 0, bytes: 0, isCached: false });
  });
  const change = (requestId, alter) => {
    const request = requests.get(requestId);
    if (request) alter(request);
  };
  devTools.on("Network.requestServedFromCache", ({ requestId }) =>
    change(requestId, (request) => {
      request.isCached = true;
    }),
  );
  devTools.on("Network.responseReceived", ({ requestId, response }) =>
    change(requestId, (request) => {
      request.head = response.encodedDataLength;
      request.isCached ||= response.fromDiskCache === true;
    }),
  );
  devTools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) =>
    change(requestId, (request) => {
      request.bytes = encodedDataLength - request.head;
    }),
  );
  const sent = () => [...requests.values()].filter(({ isCached }) => !isCached);
  return {
    requests: (type) => sent().filter((request) => type === undefined || request.type === type).length,
    bytes: (type) =>
      sent().reduce((sum, request) => sum + (type === undefined || request.type === type ? request.bytes : 0), 0) / kib,
  };
}

/** Returns the milliseconds from the click to the frame that shows other rows. */
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

  function look() {
    const row = firstRow();
    if (row) seen.firstRow ??= performance.now();
    const left = JSON.parse(sessionStorage.getItem("left") ?? "null");
    if (row && left && row !== left.row) seen.nextPage ??= clock() - left.at;
    requestAnimationFrame(look);
  }
  requestAnimationFrame(look);
}
