import { useLoaderData } from "@remix-run/react";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { NothingHere } from "#app/components/layout/nothing-here.tsx";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { permissionsOf } from "#app/services/session/permissions.server.ts";
import { attributes } from "#contract/attributes/operations.ts";
import { can } from "#contract/permissions.ts";

export const meta = () => title("Attribute");

export const handle: BreadcrumbHandle<unknown> = {
  breadcrumb: () => ({ list: { label: "Attributes", path: paths.attributes() }, label: "Attribute" }),
};

export const loader = screenFor(attributes.list, async (context) => ({
  canAdd: can(await permissionsOf(context), attributes.add),
}));

export default function NoAttribute() {
  const { canAdd } = useLoaderData<typeof loader>();
  return <NothingHere title="Attribute" addTo={canAdd && paths.newAttribute()} />;
}
