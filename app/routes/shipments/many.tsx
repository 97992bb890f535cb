import { useLoaderData } from "@remix-run/react";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { ChangeMany, type ManyPageData } from "#app/components/many/change-many.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { manyShipments } from "#app/services/shipments/many.server.ts";
import { shipments } from "#contract/shipments/operations.ts";

const heading = "Change Many Shipments";

export const meta = () => title(heading);

export const handle: BreadcrumbHandle<ManyPageData> = {
  breadcrumb: ({ parent }) => ({ list: { label: "Shipments", path: parent }, label: "Change Many" }),
};

export const loader = screenFor(shipments.changeMany, manyShipments.load);

export const action = commandForms(manyShipments.forms);

export const clientAction = keepTyped;

export default function ChangeManyShipments() {
  return <ChangeMany page={useLoaderData<typeof loader>()} title={heading} pathOf={paths.shipment} />;
}
