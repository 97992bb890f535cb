/** Rate limits of the built back office, as clients see them. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BackOffice, startBackOffice } from "#tests/support/services/back-office.ts";
import { signedInWith } from "#tests/support/services/session.ts";
import { api } from "#tests/support/services/world.ts";

const limits = { RATE_LIMIT_PERSON: "30/1", RATE_LIMIT_ADDRESS: "20/1" };
let office: BackOffice;
beforeAll(async () => {
  office = await startBackOffice({ ...limits, TRUSTED_PROXIES: "1" });
});
afterAll(() => office.stop());

const from = (address: string) => ({ headers: { "x-forwarded-for": address } });

/** Repeats a request until it is refused. @returns the refusal */
async function refusalOf(ask: (turn: number) => Promise<Response>): Promise<Response> {
  for (let turn = 0; turn < 200; turn += 1) {
    const response = await ask(turn);
    if (response.status === 429) return response;
    await response.body?.cancel();
  }
  throw new Error("200 requests were not refused");
}

describe("a client that sends far too many requests", () => {
  it("is rate-limited by IP address while not signed in, without affecting others", async () => {
    const refused = await refusalOf(() => office.ask("/logged-out", from("203.0.113.7")));
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(await refused.text()).toMatch(
      /There were too many requests in a short time\. .* Please try again in (a second|\d+ seconds)\./,
    );
    expect((await office.ask("/logged-out", from("203.0.113.8"))).status).toBe(200);
    expect(
      (await office.ask("/suppliers", from("203.0.113.7"), await signedInWith({}, { subject: "31" }))).status,
    ).toBe(200);
  });

  it("is rate-limited by user while signed in, whatever the IP address, and keeps the input of a form", async () => {
    const jar = await signedInWith({}, { subject: "32" });
    await refusalOf((turn) => office.ask("/silent-token-renew", from(`198.51.100.${turn}`), jar));
    const form = new URLSearchParams({ intent: "add", SupplierName: "Typed before the refusal" });
    const attempts = Array.from({ length: 10 }, () =>
      office.ask("/suppliers/new", { method: "POST", body: form }, jar),
    );
    const refused = (await Promise.all(attempts)).find(({ status }) => status === 429);
    const page = await refused?.text();
    expect(page).toContain("Typed before the refusal");
    expect(page).toContain("Send again");
    expect(api.received("POST /api/v1/suppliers/AddSupplier").length).toBeLessThan(10);
  });

  it("cannot change its IP address by a header if no proxy is trusted", async () => {
    const open = await startBackOffice(limits);
    const refused = await refusalOf((turn) => open.ask("/logged-out", from(`203.0.113.${turn}`)));
    expect(refused.status).toBe(429);
    await open.stop();
  });
});
