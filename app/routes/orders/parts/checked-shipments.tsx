import { inNumbers } from "#app/components/import/in-numbers.ts";
import { OutcomeCard } from "#app/components/import/outcome-card.tsx";
import { Reasons } from "#app/components/import/reasons.tsx";
import { Card } from "#app/components/layout/card.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { integer } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { ImportedShipment, ImportOutcome, ImportSummary } from "#contract/orders/import.ts";

const titles: Record<ImportOutcome, string> = {
  refused: "Refused",
  made: "To create",
  changed: "To update",
  unchanged: "Already imported",
};
/** Outcomes that need attention come first. */
const outcomes = ["refused", "made", "changed", "unchanged"] as const;

/** What an import would do, grouped by the outcome of each shipment. */
export function CheckedShipments({ summary, refused }: { summary: ImportSummary; refused: string }) {
  return (
    <>
      <Card title="Summary">
        <ul>
          {outcomes.map((outcome) => (
            <li key={outcome}>
              {titles[outcome]}: {inNumbers(summary[outcome].count, "shipment")}
              {outcome === "refused" && summary.refusedRows > 0 && ` (${inNumbers(summary.refusedRows, "row")})`}
            </li>
          ))}
          <li>Skipped (blank): {inNumbers(summary.emptyRows, "row")}</li>
        </ul>
      </Card>
      {outcomes.map((outcome) => (
        <Group key={outcome} outcome={outcome} group={summary[outcome]} refused={refused} />
      ))}
    </>
  );
}

interface GroupProps {
  outcome: ImportOutcome;
  group: ImportSummary[ImportOutcome];
  refused: string;
}

const details = [{ heading: "Courier" }, { heading: "Tracking number" }, { heading: "Quantity", isNumber: true }];

function Group({ outcome, group: { count, first }, refused }: GroupProps) {
  if (count === 0) return null;
  const isRefused = outcome === "refused";
  const hasIds = first.some(({ shipmentId }) => shipmentId !== null);
  return (
    <OutcomeCard
      title={titles[outcome]}
      counted={inNumbers(count, "shipment")}
      count={count}
      shown={first.length}
      refused={isRefused ? refused : undefined}
      columns={[
        { heading: "Rows" },
        { heading: "Order number" },
        ...(hasIds ? [{ heading: "Shipment" }] : []),
        ...(isRefused ? [{ heading: "Why" }] : details),
      ]}
    >
      {first.map((shipment) => (
        <tr key={shipment.rows[0]} className="border-t border-line align-top">
          <td className="px-4 py-2">{shipment.rows.join(", ")}</td>
          <td className="whitespace-nowrap px-4 py-2">
            {shipment.orderNumber && shipment.orderId ? (
              <Link to={paths.order(shipment.orderId)}>{shipment.orderNumber}</Link>
            ) : (
              "–"
            )}
          </td>
          {hasIds && (
            <td className="px-4 py-2">
              {shipment.shipmentId && !isRefused ? (
                <Link to={paths.shipment(shipment.shipmentId)}>{shipment.shipmentId}</Link>
              ) : (
                (shipment.shipmentId ?? "–")
              )}
            </td>
          )}
          {isRefused ? (
            <td className="min-w-44 px-4 py-2 [overflow-wrap:anywhere]">
              <Reasons problems={shipment.problems} />
            </td>
          ) : (
            <Parcel of={shipment} />
          )}
        </tr>
      ))}
    </OutcomeCard>
  );
}

function Parcel({ of: { courierName, trackingNumber, quantity } }: { of: ImportedShipment }) {
  return (
    <>
      <td className="px-4 py-2">{courierName ?? "–"}</td>
      <td className="px-4 py-2 [overflow-wrap:anywhere]">{trackingNumber ?? "–"}</td>
      <td className="px-4 py-2 text-right">{quantity > 0 ? integer(quantity) : "–"}</td>
    </>
  );
}
