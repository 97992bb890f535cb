import { ChosenMany } from "#app/components/list/chosen-many.tsx";
import { paths } from "#app/lib/paths.ts";
import type { BulkAction } from "#contract/approvals/schema.ts";

const actions: { action: BulkAction; label: string }[] = [
  { action: "approve", label: "Approve" },
  { action: "review", label: "Internally Reviewed" },
  { action: "disable", label: "Disable" },
];

/** Buttons for the ticked rows, or for all that match. Each leads to a page that asks for confirmation. */
export function ChosenRows({ totalCount }: { totalCount: number }) {
  const buttons = actions.map(({ action, label }) => (
    <button
      key={action}
      type="submit"
      name="Action"
      value={action}
      className="button"
      aria-label={`${label}: chosen products`}
    >
      {label}
    </button>
  ));
  return <ChosenMany path={paths.changeApprovals()} totalCount={totalCount} noun="products" buttons={buttons} />;
}
