import { Form, useLocation } from "@remix-run/react";
import { integer } from "#app/lib/format.ts";
import { tickedRows } from "#app/lib/list-state.ts";

/** Form id and field name of the checkboxes. */
export const chosenProducts = { form: "chosen-rows", field: tickedRows };

interface Props {
  /** Address of the page that changes all of them alike. */
  path: string;
  /** Address of the page that edits each of them. */
  editPath: string;
  totalCount: number;
}

/** Leads to pages that change the ticked products, or all that match. */
export function ChosenProducts({ path, editPath, totalCount }: Props) {
  const { search } = useLocation();
  const own = ["All", chosenProducts.field];
  const listState = [...new URLSearchParams(search)].filter(([name]) => !own.includes(name));
  return (
    <Form
      id={chosenProducts.form}
      method="get"
      action={path}
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
      <button type="submit" className="button">
        Change Many
      </button>
      <button type="submit" formAction={editPath} className="button">
        Edit Many
      </button>
    </Form>
  );
}
