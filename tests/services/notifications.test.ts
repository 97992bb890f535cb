import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  loadNotifications,
  loadUnsubscribing,
  openNotification,
  unsubscribe,
} from "#app/services/notifications/notifications.server.ts";
import { discussionOf } from "#app/services/pages/discussion.server.ts";
import { emailsUnderWay } from "#app/services/pages/emails-under-way.server.ts";
import { shellOf } from "#app/services/pages/shell.server.ts";
import { publicRoute, resource, screen, shell } from "#app/services/request/route.server.ts";
import { loadSupplier } from "#app/services/suppliers/suppliers.server.ts";
import { CookieJar } from "#tests/support/services/cookies.ts";

import { signedInWith } from "#tests/support/services/session.ts";
import { cutOff, json, type Received } from "#tests/support/services/stub-server.ts";
import { send, visit } from "#tests/support/services/visitor.ts";
import { api, authority } from "#tests/support/services/world.ts";

const configured = (...features: string[]) => {
  const identity = { authority: authority.url, clientId: "back-office", scope: "openid" };
  return json({ identity, cdnBaseUrl: api.url, defaultTimeZone: "Australia/Perth", features });
};
beforeAll(() => {
  api.usually("GET /api/v1/configuration", configured("discussion", "notifications"));
});

let jar: CookieJar;
beforeEach(async () => {
  jar = await signedInWith();
});

describe("the bell", () => {
  const unread = async () => ((await visit(shell(shellOf), "/products", jar)).body as { unread?: string }).unread;

  it.each([
    [0, ""],
    [7, "7"],
    [100, "99+"],
  ])("with %d unread notifications shows %j", async (count, text) => {
    api.on("GET /api/v1/notifications/unread", json(count));
    expect(await unread()).toBe(text);
  });

  it.each([
    ["cannot be counted", cutOff],
    ["are not counted within a second", () => undefined],
  ])("shows no number if the notifications %s", async (_, answer) => {
    api.on("GET /api/v1/notifications/unread", answer);
    expect(await unread()).toBe("");
  });
});

describe("a notification", () => {
  const open = resource(screen(openNotification));

  it.each([
    ["/orders/7#discussion", "/orders/7#discussion"],
    ["https://evil.example/", "/notifications"],
    ["//evil.example/", "/notifications"],
    ["/\\evil.example/", "/notifications"],
  ])("that leads to %s is opened at %s", async (path, location) => {
    api.on("POST /api/v1/notifications/Open", json(path));
    const { status, headers } = await visit(open, "/notifications/5", jar, { id: "5" });
    expect([status, headers.get("location")]).toEqual([302, location]);
    const [{ body }] = api.received("POST /api/v1/notifications/Open") as [Received];
    expect(JSON.parse(String(body))).toMatchObject({ NotificationId: "5" });
  });

  it.each(["x", "1%20or%201", "99999999999999999999"])("with the id %s is not there", async (id) => {
    const { status } = await visit(open, `/notifications/${id}`, jar, { id });
    expect(status).toBe(404);
    expect(api.received("POST /api/v1/notifications/Open")).toEqual([]);
  });

  it("has its time in the time zone of the operator, and earlier ones follow the last", async () => {
    const item = { id: 9, kind: "failed", title: "It failed", path: "/", more: 0, isRead: false };
    const items = [
      { ...item, at: "2026-03-02T16:30:00Z" },
      { ...item, id: 4, at: "2026-03-01T01:00:00Z" },
    ];
    api.on("GET /api/v1/notifications", json({ items, hasEarlier: true }));
    const { body } = await visit(screen(loadNotifications), "/notifications?before=%3Cb%3E", jar);
    expect(body).toMatchObject({
      items: [{ at: "03 Mar 2026, 12:30 am" }, { at: "01 Mar 2026, 9:00 am" }],
      earlierTo: "/notifications?before=4",
      latestId: 9,
    });
  });
});

