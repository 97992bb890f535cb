/** Data of the shell around every screen. It never throws, so that error pages have the menu as well. */

import { DateTime } from "luxon";
import { booksPaths } from "#app/lib/books-paths.ts";
import { historyPaths } from "#app/lib/history-paths.ts";
import { image } from "#app/lib/image.ts";
import { paths } from "#app/lib/paths.ts";
import { takeDraft } from "#app/services/forms/draft.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { takeToast } from "#app/services/request/toast.server.ts";
import { configuration } from "#app/services/session/identity.server.ts";
import { permissionsOf } from "#app/services/session/permissions.server.ts";
import { sessionOf, soonEnd } from "#app/services/session/session.server.ts";
import type { Feature } from "#contract/features.ts";
import { can, type Permission, type Permissions } from "#contract/permissions.ts";
import { unreadNotifications } from "./bell.server.ts";
import { isLowData } from "./low-data.server.ts";
import { isSetupOpen } from "./setup-reminder.server.ts";
import { themeOf } from "./theme.server.ts";
import { browserZone, knownZone } from "./time-zone.server.ts";
import { listsIn } from "./view-lists.server.ts";
import { pinnedViews } from "./views.server.ts";

interface Entry {
  label: string;
  to: string;
  permission: Permission;
  feature?: Feature;
}

/** The menu's entries for the lists of a group, each for those who may call its operation. */
const entriesOf = (group: Parameters<typeof listsIn>[0]): Entry[] =>
  listsIn(group).map(({ label, path, operation: { permission, feature } }) => ({
    label,
    to: path,
    permission,
    ...(feature && { feature }),
  }));

const menu: { heading: string; entries: Entry[] }[] = [
  { heading: "", entries: [{ label: "Home", to: paths.dashboard(), permission: "signedIn", feature: "home" }] },
  {
    heading: "Sales",
    entries: [
      ...entriesOf("Sales"),
      { label: "Books", to: booksPaths.trialBalance(), permission: "books.view", feature: "books" },
    ],
  },
  { heading: "Catalogue", entries: entriesOf("Catalogue") },
  {
    heading: "",
    entries: [
      ...entriesOf("Suppliers"),
      { label: "Applications", to: paths.applications(), permission: "suppliers.add", feature: "applications" },
      {
        label: "Commission Rules",
        to: paths.commissionRules(),
        permission: "commissionRules.view",
        feature: "commissionRules",
      },
      ...entriesOf("Administration"),
      { label: "History", to: historyPaths.all(), permission: "users.edit", feature: "history" },
      { label: "Settings", to: paths.settings(), permission: "settings.view", feature: "settings" },
    ],
  },
];

type ShownEntry = Pick<Entry, "label" | "to"> & { count?: string };

/** The pages that the user may open; views in the menu follow the home page. */
function menuOf(permissions: Partial<Permissions>, features: readonly string[], pinned: ShownEntry[]) {
  const groups: { heading: string; entries: ShownEntry[] }[] = menu.map(({ heading, entries }) => ({
    heading,
    entries: entries
      .filter((entry) => can(permissions, entry) && (!entry.feature || features.includes(entry.feature)))
      .map(({ label, to }) => ({ label, to })),
  }));
  groups[0]?.entries.push(...pinned);
  return groups.filter(({ entries }) => entries.length > 0);
}

const searchedFor = ({ pathname, searchParams }: URL): string =>
  pathname === paths.search() ? (searchParams.get("q") ?? "") : "";

/** Names the zone of the page's times, unless it is known to be the user's own. */
function footerOf(zone: string, context: RequestContext): string {
  const values = `© ${new Date().getFullYear()} Countinghouse · All values are inclusive of GST.`;
  if (browserZone(context) === knownZone(zone)) return values;
  return `${values} Times are in ${zone} unless another time zone is named.`;
}

export async function shellOf(context: RequestContext) {
  const [permissions, settings, hasStepsLeft, pinned, unread] = await Promise.all([
    permissionsOf(context).catch(() => ({}) as Partial<Permissions>),
    configuration().catch(() => undefined),
    isSetupOpen(context).catch(() => false),
    pinnedViews(context).catch(() => []),
    unreadNotifications(context).catch(() => undefined),
  ]);
  // Read after the API requests, so that a copied cookie of an ended session shows no name.
  const session = await sessionOf(context.state);
  const endsAt = await soonEnd(context.state);
  const zone = settings?.defaultTimeZone ?? "UTC";
  return {
    name: session.status === "live" ? (permissions.name ?? session.signedIn.name) : undefined,
    /** Time at which the session reaches its maximum age, if that is soon. */
    endsAt: endsAt && DateTime.fromJSDate(endsAt, { zone }).toFormat("h:mm a").toLowerCase(),
    menu: menuOf(permissions, settings?.features ?? [], pinned),
    profileUrl: settings?.identity.profileUrl ?? undefined,
    organisation: {
      name: settings?.organisation.name ?? "Countinghouse",
      logo: settings?.organisation.logoId ? image(settings.cdnBaseUrl, settings.organisation.logoId, 100) : undefined,
    },
    /** Leads to what is left to set up. */
    setupPath: hasStepsLeft && context.url.pathname !== paths.setup() ? paths.setup() : undefined,
    /** The search term, which the search box shows again; undefined if there is no search. */
    search: settings?.features.includes("search") ? searchedFor(context.url) : undefined,
    /** Pages of records lead to what was changed, and say what was changed since this moment (UTC). */
    historySince: settings?.features.includes("history") ? new Date().toISOString() : undefined,
    /** Tables can be exported as CSV as well. */
    hasCsv: settings?.features.includes("csvExports") ?? false,
    /** The number of unread notifications, empty for none; undefined without notifications. */
    unread,
    isLowData: isLowData(context.request),
    theme: themeOf(context.request),
    toast: await takeToast(context.request, context.state),
    draft: await takeDraft(context),
    footer: footerOf(zone, context),
  };
}
