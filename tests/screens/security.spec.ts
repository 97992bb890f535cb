import type { APIResponse } from "@playwright/test";
import { aName, aSupplier, storedSupplier } from "#tests/support/browser/api.ts";
import { button, card, heading, seesToast, visit } from "#tests/support/browser/page.ts";
import { expect, test } from "#tests/support/browser/test.ts";
import { storedIn, watchComplaints, watchTokens } from "#tests/support/browser/watch.ts";

const ourOrigin = { origin: process.env.PUBLIC_URL ?? "" };

function policyOf(response: APIResponse): Map<string, string[]> {
  const parts = (response.headers()["content-security-policy"] ?? "")
    .split(";")
    .map((part) => part.trim().split(/\s+/));
  return new Map(parts.map(([name = "", ...sources]) => [name, sources]));
}

test.describe("every kind of response", { tag: "@javascript" }, () => {
  for (const [kind, path, status] of [
    ["a page", "/suppliers", 200],
    ["a page's data", "/suppliers.data", 200],
    ["a redirect", "/", 302],
    ["a redirect's data", "/_root.data", 202],
    ["a page that does not exist", "/nowhere", 404],
    ["data that does not exist", "/suppliers/999999999.data", 404],
    ["a resource", "/lookups/states/AU", 200],
    ["a page outside the shell", "/logged-out", 200],
    ["the health check", "/healthz", 200],
    ["the silent renewal", "/silent-token-renew", 204],
  ] as const) {
    test(`${kind} carries the security headers`, async ({ request }) => {
      const response = await request.get(path, { maxRedirects: 0 });
      expect(response.status()).toBe(status);
      expect(response.headers()).toMatchObject({
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",
        "x-frame-options": "DENY",
        "cache-control": "private, no-store",
      });
      const policy = policyOf(response);
      expect(policy.get("frame-ancestors")).toEqual(["'none'"]);
      expect(policy.get("base-uri")).toEqual(["'none'"]);
      expect(policy.get("object-src")).toEqual(["'none'"]);
      expect(policy.get("form-action")).toContain("'self'");
      expect(policy.get("script-src")?.join(" ")).not.toMatch(/unsafe|\*|http:/);
    });
  }

  test("each page has a different nonce", async ({ request }) => {
    const nonces = [];
    for (let i = 0; i < 2; i++)
      nonces.push(
        policyOf(await request.get("/suppliers"))
          .get("script-src")
          ?.find((source) => source.startsWith("'nonce-")),
      );
    expect(nonces[0]).toMatch(/^'nonce-.{20,}'$/);
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  test("static files have the right content type and are cacheable", async ({ request }) => {
    const html = await (await request.get("/suppliers")).text();
    const paths = [...html.matchAll(/(?:href|src)="(\/[^"]+\.(?:js|css|svg))"/g)].map(([, path = ""]) => path);
    expect(paths.length).toBeGreaterThan(3);
    for (const path of paths) {
      const { "cache-control": caching, "content-type": type } = (await request.get(path)).headers();
      expect(caching, path).toContain("immutable");
      expect(type, path).toMatch(/javascript|css|svg/);
    }
  });

  test("cookies are hidden from scripts and other sites", async ({ context, page }) => {
    await visit(page, "/suppliers");
    const ours = (await context.cookies(process.env.PUBLIC_URL)).filter(({ name }) =>
      /^(session|toast|draft)/.test(name),
    );
    expect(ours.length).toBeGreaterThan(0);
    for (const cookie of ours) expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
    // The time zone is the only cookie that scripts set and can read.
    expect(await page.evaluate(() => document.cookie)).toMatch(/^(tz=[^;]*)?$/);
  });
});

test("saving a form causes no violation of the Content Security Policy", { tag: "@core" }, async ({ page }) => {
  const complaints = await watchComplaints(page);
  const supplier = await aSupplier();
  await visit(page, `${supplier.path}?edit=general`);
  await button(card(page, "General"), "Save").click();
  await seesToast(page, "Supplier updated successfully.");
  expect(complaints).toEqual([]);
});

test("an injected script does not run", { tag: "@javascript" }, async ({ page }) => {
  const complaints = await watchComplaints(page);
  await page.route("**/suppliers", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      "<main",
      `<img src="x" onerror="document.title='planted'"><script>document.title = "planted"</script><main`,
    );
    await route.fulfill({ response, body });
  });
  await visit(page, "/suppliers");
  await expect.poll(() => complaints.length).toBeGreaterThanOrEqual(2);
  await expect(page).toHaveTitle("Suppliers · Countinghouse");
});

