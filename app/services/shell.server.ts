/** What the shell shows around every screen. It never fails: a page that can't be shown still has its menu. */
import { can, type Permission, type Permissions } from "@contract/permissions.ts";
import { paths } from "~/lib/paths";
import type { Call } from "./call.server";
import { takeDraft } from "./draft.server";
import { configuration } from "./identity.server";
import { isLight } from "./light-mode.server";
import { permissionsOf } from "./permissions.server";
import { sessionOf } from "./session.server";
import { takeToast } from "./toast.server";

interface Entry {
  label: string;
  to: string;
  permission: Permission;
}

const menu: { heading: string; entries: Entry[] }[] = [
  {
    heading: "Sales",
    entries: [
      { label: "Orders", to: paths.orders(), permission: "orders.view" },
      { label: "Shipments", to: paths.shipments(), permission: "shipments.view" },
      { label: "Invoices", to: paths.invoices(), permission: "invoices.view" },
    ],
  },
  {
    heading: "Catalogue",
    entries: [
      { label: "Products", to: paths.products(), permission: "products.view" },
      { label: "Approvals", to: paths.approvals(), permission: "approvals.view" },
      { label: "Product Types", to: paths.productTypes(), permission: "productTypes.view" },
      { label: "Attributes", to: paths.attributes(), permission: "attributes.view" },
      { label: "Shipping Rules", to: paths.shippingRules(), permission: "shippingRules.view" },
    ],
  },
  {
    heading: "",
    entries: [
      { label: "Suppliers", to: paths.suppliers(), permission: "suppliers.view" },
      { label: "Users", to: paths.users(), permission: "users.view" },
    ],
  },
];

export async function shellOf(call: Call) {
  const [session, permissions, settings] = await Promise.all([
    sessionOf(call.state),
    permissionsOf(call).catch(() => ({}) as Partial<Permissions>),
    configuration().catch(() => undefined),
  ]);
  return {
    name: session.status === "none" ? undefined : session.signedIn.name,
    menu: menu
      .map(({ heading, entries }) => ({ heading, entries: entries.filter((entry) => can(permissions, entry)).map(({ label, to }) => ({ label, to })) }))
      .filter(({ entries }) => entries.length > 0),
    profileUrl: settings?.identity.profileUrl ?? undefined,
    isLight: isLight(call.request),
    toast: await takeToast(call.request, call.state),
    draft: await takeDraft(call),
    year: new Date().getFullYear(),
  };
}
