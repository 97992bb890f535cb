import { createHash, randomBytes } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { CompactEncrypt } from "jose";
import { describe, expect, it, vi } from "vitest";
import type { SealedCookie } from "#app/services/session/sealed-cookie.server.ts";
import { CookieJar } from "#tests/support/services/cookies.ts";
import { sessionSecret } from "#tests/support/services/world.ts";

const otherSecret = "another secret that is just as long as the first one";
const inBrowser = 4_096;

/** Creates the cookie of a back office with these environment variables. */
async function cookieWith(
  env: Record<string, string> = {},
  options = { maxChunks: 6 },
): Promise<SealedCookie<unknown>> {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  vi.resetModules();
  const { sealedCookie } = await import("#app/services/session/sealed-cookie.server.ts");
  return sealedCookie<unknown>("session", options);
}

/** Random, so that it cannot be compressed, as with real tokens. */
const tokenOf = (bytes: number) => randomBytes(bytes).toString("base64url").slice(0, bytes);

describe("a sealed cookie", () => {
  it("returns any value that was stored", async () => {
    const cookie = await cookieWith();
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string(), fc.oneof(fc.string({ unit: "binary" }), fc.integer(), fc.boolean())),
        async (value) => {
          const jar = new CookieJar().keep(await cookie.seal(value, new Map()));
          expect(JSON.stringify(await cookie.open(jar))).toBe(JSON.stringify(value));
        },
      ),
    );
  });

  it("is encrypted, and differs every time", async () => {
    const cookie = await cookieWith();
    const [first, second] = [
      await cookie.seal("the very secret token", new Map()),
      await cookie.seal("the very secret token", new Map()),
    ];
    expect(first).not.toEqual(second);
    expect(Buffer.from(first?.join() ?? "", "base64url").toString()).not.toContain("secret");
  });

  it("holds tokens of 6 KB, split into cookies that browsers accept", async () => {
    const cookie = await cookieWith();
    const tokens = { access: tokenOf(6_000), refresh: tokenOf(6_000) };
    const jar = new CookieJar().keep(await cookie.seal(tokens, new Map()));
    expect(jar.size).toBeGreaterThan(2);
    for (const [name, value] of jar) expect(name.length + value.length).toBeLessThanOrEqual(inBrowser);
    expect(await cookie.open(jar)).toEqual(tokens);
  });

  it("is not created if it needs more cookies than allowed", async () => {
    const cookie = await cookieWith({}, { maxChunks: 2 });
    expect(await cookie.seal(tokenOf(12_000), new Map())).toBeUndefined();
  });

  it("removes cookies that it no longer needs", async () => {
    const cookie = await cookieWith();
    const jar = new CookieJar().keep(await cookie.seal(tokenOf(9_000), new Map()));
    expect(jar.size).toBeGreaterThan(1);
    jar.keep(await cookie.seal("short", jar));
    expect([...jar.keys()]).toEqual(["session"]);
    expect(await cookie.open(jar)).toBe("short");
  });

  it("cannot be used under another cookie's name", async () => {
    await cookieWith();
    const { sealedCookie } = await import("#app/services/session/sealed-cookie.server.ts");
    const draft = sealedCookie<string>("draft", { maxChunks: 2 });
    const session = sealedCookie<string>("session", { maxChunks: 2 });
    const jar = new CookieJar().keep(await draft.seal("written by the person at the browser", new Map()));
    jar.set("session", jar.get("draft") ?? "");
    expect(await draft.open(jar)).toBe("written by the person at the browser");
    expect(await session.open(jar)).toBeUndefined();
  });

  it("leaves no cookie behind when it is cleared", async () => {
    const cookie = await cookieWith();
    const jar = new CookieJar().keep(await cookie.seal(tokenOf(9_000), new Map()));
    expect(jar.keep(cookie.clear(jar)).size).toBe(0);
  });
});

