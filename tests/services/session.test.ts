import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { log } from "~/services/log.server";
import { stateOf } from "~/services/request-state.server";
import { sessionOf } from "~/services/session.server";
import type { Session } from "~/services/signed-in";
import { CookieJar } from "../support/services/cookies.ts";
import { secondsFromNow, signedInWith, whoIsIn } from "../support/services/session.ts";
import { cutOff, json, text } from "../support/services/stub-server.ts";
import { tooLate } from "../support/services/too-late.ts";
import { authority, publicUrl } from "../support/services/world.ts";

const aboutToEnd = () => ({ expiresAt: secondsFromNow(30) });
const over = () => ({ expiresAt: secondsFromNow(-30) });

/** One request with these cookies: the session it finds, and the cookies it leaves the browser with. */
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
  it("is none without a cookie", async () => {
    expect((await request(new CookieJar())).session).toEqual({ status: "none" });
  });

  it("is used as it is while its token is good", async () => {
    const { session } = await request(await signedInWith());
    expect(session.status).toBe("live");
    expect(authority.renewals).toBe(0);
  });

  it("is renewed before its token ends, in the browser's cookies too", async () => {
    const jar = await signedInWith(aboutToEnd());
    const { session, jar: after } = await request(jar);
    expect(accessOf(session)).not.toBe((await whoIsIn(jar))?.tokens.access);
    expect((await whoIsIn(after))?.tokens.access).toBe(accessOf(session));
    expect(authority.renewals).toBe(1);
  });

  it("keeps its refresh token when the authority gives no new one", async () => {
    authority.on("POST /token", json({ token_type: "Bearer", access_token: "new", expires_in: 600 }));
    const jar = await signedInWith(aboutToEnd());
    const { jar: after } = await request(jar);
    expect((await whoIsIn(after))?.tokens.refresh).toBe((await whoIsIn(jar))?.tokens.refresh);
  });
});

const hours = 3600;

describe("a session that lasts long enough", () => {
  it("ends eight hours after it was used last, although its token could be renewed", async () => {
    const { session } = await request(await signedInWith({}, { seenAt: secondsFromNow(-8 * hours) }));
    expect(session.status).toBe("expired");
    expect((await request(await signedInWith({}, { seenAt: secondsFromNow(-7 * hours) }))).session.status).toBe("live");
  });

  it("ends 24 hours after signing in, however much it was used", async () => {
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

  it("ends when its cookie says nothing about its age", async () => {
    const { session } = await request(await signedInWith({}, { startedAt: undefined, seenAt: undefined }));
    expect(session.status).toBe("expired");
  });

  it("has its tokens renewed while it is used, which counts as use", async () => {
    const { jar } = await request(await signedInWith({}, { seenAt: secondsFromNow(-2 * hours) }));
    expect(authority.renewals).toBe(1);
    expect((await whoIsIn(jar))?.seenAt).toBeGreaterThan(secondsFromNow(-60));
  });

  it("without a refresh token counts its use all the same, and keeps its token", async () => {
    const before = await signedInWith({ refresh: undefined }, { seenAt: secondsFromNow(-2 * hours) });
    const { jar } = await request(before);
    expect((await whoIsIn(jar))?.seenAt).toBeGreaterThan(secondsFromNow(-60));
    expect((await whoIsIn(jar))?.tokens).toEqual((await whoIsIn(before))?.tokens);
  });
});

describe("requests at the moment of expiry", () => {
  it.each([20, 100])("make one renewal, also when they are %i, and all go on with what it brought", async (count) => {
    const answers = await requests(count, await signedInWith(over()));
    expect(authority.renewals).toBe(1);
    expect(new Set(answers.map(({ session }) => accessOf(session))).size).toBe(1);
    for (const { session, jar } of answers) expect((await whoIsIn(jar))?.tokens.access).toBe(accessOf(session));
  });

  it("make one renewal for each person", async () => {
    const [mia, ben] = [await signedInWith(over()), await signedInWith(over(), { subject: "8" })];
    const [[forMia], [forBen]] = await Promise.all([requests(10, mia), requests(10, ben)]);
    expect(authority.renewals).toBe(2);
    expect(forMia && accessOf(forMia.session)).not.toBe(forBen && accessOf(forBen.session));
  });
});

describe("requests that still bring the old cookie", () => {
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
    expect((await whoIsIn(late.jar))?.tokens).toEqual((await whoIsIn(first.jar))?.tokens);
    expect(authority.renewals).toBe(1);
  });

  it("ask the authority themselves after that", async () => {
    const old = await signedInWith(over());
    await request(old);
    await vi.advanceTimersByTimeAsync(31_000);
    await request(old);
    expect(authority.renewals).toBe(2);
  });
});

describe("an authority that can't renew right now", () => {
  const troubles = {
    "answers 500": text("<h1>Internal error</h1>", "text/html", 500),
    "cuts the line": cutOff,
    "answers no JSON": text("hello"),
    "answers no tokens": json({}),
    "refuses the client for a reason that is not the grant": authority.refusing("temporarily_unavailable"),
  };

  it.each(Object.entries(troubles))("signs nobody out when it %s", async (_, trouble) => {
    authority.on("POST /token", trouble);
    const { session, jar } = await request(await signedInWith(over()));
    expect(session.status).toBe("live");
    expect(await whoIsIn(jar)).toBeDefined();
    expect(log.warn).toHaveBeenCalledWith(expect.objectContaining({ subject: "7" }), "silent renewal failed");
  });

  it("keeps nobody waiting for ever", async () => {
    authority.on("POST /token", tooLate());
    expect((await request(await signedInWith(over()))).session.status).toBe("live");
    expect(log.warn).toHaveBeenCalled();
  });

  it("is asked again by the next request", async () => {
    const jar = await signedInWith(over());
    authority.on("POST /token", cutOff);
    await request(jar);
    authority.on("POST /token", authority.newTokens());
    expect((await whoIsIn((await request(jar)).jar))?.tokens.access).not.toBe((await whoIsIn(jar))?.tokens.access);
  });

  it("leaves no token in the log", async () => {
    authority.on("POST /token", cutOff);
    const jar = await signedInWith(over());
    await request(jar);
    const { tokens } = (await whoIsIn(jar)) ?? {};
    const logged = JSON.stringify(vi.mocked(log.warn).mock.calls);
    for (const token of [tokens?.access, tokens?.refresh]) expect(logged).not.toContain(token);
  });
});

describe("an authority that refuses the grant", () => {
  beforeEach(() => {
    authority.on("POST /token", authority.refusing("invalid_grant"));
  });

  it("ends the session when the access token is over", async () => {
    expect((await request(await signedInWith(over()))).session.status).toBe("expired");
  });

  it("lets it go on as long as the access token is good", async () => {
    expect((await request(await signedInWith(aboutToEnd()))).session.status).toBe("live");
    expect(log.warn).toHaveBeenCalled();
  });
});

describe("a session without a refresh token", () => {
  it("goes on to its end and not beyond, and asks nobody", async () => {
    expect((await request(await signedInWith({ ...aboutToEnd(), refresh: undefined }))).session.status).toBe("live");
    expect((await request(await signedInWith({ ...over(), refresh: undefined }))).session.status).toBe("expired");
    expect(authority.received("POST /token")).toEqual([]);
  });
});
