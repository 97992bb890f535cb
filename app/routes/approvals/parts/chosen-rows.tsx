import { Form, useLocation } from "@remix-run/react";
import { integer } from "#app/lib/format.ts";
import { tickedRows } from "#app/lib/list-state.ts";
import { paths } from "#app/lib/paths.ts";
import type { BulkAction } from "#contract/approvals/schema.ts";

/** Form id and field name of the checkboxes. */
export const chosenRows = { form: "chosen-rows", field: tickedRows };

const buttons: { action: BulkAction; label: string }[] = [
  { action: "approve", label: "Approve" },
  { action: "review", label: "Internally Reviewed" },
  { action: "disable", label: "Disable" },
];

/** Buttons for the ticked rows, or for all that match. Each leads to a page that asks for confirmation. */
export function ChosenRows({ totalCount }: { totalCount: number }) {
  const { search } = useLocation();
  const own = ["Action", "All", chosenRows.field];
  const listState = [...new URLSearchParams(search)].filter(([name]) => !own.includes(name));
  return (
    <Form
      id={chosenRows.form}
      method="get"
      action={paths.changeApprovals()}
      preventScrollReset
      aria-label="Chosen products"
      className="no-print mb-2 flex flex-wrap items-center gap-x-3 gap-y-2"
    >
      {listState.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label className="flex min-h-8 items-center gap-1.5 coarse:min-h-11">
        <input type="checkbox" name="All" value="true" />
        All {integer(totalCount)} that match the filters
      </label>
      {buttons.map(({ action, label }) => (
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
      ))}
    </Form>
  );
}
