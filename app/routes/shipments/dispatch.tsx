import { useLoaderData } from "@remix-run/react";
import { CommandButton } from "#app/components/form/command-button.tsx";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Card } from "#app/components/layout/card.tsx";
import { CardTable } from "#app/components/layout/card-table.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { countOf } from "#app/lib/format.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { afterRefusals } from "#app/lib/revalidate.ts";
import { title } from "#app/lib/title.ts";
import { ShipmentsLeftOut } from "#app/routes/shipments/parts/shipments-left-out.tsx";
import { TrackForm, useTrackedRows } from "#app/routes/shipments/parts/track-form.tsx";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { dispatchForms, loadDispatch } from "#app/services/shipments/dispatch.server.ts";
import { shipments } from "#contract/shipments/operations.ts";

type Page = Awaited<ReturnType<typeof loadDispatch>>;

export const meta = () => title("Mark as Dispatched");

export const handle: BreadcrumbHandle<Page> = {
  breadcrumb: ({ parent }) => ({ list: { label: "Shipments", path: parent }, label: "Mark as Dispatched" }),
};

export const loader = screenFor(shipments.markDispatched, loadDispatch);

export const action = commandForms(dispatchForms);

export const clientAction = keepTyped;

export const shouldRevalidate = afterRefusals;

const columns = [{ heading: "Shipment" }, { heading: "Customer" }, { heading: "Tracking number" }];

export default function Dispatch() {
  const page = useLoaderData<typeof loader>();
  const { toMark, others, parent, commandId } = page;
  const toTrack = useTrackedRows(page);
  const isInForm = ({ id }: { id: number }) => toTrack.some((row) => row.id === id);
  const ready = toMark.filter((row) => !isInForm(row));
  return (
    <>
      <Heading title="Mark as Dispatched">
        <Link to={parent} className="button">
          Back to the shipments
        </Link>
        {toTrack.length === 0 && ready.length > 0 && (
          <CommandButton
            intent="dispatch"
            commandId={commandId}
            label={`Mark ${countOf(ready.length, "Shipment")} as Dispatched`}
            busy="Saving..."
            look="primary"
          >
            <input type="hidden" name="ShipmentIds" value={ready.map(({ id }) => id).join()} />
          </CommandButton>
        )}
      </Heading>
      {toTrack.length > 0 && (
        <Card title="Courier and tracking number">
          <TrackForm page={page} rows={toTrack} ready={ready} />
        </Card>
      )}
      <ShipmentsLeftOut title="Left as they are" shipments={others.filter((row) => !isInForm(row))} />
      {ready.length > 0 && (
        <Card title={toTrack.length > 0 ? "Also marked as dispatched" : "To mark as dispatched"}>
          <CardTable columns={columns} label="To mark as dispatched">
            {ready.map(({ id, name, customer, trackingNumber }) => (
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
