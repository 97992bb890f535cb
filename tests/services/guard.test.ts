import { describe, expect, it } from "vitest";
import { BadRequest } from "#app/services/request/bad-request.server.ts";
import { assertSameOrigin } from "#app/services/request/guard.server.ts";
import { publicUrl } from "#tests/support/services/world.ts";

describe("a request that changes something", () => {
  const from =
    (headers: Record<string, string>, method = "POST") =>
    () =>
      assertSameOrigin(new Request(`${publicUrl}/suppliers`, { method, headers }));

  it("is accepted from a page of this site", () => {
    expect(from({ "sec-fetch-site": "same-origin" })).not.toThrow();
    expect(from({ origin: publicUrl })).not.toThrow();
  });

  it.each(["cross-site", "same-site", "none", "nonsense"])(
    "is refused if the browser calls it %s, whatever its origin",
    (site) => {
      expect(from({ "sec-fetch-site": site, origin: publicUrl })).toThrow(BadRequest);
    },
  );

  it.each([
    "http://evil.example",
    "https://back.office.example",
    `${publicUrl}:8080`,
    `${publicUrl}.evil.example`,
    "null",
    "",
  ])("is refused from the origin “%s”", (origin) => {
    expect(from({ origin })).toThrow("This request did not come from a page of this site, so nothing was done.");
  });

  it("is refused if no header states its origin", () => {
    expect(from({})).toThrow(BadRequest);
  });

  it("is refused even if it forges this site's host name", () => {
    const evil = {
      origin: "http://evil.example",
      host: "evil.example",
      "x-forwarded-host": "evil.example",
      referer: publicUrl,
    };
    expect(from(evil)).toThrow(BadRequest);
  });

  it.each(["PUT", "PATCH", "DELETE"])("is refused from another origin also as %s", (method) => {
    expect(from({ origin: "http://evil.example" }, method)).toThrow(BadRequest);
  });
});

it.each(["GET", "HEAD"])("a %s may come from anywhere", (method) => {
  const request = new Request(publicUrl, { method, headers: { "sec-fetch-site": "cross-site" } });
  expect(() => assertSameOrigin(request)).not.toThrow();
});
