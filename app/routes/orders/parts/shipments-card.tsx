import { Card } from "#app/components/layout/card.tsx";
import { CardTable } from "#app/components/layout/card-table.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { Pill } from "#app/components/text/pill.tsx";
import { paths } from "#app/lib/paths.ts";
import type { OrderPage } from "#app/services/orders/order.server.ts";

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
