import { Card } from "#app/components/layout/card.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { countOf, dollars } from "#app/lib/format.ts";
import type { ReadinessPage } from "#app/services/invoices/generation.server.ts";

type Row = ReadinessPage["rows"][number];

/** How many rows are held, with a link to their orders. */
export function HeldLink({ row: { held, heldPath, supplierName, marketplaceName } }: { row: Row }) {
  if (!heldPath) return null;
  const words = `${countOf(held.lineItems, "row")} held, ${dollars(held.total)}`;
  return (
    <Link
      to={heldPath}
      className="link inline-block min-h-6 text-xs"
      aria-label={`${words}: ${supplierName} on ${marketplaceName}`}
    >
      {words}
    </Link>
  );
}

/** Suppliers and marketplaces between which all is held, so that nothing can be chosen. */
export function HeldRows({ rows }: { rows: readonly Row[] }) {
  return (
    <div className="mt-3.5">
      <Card title="Held from being invoiced">
        <ul className="grid gap-1">
          {rows.map((row) => (
            <li key={row.value} className="[overflow-wrap:anywhere]">
              {row.supplierName} on {row.marketplaceName}: <HeldLink row={row} />
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
