import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { log } from "#app/services/request/log.server.ts";
import { stateOf } from "#app/services/request/request-state.server.ts";
import { sessionOf } from "#app/services/session/session.server.ts";
import type { Session } from "#app/services/session/signed-in.ts";
import { CookieJar } from "#tests/support/services/cookies.ts";
import { secondsFromNow, signedInPerson, signedInWith } from "#tests/support/services/session.ts";
import { cutOff, json, text } from "#tests/support/services/stub-server.ts";
import { tooLate } from "#tests/support/services/too-late.ts";
import { authority, publicUrl } from "#tests/support/services/world.ts";

const aboutToEnd = () => ({ expiresAt: secondsFromNow(30) });
const over = () => ({ expiresAt: secondsFromNow(-30) });

/** Sends one request with these cookies. @returns its session and the browser's cookies afterwards */
async function request(jar: CookieJar): Promise<{ session: Session; jar: CookieJar }> {
  const state = stateOf({}, new Request(publicUrl, { headers: { cookie: jar.header } }));
  const session = await sessionOf(state);
  return { session, jar: jar.copy().keep(state.pendingCookies) };
}

const accessOf = (session: Session) => (session.status === "live" ? session.signedIn.tokens.access : session.status);
const requests = (count: number, jar: CookieJar) => Promise.all(Array.from({ length: count }, () => request(jar)));

beforeEach(() => {
  vi.spyOn(log, "warn");
});

describe("a session", () => {
  it("does not exist without a cookie", async () => {
    expect((await request(new CookieJar())).session).toEqual({ status: "none" });
  });

  it("is used unchanged while its token is valid", async () => {
    const { session } = await request(await signedInWith());
    expect(session.status).toBe("live");
    expect(authority.renewals).toBe(0);
  });

  it("of an earlier version, which did not store when to renew, is renewed", async () => {
    await request(await signedInWith({ renewAt: undefined } as never));
    expect(authority.renewals).toBe(1);
  });

  it("is renewed before its token expires, also in the browser's cookies", async () => {
    const jar = await signedInWith(aboutToEnd());
    const { session, jar: after } = await request(jar);
    expect(accessOf(session)).not.toBe((await signedInPerson(jar))?.tokens.access);
    expect((await signedInPerson(after))?.tokens.access).toBe(accessOf(session));
    expect(authority.renewals).toBe(1);
  });

  it("keeps its refresh token if the authority issues no new one", async () => {
    authority.on("POST /token", json({ token_type: "Bearer", access_token: "new", expires_in: 600 }));
    const jar = await signedInWith(aboutToEnd());
    const { jar: after } = await request(jar);
    expect((await signedInPerson(after))?.tokens.refresh).toBe((await signedInPerson(jar))?.tokens.refresh);
  });
});

describe("tokens that live for less than two minutes", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Visits after so many seconds, with the cookies of the visit before. @returns the tokens' lifetimes left at each */
  async function visits(lifetime: number, seconds: number[]): Promise<number[]> {
    const start = Date.now();
    vi.useFakeTimers({ toFake: ["Date", "setTimeout"], now: start });
    authority.on("POST /token", authority.newTokens({ expires_in: lifetime, refresh_token: undefined }));
    let { jar } = await request(await signedInWith(over()));
    const left: number[] = [];
    let at = 0;
    for (const second of seconds) {
      await vi.advanceTimersByTimeAsync((second - at) * 1000);
      at = second;
      const { session, jar: after } = await request(jar);
      jar = after;
      left.push(session.status === "live" ? session.signedIn.tokens.expiresAt - secondsFromNow(0) : 0);
    }
    return left;
  }

  it.each([20, 30, 60, 100])("are not renewed in the first half of their life of %i seconds", async (lifetime) => {
    await visits(lifetime, [1, 2, 3, lifetime / 2]);
    expect(authority.renewals).toBe(1);
  });

  it.each([20, 30, 60, 100])("are valid at each visit, also if they live for %i seconds only", async (lifetime) => {
    const left = await visits(
      lifetime,
      Array.from({ length: 40 }, (_, i) => i * 5),
    );
    expect(Math.min(...left)).toBeGreaterThan(0);
    expect(authority.renewals).toBeLessThan(3 + 200 / (lifetime / 2));
  });
});

const hours = 3600;

