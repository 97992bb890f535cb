import { beforeEach, describe, expect, it, vi } from "vitest";
import { CookieJar } from "#tests/support/services/cookies.ts";
import { signedInPerson, signedInWith } from "#tests/support/services/session.ts";
import { cutOff, json } from "#tests/support/services/stub-server.ts";
import { tooLate } from "#tests/support/services/too-late.ts";
import { send } from "#tests/support/services/visitor.ts";
import { api, authority, publicUrl } from "#tests/support/services/world.ts";

/** Returns the action of a newly started back office. */
async function logout() {
  vi.resetModules();
  const { publicRoute } = await import("#app/services/request/route.server.ts");
  const { signOut } = await import("#app/services/session/sign-in.server.ts");
  return publicRoute(signOut);
}

const goodbye = () =>
  `${authority.url}/end?${new URLSearchParams({ client_id: "countinghouse", post_logout_redirect_uri: `${publicUrl}/logged-out` })}`;

let jar: CookieJar;
beforeEach(async () => {
  jar = await signedInWith();
});

describe("signing out", () => {
  it("revokes both tokens, deletes the session, and redirects to the authority without a token in the URL", async () => {
    const { tokens } = (await signedInPerson(jar)) ?? {};
    const { status, headers, jar: after } = await send(await logout(), "/logout", {}, jar);
    expect([status, headers.get("location")]).toEqual([302, goodbye()]);
    expect(after.size).toBe(0);
    const revoked = authority.received("POST /revoke").map(({ body }) => new URLSearchParams(body).get("token"));
    expect(new Set(revoked)).toEqual(new Set([tokens?.access, tokens?.refresh]));
  });

  it("ends the session at the API, so that a copy of the cookie is useless", async () => {
    const { key, tokens } = (await signedInPerson(jar)) ?? {};
    await send(await logout(), "/logout", {}, jar);
    expect(
      api.received("POST /api/v1/users/SignOut").map(({ headers }) => [headers["x-session"], headers.authorization]),
    ).toEqual([[key, `Bearer ${tokens?.access}`]]);
  });

  it("makes the browser clear its cache and storage of this site", async () => {
    expect((await send(await logout(), "/logout", {}, jar)).headers.get("clear-site-data")).toBe('"cache", "storage"');
    expect((await send(await logout(), "/logout", {}, new CookieJar())).headers.get("clear-site-data")).toBe(
      '"cache", "storage"',
    );
  });

  it("deletes the session even if the API does not respond", async () => {
    api.on("POST /api/v1/users/SignOut", cutOff);
    const { headers, jar: after } = await send(await logout(), "/logout", {}, jar);
    expect(headers.get("location")).toBe(goodbye());
    expect(after.size).toBe(0);
  });

  it("works for a visitor who is not signed in", async () => {
    const { headers } = await send(await logout(), "/logout", {}, new CookieJar());
    expect(headers.get("location")).toBe("/logged-out");
    expect(authority.received("POST /revoke")).toEqual([]);
  });

  it("ends the authority's session even if it cannot revoke tokens", async () => {
    const { revocation_endpoint, ...document } = authority.document();
    authority.on("GET /.well-known/openid-configuration", json(document));
    expect((await send(await logout(), "/logout", {}, jar)).headers.get("location")).toBe(goodbye());
  });

  it("ends on this site if the authority has no end-session endpoint", async () => {
    const { end_session_endpoint, ...document } = authority.document();
    authority.on("GET /.well-known/openid-configuration", json(document));
    expect((await send(await logout(), "/logout", {}, jar)).headers.get("location")).toBe("/logged-out");
  });

  it.each([
    ["refuses to revoke", () => json({ error: "invalid_request" }, 400)],
    ["drops the connection", () => cutOff],
    ["does not respond", () => tooLate()],
  ])("deletes the session even if the authority %s", async (_, answer) => {
    authority.on("POST /revoke", answer());
    const { headers, jar: after } = await send(await logout(), "/logout", {}, jar);
    expect(headers.get("location")).toBe(goodbye());
    expect(after.size).toBe(0);
  });

  it("deletes the session even if the authority is unknown", async () => {
    api.on("GET /api/v1/configuration", cutOff);
    const { headers, jar: after } = await send(await logout(), "/logout", {}, jar);
    expect(headers.get("location")).toBe("/logged-out");
    expect(after.size).toBe(0);
  });
});
