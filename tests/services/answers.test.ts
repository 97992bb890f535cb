import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BackOffice, startBackOffice } from "#tests/support/services/back-office.ts";
import { CookieJar } from "#tests/support/services/cookies.ts";
import { secondsFromNow, signedInPerson, signedInWith } from "#tests/support/services/session.ts";
import { cutOff } from "#tests/support/services/stub-server.ts";
import { api } from "#tests/support/services/world.ts";

let office: BackOffice;
beforeAll(async () => {
  office = await startBackOffice();
});
afterAll(() => office.stop());

interface Kind {
  path: string;
  status: number;
  init?: RequestInit;
  /** Sets up a failure before the request. */
  given?: () => void;
}

const isAway = () => void api.on("GET /api/v1/suppliers", cutOff);
const refusedForm = () => ({
  method: "POST",
  body: new URLSearchParams({ intent: "add", SupplierName: "", PrimaryContactEmail: "" }),
});
const goodForm = () => ({
  method: "POST",
  body: new URLSearchParams({ intent: "add", SupplierName: "Acacia", PrimaryContactEmail: "a@b.example" }),
});
const fromElsewhere = () => ({
  method: "POST",
  headers: { "sec-fetch-site": "cross-site" },
  body: new URLSearchParams(),
});
const noForm = () => ({ method: "POST", body: new URLSearchParams({ intent: "nonsense" }) });

/** Every kind of response to a signed-in user. */
const kinds: Record<string, Kind> = {
  "a page": { path: "/suppliers", status: 200 },
  "a page with a dialog": { path: "/suppliers/new", status: 200 },
  "the data of a page": { path: "/suppliers.data", status: 200 },
  "a redirect": { path: "/", status: 302 },
  "a redirect as data": { path: "/_root.data", status: 202 },
  "a resource": { path: "/silent-token-renew", status: 204 },
  "a resource with data": { path: "/lookups/states/AU", status: 200 },
  "a resource with data, requested by a page": { path: "/lookups/states/AU.data", status: 200 },
  "a page that does not exist": { path: "/nothing/here", status: 404 },
  "a page whose list is unavailable": { path: "/suppliers", status: 503, given: isAway },
  "the data of a page whose list is unavailable": { path: "/suppliers.data", status: 503, given: isAway },
  "a form with validation errors": { path: "/suppliers/new", status: 422, init: refusedForm() },
  "a form that succeeded": { path: "/suppliers/new", status: 302, init: goodForm() },
  "a form that succeeded, as data": { path: "/suppliers/new.data", status: 202, init: goodForm() },
  "an unsupported method": { path: "/suppliers", status: 405, init: { method: "PUT" } },
  "a form that is refused": { path: "/suppliers/new", status: 400, init: noForm() },
};

/** Every kind of response to a visitor who is not signed in. */
const forAnybody: Record<string, Kind> = {
  "the redirect to sign-in": { path: "/suppliers", status: 302 },
  "the redirect to the authority": { path: "/login", status: 302 },
  "a sign-in that starts again": { path: "/auth-callback?code=a&state=b", status: 302 },
  "a failed sign-in": { path: "/auth-callback?error=access_denied&state=b", status: 200 },
  "the page after sign-out": { path: "/logged-out", status: 200 },
  "the health check": { path: "/healthz", status: 200 },
  "a request from another site": { path: "/low-data", status: 403, init: fromElsewhere() },
  "a request from another site, to a page": { path: "/logout", status: 403, init: fromElsewhere() },
  "a form sent without a session, as data": { path: "/suppliers/new.data", status: 401, init: refusedForm() },
};

async function answerOf({ path, init, given }: Kind, jar?: CookieJar): Promise<Response> {
  given?.();
  return office.ask(path, init, jar);
}

describe("a response has every security header:", () => {
  async function expectSafe(response: Response): Promise<void> {
    const headers = Object.fromEntries(response.headers);
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
      "cache-control": "private, no-store",
    });
    const policy = headers["content-security-policy"] ?? "";
    expect(policy).toMatch(
      /(?=.*default-src 'self')(?=.*frame-ancestors 'none')(?=.*base-uri 'none')(?=.*object-src 'none')(?=.*form-action 'self')/,
    );
    const [scripts = ""] = /script-src [^;]+/.exec(policy) ?? [];
    expect(scripts).toMatch(/^script-src 'self'( 'nonce-[\w+/]{22}==')?$/);
  }

  it.each(Object.entries(kinds))("%s", async (_, kind) => {
    const response = await answerOf(kind, await signedInWith());
    expect(response.status).toBe(kind.status);
    await expectSafe(response);
  });

  it.each(Object.entries(forAnybody))("%s", async (_, kind) => {
    const response = await answerOf(kind);
    expect(response.status).toBe(kind.status);
    await expectSafe(response);
  });
});

