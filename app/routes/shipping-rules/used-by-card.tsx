import { Link } from "@remix-run/react";
import { Card } from "~/components/layout/card";
import { LinkedRecords } from "~/components/text/linked-records";
import { paths, withParams } from "~/lib/paths";
import type { RulePage } from "~/services/shipping-rules.server";

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
