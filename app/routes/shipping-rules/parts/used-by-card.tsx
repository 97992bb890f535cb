import { Card } from "#app/components/layout/card.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { LinkedRecords } from "#app/components/text/linked-records.tsx";
import { paths, withParams } from "#app/lib/paths.ts";
import type { RulePage } from "#app/services/shipping-rules/shipping-rules.server.ts";

/** The first products with this rule, and a link to the full list. */
export function UsedByCard({ page: { rule, usedBy } }: { page: RulePage }) {
  if (!usedBy) return null;
  const { items, totalCount } = usedBy;
  const all = withParams(paths.products(), { shippingRuleId: String(rule.id), showActiveOnly: "false" });
  return (
    <Card title="Used by products">
      <LinkedRecords records={items} to={paths.product} none="No product uses this shipping rule." />
      {totalCount > 0 && (
        <p className="mt-2">
          <Link to={all} className="link">
            {totalCount === 1
              ? "Show it in the list of products"
              : `Show all ${totalCount.toLocaleString("en-AU")} in the list of products`}
          </Link>
        </p>
      )}
    </Card>
  );
}