describe("a page", () => {
  it("has only scripts with its policy's nonce, which differs in every response", async () => {
    const jar = await signedInWith();
    const nonces = new Set<string>();
    for (const path of ["/suppliers", "/suppliers/new", "/logged-out"]) {
      const response = await office.ask(path, {}, jar);
      const [, nonce = ""] = /'nonce-([^']+)'/.exec(response.headers.get("content-security-policy") ?? "") ?? [];
      const scripts = (await response.text()).match(/<script\b[^>]*>/g) ?? [];
      expect(scripts.length).toBeGreaterThan(0);
      for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
  });

  it("works without any script in Low data", async () => {
    const page = await (
      await office.ask("/suppliers", { headers: { "save-data": "on" } }, await signedInWith())
    ).text();
    expect(page).toContain("Supplier 20");
    expect(page).not.toMatch(/<script|modulepreload/);
  });

  it("allows images and form targets only from the configured origins", async () => {
    const policy = (await office.ask("/suppliers", {}, await signedInWith())).headers.get("content-security-policy");
    expect(policy).toContain(`img-src 'self' data: blob: ${api.url}`);
    expect(policy).toMatch(/form-action 'self' http:\/\/localhost:\d+$/);
  });
});

describe("a renewed session is set by every kind of response:", () => {
  it.each(Object.entries(kinds))("%s", async (_, kind) => {
    const jar = await signedInWith({ expiresAt: secondsFromNow(-10) });
    const before = await signedInPerson(jar);
    const response = await answerOf(kind, jar);
    expect(response.status).toBe(kind.status);
    const after = await signedInPerson(jar.copy().keep(response.headers.getSetCookie()));
    expect(after?.subject).toBe("7");
    expect(after?.tokens.access).not.toBe(before?.tokens.access);
  });
});

describe("no token is in", () => {
  it.each(Object.entries(kinds))("%s", async (_, kind) => {
    const jar = await signedInWith();
    const { tokens } = (await signedInPerson(jar)) ?? {};
    const response = await answerOf(kind, jar);
    const all = `${await response.text()}\n${[...response.headers].join("\n")}`;
    for (const token of [tokens?.access, tokens?.refresh]) expect(all).not.toContain(token);
    expect(office.lines.join("\n")).not.toMatch(/access-|refresh-/);
  });
});

describe("a form from another site", () => {
  it("changes nothing, even if it forges this site's host name", async () => {
    const disguises: Record<string, string>[] = [
      { origin: "http://evil.example" },
      { origin: "http://evil.example", "x-forwarded-host": "evil.example" },
      { origin: "null" },
    ];
    for (const headers of disguises) {
      for (const path of ["/suppliers/new", "/suppliers/new.data", "/low-data", "/logout"]) {
        const response = await office.ask(path, { ...goodForm(), headers }, await signedInWith());
        // Remix checks the origin first, and refuses with an empty 500 response.
        expect([403, 500]).toContain(response.status);
        expect(response.headers.getSetCookie()).toEqual([]);
      }
    }
    expect(api.received("POST /api/v1/suppliers/AddSupplier")).toEqual([]);
  });
});

describe("if the public URL uses https", () => {
  it("cookies are secure and bound to the host, and browsers get an HSTS header", async () => {
    const secure = await startBackOffice({ PUBLIC_URL: "https://back.office.example" });
    try {
      const response = await secure.ask("/login", {}, new CookieJar());
      expect(response.headers.get("strict-transport-security")).toMatch(/^max-age=\d{7,}/);
      for (const line of response.headers.getSetCookie()) expect(line).toContain("; Secure");
      expect(new URL(response.headers.get("location") ?? "").searchParams.get("redirect_uri")).toBe(
        "https://back.office.example/auth-callback",
      );
    } finally {
      await secure.stop();
    }
  });
});
