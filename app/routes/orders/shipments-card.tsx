import { Link } from "@remix-run/react";
import { Card } from "~/components/layout/card";
import { CardTable } from "~/components/layout/card-table";
import { Pill } from "~/components/text/pill";
import { paths } from "~/lib/paths";
import type { OrderPage } from "~/services/order.server";

const title = "Shipments";
const columns = [{ heading: "Shipment" }, { heading: "Date" }, { heading: "Tracking number" }];

/** The order's shipments; nothing if there are none. */
export function ShipmentsCard({ shipments }: Pick<OrderPage, "shipments">) {
  if (shipments.length === 0) return null;
  return (
    <Card title={title}>
      <CardTable columns={columns} label={title}>
        {shipments.map(({ id, name, createdDay, trackingNumber, isCancelled }) => (
          <tr key={id}>
            <td className="[overflow-wrap:anywhere]">
              <Link to={paths.shipment(id)} className="link">
                {name}
              </Link>{" "}
              {isCancelled && <Pill tone="plain">Cancelled</Pill>}
            </td>
            <td className="whitespace-nowrap">{createdDay}</td>
            <td className="[overflow-wrap:anywhere]">{trackingNumber || "–"}</td>
          </tr>
        ))}
      </CardTable>
    </Card>
  );
}
