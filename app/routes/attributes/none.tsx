import { attributes } from "@contract/attributes/operations.ts";
import { can } from "@contract/permissions.ts";
import { useLoaderData } from "@remix-run/react";
import type { BreadcrumbHandle } from "~/components/layout/breadcrumb";
import { NothingYet } from "~/components/layout/nothing-yet";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { permissionsOf } from "~/services/permissions.server";
import { screenFor } from "~/services/route.server";

export const meta = () => title("Nothing here yet");

export const handle: BreadcrumbHandle<unknown> = {
  breadcrumb: () => ({ list: { label: "Attributes", path: paths.attributes() }, label: "Nothing here yet" }),
};

export const loader = screenFor(attributes.list, async (call) => ({ canAdd: can(await permissionsOf(call), attributes.add) }));

export default function NoAttribute() {
  const { canAdd } = useLoaderData<typeof loader>();
  return <NothingYet noun="attribute" addTo={canAdd ? paths.newAttribute() : undefined} add="Add Attribute" />;
}
