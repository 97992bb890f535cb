/** Loaders and forms of the notifications, and of the page that stops emails. */
import { redirect } from "@remix-run/node";
import { z } from "zod";
import { paths, withParams } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { operatorZone } from "#app/services/pages/time-zone.server.ts";
import { callOperation } from "#app/services/request/api.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { hasFeature } from "#app/services/session/features.server.ts";
import { notifications } from "#contract/notifications/operations.ts";
import {
  kindNames,
  mailSettings,
  type NotificationKind,
  notificationKinds,
  notificationTexts,
  unsubscribeKey,
} from "#contract/notifications/schema.ts";
import { shownText } from "#contract/rules/edits.ts";
import { formatMoment } from "#contract/rules/moments.ts";

export async function loadNotifications(context: RequestContext) {
  const before = context.url.searchParams.get("before") ?? "";
  const [{ items, hasEarlier }, timeZone] = await Promise.all([
    context.api(notifications.list, { before: /^\d{1,9}$/.test(before) ? before : "" }),
    operatorZone(),
  ]);
  return {
    items: items.map(({ at, path: _, ...item }) => ({ ...item, at: formatMoment(at, timeZone) })),
    earlierTo: hasEarlier ? withParams(paths.notifications(), { before: items.at(-1)?.id ?? null }) : undefined,
    /** Later ones have not been seen. */
    latestId: items[0]?.id,
    commandId: newCommandId(),
  };
}

export const notificationForms: Record<string, CommandForm> = {
  read: commandForm({
    operation: notifications.markAllRead,
    schema: z.object({ LatestId: z.string().max(20) }),
    input: (values) => values,
    saved: notificationTexts.allRead,
    notSaved: notificationTexts.notRead,
    next: () => paths.notifications(),
  }),
};

/** Leads to what the notification is about, which is then read. */
export async function openNotification(context: RequestContext): Promise<Response> {
  const id = context.param("id");
  if (!/^\d{1,9}$/.test(id) || !(await hasFeature(notifications.open.feature))) throw missing();
  const path = await context.api(notifications.open, { NotificationId: id, Id: newCommandId() });
  return redirect(/^\/[^/\\]/.test(path) ? path : paths.notifications());
}

export async function loadEmails(context: RequestContext) {
  const settings = await context.api(notifications.mailSettings, {});
  return { settings, shown: shownText(settings), commandId: newCommandId() };
}

export const emailForms: Record<string, CommandForm> = {
  emails: commandForm({
    operation: notifications.updateMailSettings,
    schema: mailSettings,
    input: (values) => values,
    saved: notificationTexts.saved,
    notSaved: notificationTexts.notSaved,
    next: () => paths.notifications(),
  }),
};

/** Returns the kind of emails that a link stops; undefined for all kinds, or if the link is not complete. */
function linkOf({ url }: RequestContext) {
  const key = unsubscribeKey.safeParse(url.searchParams.get("key") ?? "");
  const kind = notificationKinds.find((each): each is NotificationKind => each === url.searchParams.get("kind"));
  return { key: key.data, kind };
}

export async function loadUnsubscribing(context: RequestContext) {
  if (!(await hasFeature(notifications.unsubscribe.feature))) throw missing();
  const { key, kind } = linkOf(context);
  return {
    isComplete: key !== undefined,
    what: kind && kindNames[kind],
    outcome: context.url.searchParams.get("stopped"),
    signInTo: paths.notificationEmails(),
  };
}

/** Needs no session: the key in the link is enough to stop emails, and for nothing else. */
export async function unsubscribe(context: RequestContext): Promise<Response> {
  const { key, kind } = linkOf(context);
  const isKnown =
    key !== undefined && (await callOperation(notifications.unsubscribe, { Key: key, Kind: kind, Id: newCommandId() }));
  return redirect(
    `${paths.unsubscribe()}${withParams(context.url.search || "?", { stopped: isKnown ? "yes" : "no" })}`,
  );
}