describe("emails that leave later", () => {
  const waiting = (count: number, lastDate: string | null) =>
    api.on("GET /api/v1/notifications/emailsUnderWay", json({ count, lastDate }));
  const said = async () => {
    const sentence = screen(async (context) => ({ emails: await emailsUnderWay(context) }));
    return ((await visit(sentence, "/users", jar)).body as { emails?: string }).emails;
  };

  it("are counted, with the day on which the last one leaves", async () => {
    waiting(61, "2030-03-02T07:40:00Z");
    expect(await said()).toBe(
      "61 emails of yours, such as invitations, are on their way, the last at about 02 Mar 2030, 3:40 pm.",
    );
  });

  it("have the time alone if the last one leaves today", async () => {
    waiting(1, new Date().toISOString());
    expect(await said()).toMatch(
      /^1 of your emails, such as invitations, is on its way and leaves at about \d+:\d\d [ap]m\.$/,
    );
  });

  it("are not mentioned once they have left", async () => {
    waiting(0, null);
    expect(await said()).toBeUndefined();
  });

  it("are named on the page of a supplier whose users are managed there", async () => {
    const supplier = { id: 5, name: "Acacia", description: "", users: [], marketplaces: [], canManageUsers: true };
    api.on("GET /api/v1/suppliers/5", json(supplier));
    api.on("GET /api/v1/discussion/supplier/5", json({ messages: [], hasEarlier: false, canWrite: false }));
    waiting(31, "2030-03-02T07:40:00Z");
    const { body } = await visit(screen(loadSupplier), "/suppliers/5", jar, { id: "5" });
    expect(body).toMatchObject({ emails: expect.stringMatching(/^31 emails of yours/) });
  });
});

describe("stopping emails", () => {
  const key = "k".repeat(32);

  it("needs no session, and asks before it stops anything", async () => {
    const address = `/unsubscribe?key=${key}&kind=failed`;
    const { body } = await visit(publicRoute(loadUnsubscribing), address, new CookieJar());
    expect(body).toMatchObject({ isComplete: true, what: expect.stringContaining("What failed"), outcome: null });
    expect(api.received("POST /api/v1/notifications/Unsubscribe")).toEqual([]);
    api.on("POST /api/v1/notifications/Unsubscribe", json(true));
    const sent = await send(publicRoute(unsubscribe), address, {}, new CookieJar());
    expect([sent.status, sent.headers.get("location")]).toEqual([302, `${address}&stopped=yes`]);
    const [{ body: command, headers }] = api.received("POST /api/v1/notifications/Unsubscribe") as [Received];
    expect(JSON.parse(String(command))).toMatchObject({ Key: key, Kind: "failed" });
    expect(headers.authorization).toBeUndefined();
  });

  it.each(["", "?key=", "?key=short", `?key=${"k".repeat(5_000)}`, "?key=%00"])(
    "with %j sends nothing",
    async (search) => {
      const { body } = await visit(publicRoute(loadUnsubscribing), `/unsubscribe${search}`, new CookieJar());
      expect(body).toMatchObject({ isComplete: false });
      const sent = await send(publicRoute(unsubscribe), `/unsubscribe${search}`, {}, new CookieJar());
      expect(sent.headers.get("location")).toContain("stopped=no");
      expect(api.received("POST /api/v1/notifications/Unsubscribe")).toEqual([]);
    },
  );
});

describe("a discussion", () => {
  const load = screen((context) => discussionOf(context, "order", 7));
  const message = { id: 30, text: "Hello", authorName: "Ana Lee", writtenAt: "2026-03-02T01:00:00Z", canDelete: false };
  const answer = (hasEarlier: boolean) =>
    json({ messages: [{ ...message, audience: "operators" }], hasEarlier, canWrite: true });

  it("leads to earlier messages and back, and keeps the way back to the list", async () => {
    api.on("GET /api/v1/discussion/order/7", answer(true));
    const { body } = await visit(load, "/orders/7?list=%3Fpage%3D2", jar);
    expect(body).toMatchObject({
      path: "/orders/7",
      messages: [{ isInternal: true, at: "02 Mar 2026, 9:00 am" }],
      earlierTo: "/orders/7?list=%3Fpage%3D2&messagesBefore=30#discussion",
      latestTo: undefined,
    });
    api.on("GET /api/v1/discussion/order/7", answer(false));
    const earlier = await visit(load, "/orders/7?messagesBefore=30", jar);
    expect(earlier.body).toMatchObject({ earlierTo: undefined, latestTo: "/orders/7#discussion" });
  });

  it("ignores a wrong place to begin at", async () => {
    api.on("GET /api/v1/discussion/order/7", answer(false));
    await visit(load, "/orders/7?messagesBefore=1%20or%201", jar);
    const [{ query }] = api.received("GET /api/v1/discussion/order/7") as [Received];
    expect(query.get("before") ?? "").toBe("");
  });
});
