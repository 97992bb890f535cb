import { describe, expect, test } from "vitest";
import { readConfig } from "#api/core/config.ts";

const read = (env: Record<string, string>) => readConfig({ OIDC_CLIENT_SECRET: "a secret for tests alone", ...env });
const external = { OIDC_AUTHORITY: "https://login.example", DEMO: "off" };

describe("another OpenID authority", () => {
  test("requires the audience of its access tokens", () => {
    expect(() => read(external)).toThrow("OIDC_AUDIENCE: must be given with OIDC_AUTHORITY");
    expect(read({ ...external, OIDC_AUDIENCE: "https://api.example" }).oidc).toMatchObject({
      audience: "https://api.example",
      trustEmails: false,
    });
  });

  test("must not have the client as audience, or its ID tokens would be valid access tokens", () => {
    expect(() => read({ ...external, OIDC_CLIENT_ID: "office", OIDC_AUDIENCE: "office" })).toThrow(
      "OIDC_AUDIENCE: must name the API",
    );
  });
});

describe("demo accounts", () => {
  const publicUrl = { PUBLIC_URL: "https://office.shop.com.au" };

  test.each([
    ["by default", {}],
    ["switched on", { DEMO: "on", DATABASE_URL: "postgres://localhost/office" }],
  ])("%s at a public address prevent the start, with a one-line message", (_, env) => {
    expect(() => read({ ...publicUrl, ...env })).toThrow(
      /^The configuration is not usable. DEMO: the demo accounts have a published password and https:\/\/office.shop.com.au is a public address: set DEMO=off, or DEMO_AT_PUBLIC_ADDRESS=on as well$/,
    );
    expect(() => read({ API_PUBLIC_URL: "https://api.shop.com.au", ...env })).toThrow("DEMO_AT_PUBLIC_ADDRESS=on");
  });

  test("an invalid address is reported by the name of its variable", () => {
    expect(() => read({ PUBLIC_URL: "office.shop.com.au" })).toThrow(
      /^The configuration is not usable. PUBLIC_URL: Invalid URL$/,
    );
  });

  test("are available at a public address if that is confirmed, which is not needed without them", () => {
    expect(read({ ...publicUrl, DEMO: "on", DEMO_AT_PUBLIC_ADDRESS: "on" }).demo).toBe(true);
    expect(read({ ...publicUrl, DEMO: "off" }).demo).toBe(false);
    expect(read({ ...publicUrl, DATABASE_URL: "postgres://localhost/office" }).demo).toBe(false);
  });

  test.each([
    "http://localhost:3000",
    "https://127.0.0.1",
    "http://192.168.1.5:3000",
    "https://172.20.0.2",
    "https://[::1]:3000",
    "https://office",
    "https://a.local",
  ])("are available at %s, which is local", (PUBLIC_URL) => {
    expect(read({ PUBLIC_URL }).demo).toBe(true);
  });

  test.each(["https://172.32.0.1", "https://10.shop.com", "https://localhost.shop.com", "http://shop.com"])(
    "are refused at %s, which is not local",
    (PUBLIC_URL) => {
      expect(() => read({ PUBLIC_URL })).toThrow("is a public address");
    },
  );
});
