import { shipments } from "@contract/shipments/operations.ts";
import { Link, useLoaderData } from "@remix-run/react";
import { CommandButton } from "~/components/form/command-button";
import type { BreadcrumbHandle } from "~/components/layout/breadcrumb";
import { Card } from "~/components/layout/card";
import { CardTable } from "~/components/layout/card-table";
import { Heading } from "~/components/layout/heading";
import { countOf } from "~/lib/format";
import { keepTyped } from "~/lib/keep-typed";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { commandForms } from "~/services/command-form.server";
import { dispatchForms, loadDispatch } from "~/services/dispatch.server";
import { screenFor } from "~/services/route.server";
import { ShipmentsLeftOut } from "./shipments-left-out";

type Page = Awaited<ReturnType<typeof loadDispatch>>;

export const meta = () => title("Mark as Dispatched");

export const handle: BreadcrumbHandle<Page> = {
  breadcrumb: ({ parent }) => ({ list: { label: "Shipments", path: parent }, label: "Mark as Dispatched" }),
};

export const loader = screenFor(shipments.markDispatched, loadDispatch);

export const action = commandForms(dispatchForms);

export const clientAction = keepTyped;

const columns = [{ heading: "Shipment" }, { heading: "Customer" }, { heading: "Tracking number" }];

export default function Dispatch() {
  const { toMark, others, parent, commandId } = useLoaderData<typeof loader>();
  return (
    <>
      <Heading title="Mark as Dispatched">
        <Link to={parent} className="button">
          Back to the shipments
        </Link>
        {toMark.length > 0 && (
          <CommandButton
            intent="dispatch"
            commandId={commandId}
            label={`Mark ${countOf(toMark.length, "Shipment")} as Dispatched`}
            busy="Saving..."
            look="primary"
          >
            <input type="hidden" name="ShipmentIds" value={toMark.map(({ id }) => id).join()} />
          </CommandButton>
        )}
      </Heading>
      <ShipmentsLeftOut title="Left as they are" shipments={others} />
      {toMark.length > 0 && (
        <Card title="To mark as dispatched">
          <CardTable columns={columns} label="To mark as dispatched">
            {toMark.map(({ id, name, customer, trackingNumber }) => (
              <tr key={id}>
                <td className="[overflow-wrap:anywhere]">
                  <Link to={paths.shipment(id)} className="link">
                    {name}
                  </Link>
                </td>
                <td className="[overflow-wrap:anywhere]">{customer}</td>
                <td className="[overflow-wrap:anywhere]">{trackingNumber}</td>
              </tr>
            ))}
          </CardTable>
        </Card>
      )}
    </>
  );
}