test("no token reaches the browser by client-side navigation", { tag: "@javascript" }, async ({ page, context }) => {
  const tokens = await watchTokens(page, context);
  await visit(page, "/suppliers");
  await page.getByRole("link", { name: "Next ›" }).first().click();
  await page.locator("tbody a").first().click();
  await expect(heading(page)).not.toHaveText("Suppliers");
  expect(await tokens.responsesWithOne()).toEqual([]);
  expect(tokens.responses()).toBeGreaterThan(2);
  expect(await storedIn(page)).not.toMatch(/eyJ/);
});

test.describe("a POST", { tag: "@javascript" }, () => {
  const add = (name: string) => ({ intent: "add", SupplierName: name, PrimaryContactEmail: "x@x.example" });

  for (const [whence, headers] of [
    ["another site", { origin: "https://elsewhere.example" }],
    ["a page that hides its origin", { origin: "null" }],
    ["another site according to the browser", { ...ourOrigin, "sec-fetch-site": "cross-site" }],
    ["another host of the same domain", { ...ourOrigin, "sec-fetch-site": "same-site" }],
    ["an unknown origin", {}],
  ] as [string, Record<string, string>][]) {
    for (const path of ["/suppliers/new", "/suppliers/new.data", "/logout", "/low-data"]) {
      test(`to ${path} from ${whence} is refused`, async ({ request }) => {
        const name = aName();
        const response = await request.post(path, { headers, form: add(name), maxRedirects: 0 });
        // Remix itself responds 500 to a foreign origin before the application is called.
        expect([403, 500]).toContain(response.status());
        expect(await (await request.get(`/suppliers?${new URLSearchParams({ name })}`)).text()).toMatch(
          /No (<!-- -->)?suppliers(<!-- -->)? match these filters/,
        );
      });
    }
  }

  for (const field of [
    "__proto__.polluted",
    "constructor.prototype.polluted",
    "a.__proto__",
    "SupplierName.x",
    "x.100000000.y",
  ]) {
    test(`with a field named ${field} is refused with a message`, async ({ request }) => {
      const response = await request.post("/suppliers/new", {
        headers: ourOrigin,
        form: { ...add(aName()), [field]: "1" },
        maxRedirects: 0,
      });
      expect(response.status()).toBe(400);
      expect(await response.text()).toContain("This form has fields that it should not have.");
    });
  }

  test("that is too large is refused with a message", async ({ request }) => {
    const multipart = { ...add(aName()), more: "x".repeat(5_000_000) };
    const response = await request.post("/suppliers/new", { headers: ourOrigin, multipart, maxRedirects: 0 });
    expect(response.status()).toBe(413);
    expect(await response.text()).toContain("Files may have at most ");
  });

  for (const [what, body, type] of [
    [
      "that is truncated",
      '--x\r\nContent-Disposition: form-data; name="intent"\r\n\r\nad',
      "multipart/form-data; boundary=x",
    ],
    ["of JSON", '{"intent":"add"}', "application/json"],
    ["with an empty body", "", "application/x-www-form-urlencoded"],
    ["with an unknown intent", "intent=constructor", "application/x-www-form-urlencoded"],
  ] as const) {
    test(`${what} is refused with a message instead of an internal error`, async ({ request }) => {
      const response = await request.post("/suppliers/new", {
        headers: { ...ourOrigin, "content-type": type },
        data: body,
        maxRedirects: 0,
      });
      expect(response.status()).toBe(400);
      expect(await response.text()).toMatch(/could not be read|did not arrive whole|does not belong to this page/);
    });
  }

  for (const [what, typed] of [
    ["a NUL", "a\u0000b"],
    ["a lone surrogate", "a\ud800b"],
    ["another field of the same name", ["first", "second"]],
  ] as const) {
    test(`with ${what} in a field causes no internal error`, async ({ request }) => {
      const supplier = await aSupplier();
      const body = new URLSearchParams({
        intent: "financial",
        BillingContactEmails: "a@x.example",
        ABN: "",
        BSB: "",
        AccountNumber: "",
      });
      for (const value of [typed].flat()) body.append("AccountName", value);
      const headers = { ...ourOrigin, "content-type": "application/x-www-form-urlencoded" };
      const response = await request.post(supplier.path, { headers, data: body.toString(), maxRedirects: 0 });
      expect([302, 400, 422]).toContain(response.status());
      expect(JSON.stringify(await storedSupplier(supplier.id))).not.toContain("\\u0000");
    });
  }
});

test("error responses reveal nothing about the server's software", { tag: "@javascript" }, async ({ request }) => {
  for (const path of [
    "/suppliers/%00",
    "/suppliers/1%27%20or%201=1",
    "/suppliers?page=1e99&name=%ff",
    `/suppliers?name=${"x".repeat(3_000)}`,
  ]) {
    const response = await request.get(path);
    expect(response.status(), path).toBeLessThan(500);
    expect(await response.text(), path).not.toMatch(/node_modules|\.tsx?:\d+|at \w+ \(/);
  }
});