describe("a sealed cookie is ignored", () => {
  const damages: Record<string, (jar: CookieJar) => void> = {
    "when one of its chunks is missing": (jar) => jar.delete("session.1"),
    "when its first chunk is missing": (jar) => jar.delete("session"),
    "when one of its chunks is truncated": (jar) => jar.set("session.1", jar.get("session.1")?.slice(0, -1) ?? ""),
    "when one of its characters was changed": (jar) => jar.set("session.1", changed(jar.get("session.1") ?? "")),
    "when two of its chunks were swapped": (jar) => {
      const [one = "", two = ""] = [jar.get("session.1"), jar.get("session.2")];
      jar.set("session.1", two).set("session.2", one);
    },
    "when it states fewer chunks than it has": (jar) => jar.set("session", `1${jar.get("session")?.slice(1)}`),
    "when it states more chunks than allowed": (jar) => jar.set("session", `1000000000${jar.get("session")?.slice(1)}`),
    "when its number of chunks is not a number": (jar) => jar.set("session", "many~pieces"),
    "when it is not a sealed value": (jar) => jar.set("session", "1~hello"),
    "when it is empty": (jar) => jar.set("session", ""),
  };

  it.each(Object.entries(damages))("%s", async (_, damage) => {
    const cookie = await cookieWith();
    const jar = new CookieJar().keep(await cookie.seal(tokenOf(9_000), new Map()));
    damage(jar);
    expect(await cookie.open(jar)).toBeUndefined();
  });

  it("when it is replaced by any other value", async () => {
    const cookie = await cookieWith();
    await fc.assert(
      fc.asyncProperty(fc.string(), async (value) => {
        expect(await cookie.open(new Map([["session", value]]))).toBeUndefined();
        expect(await cookie.open(new Map([["session", `1~${value}`]]))).toBeUndefined();
      }),
    );
  });

  it("when it decompresses to more than the limit", async () => {
    const cookie = await cookieWith();
    expect(await cookie.open(await packed(Buffer.alloc(200_000, "x")))).toHaveLength(200_000 - 2);
    expect(await cookie.open(await packed(Buffer.alloc(8_000_000, "x")))).toBeUndefined();
  });
});

describe("when SESSION_SECRET is changed", () => {
  it("cookies sealed with the old secret can still be opened, and new ones use the new secret", async () => {
    const before = await cookieWith({ SESSION_SECRET: sessionSecret });
    const old = new CookieJar().keep(await before.seal("Mia", new Map()));

    const between = await cookieWith({ SESSION_SECRET: `${otherSecret}, ${sessionSecret}` });
    expect(await between.open(old)).toBe("Mia");
    const renewed = new CookieJar().keep(await between.seal("Mia", new Map()));

    const after = await cookieWith({ SESSION_SECRET: otherSecret });
    expect(await after.open(renewed)).toBe("Mia");
    expect(await after.open(old)).toBeUndefined();
    expect(await before.open(renewed)).toBeUndefined();
  });
});

describe("the attributes of a sealed cookie", () => {
  it("hide it from scripts and other sites", async () => {
    const cookie = await cookieWith();
    const [line] = (await cookie.seal("Mia", new Map())) ?? [];
    expect(line).toMatch(/^session=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it("bind it to this host and to HTTPS if the public URL uses it", async () => {
    const cookie = await cookieWith({ PUBLIC_URL: "https://back.office.example" });
    const [line] = (await cookie.seal("Mia", new Map())) ?? [];
    expect(line).toMatch(/^__Host-session=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
  });

  it("make it a session cookie unless it has a maximum age", async () => {
    const cookie = await cookieWith({}, { maxChunks: 1, maxAgeSeconds: 1_200 } as { maxChunks: number });
    expect((await cookie.seal("Mia", new Map()))?.[0]).toContain("; Max-Age=1200");
  });
});

function changed(text: string): string {
  const last = text.at(-5) === "A" ? "B" : "A";
  return `${text.slice(0, -5)}${last}${text.slice(-4)}`;
}

/** Compresses a text and seals it with the right secret, as an attacker with the secret could. */
async function packed(text: Buffer): Promise<CookieJar> {
  const quote = Buffer.from('"');
  const plain = deflateRawSync(Buffer.concat([quote, text.subarray(2), quote]));
  const key = createHash("sha256").update(sessionSecret).digest();
  const sealed = await new CompactEncrypt(plain)
    .setProtectedHeader({ alg: "dir", enc: "A256GCM", kid: "session" })
    .encrypt(key);
  const pieces = sealed.match(/.{1,3800}/g) ?? [];
  return new CookieJar(
    pieces.map((piece, i): [string, string] =>
      i === 0 ? ["session", `${pieces.length}~${piece}`] : [`session.${i}`, piece],
    ),
  );
}
