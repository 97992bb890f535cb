import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BackOffice, startBackOffice } from "#tests/support/services/back-office.ts";
import type { CookieJar } from "#tests/support/services/cookies.ts";
import { signedInWith } from "#tests/support/services/session.ts";
import { api } from "#tests/support/services/world.ts";

const megabyte = 1024 * 1024;

let office: BackOffice;
let jar: CookieJar;
beforeAll(async () => {
  office = await startBackOffice();
  jar = await signedInWith();
  await office.ask("/suppliers/new", {}, jar);
});
afterAll(() => office.stop());

/** Posts this many megabytes in chunks until refused. @returns the status, or "cut" if the connection was dropped */
function pour(megabytes: number): Promise<number | "cut"> {
  const headers = { cookie: jar.header, origin: office.url, "content-type": "multipart/form-data; boundary=x" };
  const post = request(`${office.url}/suppliers/new`, { method: "POST", headers });
  const piece = Buffer.alloc(megabyte, "x");
  let left = megabytes;
  const more = () => {
    for (; left > 0; left -= 1) if (!post.write(piece)) return void post.once("drain", more);
    post.end();
  };
  return new Promise<number | "cut">((resolve) => {
    post.on("response", (response) => resolve(response.resume().statusCode ?? 0)).on("error", () => resolve("cut"));
    more();
  }).finally(() => post.destroy());
}

const nasty: Record<string, URLSearchParams> = {
  "__proto__.x": new URLSearchParams({ intent: "add", "__proto__.x": "1" }),
  "constructor.prototype.x": new URLSearchParams({ intent: "add", "constructor.prototype.x": "1" }),
  "hasOwnProperty.call": new URLSearchParams({ intent: "add", "hasOwnProperty.call": "1" }),
  "x.100000000.y": new URLSearchParams({ intent: "add", "x.100000000.y": "1" }),
  "a with a.b": new URLSearchParams({ intent: "add", a: "1", "a.b": "1" }),
  "a name of 20,000 parts": new URLSearchParams({ intent: "add", [`${"a.".repeat(20_000)}a`]: "1" }),
  "5,000 fields": new URLSearchParams(Array.from({ length: 5_000 }, (_, i) => [`field${i}`, "1"])),
};

describe("the back office", () => {
  it("reads five chunked uploads of 60 MB only up to the limit, without growing in memory", async () => {
    const before = await office.peakMemory();
    for (const answer of await Promise.all(Array.from({ length: 5 }, () => pour(60))))
      expect([413, "cut"]).toContain(answer);
    // In megabytes. Buffering all five would take 300.
    expect((await office.peakMemory()) - before).toBeLessThan(200);
  });

  it.each(Object.entries(nasty))("responds to a form with %s with a message", async (_, body) => {
    const response = await office.ask("/suppliers/new", { method: "POST", body }, jar);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("This form has fields that it should not have.");
  });

  it("works normally afterwards", async () => {
    const good = new URLSearchParams({ intent: "add", SupplierName: "Acacia", PrimaryContactEmail: "a@b.example" });
    expect((await office.ask("/suppliers/new", { method: "POST", body: good }, jar)).headers.get("location")).toBe(
      "/suppliers/61",
    );
    expect(api.received("POST /api/v1/suppliers/AddSupplier")).toHaveLength(1);
    expect(office.lines.join("\n")).not.toMatch(/unexpected error|TypeError/);
  });
});