describe("the lifetime of a session", () => {
  it("ends eight hours after its last use, even if its token could be renewed", async () => {
    const { session } = await request(await signedInWith({}, { seenAt: secondsFromNow(-8 * hours) }));
    expect(session.status).toBe("expired");
    expect((await request(await signedInWith({}, { seenAt: secondsFromNow(-7 * hours) }))).session.status).toBe("live");
  });

  it("ends 24 hours after signing in, regardless of use", async () => {
    expect((await request(await signedInWith({}, { startedAt: secondsFromNow(-24 * hours) }))).session.status).toBe(
      "expired",
    );
    expect(
      (await request(await signedInWith(aboutToEnd(), { startedAt: secondsFromNow(-24 * hours) }))).session.status,
    ).toBe("expired");
    expect(authority.renewals).toBe(0);
    expect((await request(await signedInWith({}, { startedAt: secondsFromNow(-23 * hours) }))).session.status).toBe(
      "live",
    );
  });

  it("ends if its cookie has no timestamps", async () => {
    const { session } = await request(await signedInWith({}, { startedAt: undefined, seenAt: undefined }));
    expect(session.status).toBe("expired");
  });

  it("is extended by use, which renews its tokens", async () => {
    const { jar } = await request(await signedInWith({}, { seenAt: secondsFromNow(-2 * hours) }));
    expect(authority.renewals).toBe(1);
    expect((await signedInPerson(jar))?.seenAt).toBeGreaterThan(secondsFromNow(-60));
  });

  it("is extended by use even without a refresh token, and keeps the access token", async () => {
    const before = await signedInWith({ refresh: undefined }, { seenAt: secondsFromNow(-2 * hours) });
    const { jar } = await request(before);
    expect((await signedInPerson(jar))?.seenAt).toBeGreaterThan(secondsFromNow(-60));
    expect((await signedInPerson(jar))?.tokens).toEqual((await signedInPerson(before))?.tokens);
  });
});

describe("requests at the moment of expiry", () => {
  it.each([20, 100])("share a single renewal between %i requests, and all use its result", async (count) => {
    const answers = await requests(count, await signedInWith(over()));
    expect(authority.renewals).toBe(1);
    expect(new Set(answers.map(({ session }) => accessOf(session))).size).toBe(1);
    for (const { session, jar } of answers) expect((await signedInPerson(jar))?.tokens.access).toBe(accessOf(session));
  });

  it("cause one renewal for each user", async () => {
    const [mia, ben] = [await signedInWith(over()), await signedInWith(over(), { subject: "8" })];
    const [[forMia], [forBen]] = await Promise.all([requests(10, mia), requests(10, ben)]);
    expect(authority.renewals).toBe(2);
    expect(forMia && accessOf(forMia.session)).not.toBe(forBen && accessOf(forBen.session));
  });
});

describe("requests that still send the old cookie", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("get the renewed session for half a minute", async () => {
    const old = await signedInWith(over());
    const first = await request(old);
    await vi.advanceTimersByTimeAsync(29_000);
    const late = await request(old);
    expect(accessOf(late.session)).toBe(accessOf(first.session));
    expect((await signedInPerson(late.jar))?.tokens).toEqual((await signedInPerson(first.jar))?.tokens);
    expect(authority.renewals).toBe(1);
  });

  it("cause another renewal after half a minute", async () => {
    const old = await signedInWith(over());
    await request(old);
    await vi.advanceTimersByTimeAsync(31_000);
    await request(old);
    expect(authority.renewals).toBe(2);
  });
});

describe("an authority that temporarily cannot renew", () => {
  const troubles = {
    "responds 500": text("<h1>Internal error</h1>", "text/html", 500),
    "drops the connection": cutOff,
    "responds without JSON": text("hello"),
    "responds without tokens": json({}),
    "refuses the client for a reason other than the grant": authority.refusing("temporarily_unavailable"),
  };

  it.each(Object.entries(troubles))("does not end the session when it %s", async (_, trouble) => {
    authority.on("POST /token", trouble);
    const { session, jar } = await request(await signedInWith(over()));
    expect(session.status).toBe("live");
    expect(await signedInPerson(jar)).toBeDefined();
    expect(log.warn).toHaveBeenCalledWith(expect.objectContaining({ subject: "7" }), "silent renewal failed");
  });

  it("makes requests wait only until a timeout", async () => {
    authority.on("POST /token", tooLate());
    expect((await request(await signedInWith(over()))).session.status).toBe("live");
    expect(log.warn).toHaveBeenCalled();
  });

  it("is asked again by the next request", async () => {
    const jar = await signedInWith(over());
    authority.on("POST /token", cutOff);
    await request(jar);
    authority.on("POST /token", authority.newTokens());
    expect((await signedInPerson((await request(jar)).jar))?.tokens.access).not.toBe(
      (await signedInPerson(jar))?.tokens.access,
    );
  });

  it("leaves no token in the log", async () => {
    authority.on("POST /token", cutOff);
    const jar = await signedInWith(over());
    await request(jar);
    const { tokens } = (await signedInPerson(jar)) ?? {};
    const logged = JSON.stringify(vi.mocked(log.warn).mock.calls);
    for (const token of [tokens?.access, tokens?.refresh]) expect(logged).not.toContain(token);
  });
});

describe("an authority that refuses the grant", () => {
  beforeEach(() => {
    authority.on("POST /token", authority.refusing("invalid_grant"));
  });

  it("ends the session if the access token has expired", async () => {
    expect((await request(await signedInWith(over()))).session.status).toBe("expired");
  });

  it("does not end the session while the access token is valid", async () => {
    expect((await request(await signedInWith(aboutToEnd()))).session.status).toBe("live");
    expect(log.warn).toHaveBeenCalled();
  });
});

describe("a session without a refresh token", () => {
  it("lasts until its access token expires, without a request to the authority", async () => {
    expect((await request(await signedInWith({ ...aboutToEnd(), refresh: undefined }))).session.status).toBe("live");
    expect((await request(await signedInWith({ ...over(), refresh: undefined }))).session.status).toBe("expired");
    expect(authority.received("POST /token")).toEqual([]);
  });
});
