/** How the built back office ends and starts again without losing a request. */
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type BackOffice, startBackOffice } from "#tests/support/services/back-office.ts";
import { signedInWith } from "#tests/support/services/session.ts";
import { json } from "#tests/support/services/stub-server.ts";
import { api } from "#tests/support/services/world.ts";

describe("on SIGTERM", () => {
  it("/readyz responds 503 while pages are still served, and running requests are completed", async () => {
    const closing = await startBackOffice({ SHUTDOWN_DELAY_MS: "1500" });
    const jar = await signedInWith();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    api.on("GET /api/v1/suppliers", async (received, response) => {
      await held;
      await json({ items: [], totalCount: 0 })(received, response);
    });
    const running = closing.ask("/suppliers", {}, jar);
    await expect.poll(() => api.received("GET /api/v1/suppliers").length).toBe(1);
    expect((await closing.ask("/readyz")).status).toBe(200);
    const stopped = closing.stop();
    await expect.poll(async () => (await closing.ask("/readyz")).status).toBe(503);
    expect((await closing.ask("/logged-out")).status).toBe(200);
    release();
    expect((await running).status).toBe(200);
    await stopped;
  });

  it("no request fails during a rolling restart behind a proxy that polls /readyz", async () => {
    const jar = await signedInWith();
    // The longer the restarts take on a busy machine, the more pages this one person asks for.
    const settings = { SHUTDOWN_DELAY_MS: "400", RATE_LIMIT: "off" };
    const offices = await Promise.all([0, 1].map(() => startBackOffice(settings)));
    const isReady = [true, true];
    let isOver = false;
    const probes = Promise.all(
      offices.map(async (_, i) => {
        for (; !isOver; await wait(50))
          isReady[i] = await (offices[i] as BackOffice).ask("/readyz").then(
            ({ status }) => status === 200,
            () => false,
          );
      }),
    );
    const lost: unknown[] = [];
    let pages = 0;
    const readers = Array.from({ length: 3 }, async (_, turn) => {
      for (let i = turn; !isOver; i += 1) {
        const ready = offices.filter((_, at) => isReady[at]);
        const target = ready[i % ready.length] ?? offices[0];
        const status = await (target as BackOffice)
          .ask("/suppliers", {}, jar)
          .then((response) => response.text().then(() => response.status), String);
        pages += 1;
        if (status !== 200) lost.push(status);
      }
    });
    for (let restart = 0; restart < 4; restart += 1) {
      const at = restart % 2;
      await (offices[at] as BackOffice).stop();
      isReady[at] = false;
      offices[at] = await startBackOffice(settings);
      await expect.poll(() => isReady[at]).toBe(true);
    }
    isOver = true;
    await Promise.all([probes, ...readers]);
    await Promise.all(offices.map((each) => each.stop()));
    expect(pages).toBeGreaterThan(10);
    expect(lost).toEqual([]);
    // Six starts of a process, on a machine that may be busy.
  }, 90_000);
});
