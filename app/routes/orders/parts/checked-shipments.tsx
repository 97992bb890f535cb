import { CheckedRecords, whyRefused } from "#app/components/import/checked-records.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { integer } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { ImportOutcome } from "#contract/imports.ts";
import type { ImportedShipment, ImportSummary } from "#contract/orders/import.ts";

const titles = { refused: "Refused", made: "To create", changed: "To update", unchanged: "Already imported" };

export const CheckedShipments = ({ summary, refused }: { summary: ImportSummary; refused: string }) => (
  <CheckedRecords
    summary={summary}
    titles={titles}
    noun="shipment"
    refused={refused}
    refusedRows={summary.refusedRows}
    columnsOf={columnsOf}
    showsUnchanged
  />
);

function columnsOf(outcome: ImportOutcome, shipments: ImportedShipment[]) {
  const isRefused = outcome === "refused";
  const hasIds = shipments.some(({ shipmentId }) => shipmentId !== null);
  return [
    { heading: "Order number", className: "whitespace-nowrap", cell: orderLink },
    ...(hasIds ? [{ heading: "Shipment", cell: isRefused ? shipmentNumber : shipmentLink }] : []),
    ...(isRefused ? [whyRefused] : parcel),
  ];
}

const orderLink = ({ orderId, orderNumber }: ImportedShipment) =>
  orderNumber && orderId ? <Link to={paths.order(orderId)}>{orderNumber}</Link> : "–";

const shipmentNumber = ({ shipmentId }: ImportedShipment) => shipmentId ?? "–";

const shipmentLink = ({ shipmentId }: ImportedShipment) =>
  shipmentId ? <Link to={paths.shipment(shipmentId)}>{shipmentId}</Link> : "–";

const parcel = [
  { heading: "Courier", cell: ({ courierName }: ImportedShipment) => courierName ?? "–" },
  {
    heading: "Tracking number",
    className: "[overflow-wrap:anywhere]",
    cell: ({ trackingNumber }: ImportedShipment) => trackingNumber ?? "–",
  },
  {
    heading: "Quantity",
    isNumber: true,
    cell: ({ quantity }: ImportedShipment) => (quantity > 0 ? integer(quantity) : "–"),
  },
];
