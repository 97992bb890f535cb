import { Form, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { integer } from "#app/lib/format.ts";
import { tickedRows } from "#app/lib/list-state.ts";

/** Form id and field name of the checkboxes. */
export const chosenMany = { form: "chosen-rows", field: tickedRows };

interface Props {
  /** The page that changes the ticked rows, or all that match. */
  path: string;
  totalCount: number;
  /** Plural noun for the rows. */
  noun: string;
  /** In place of the button “Change Many”, for a page that is shown above the list. */
  buttons?: ReactNode;
  /** Further buttons of this form. */
  children?: ReactNode;
}

export function ChosenMany({ path, totalCount, noun, buttons, children }: Props) {
  const { search } = useLocation();
  const own = ["Action", "All", chosenMany.field];
  const listState = [...new URLSearchParams(search)].filter(([name]) => !own.includes(name));
  return (
    <Form
      id={chosenMany.form}
      method="get"
      action={path}
      preventScrollReset={buttons !== undefined}
      aria-label={`Chosen ${noun}`}
      className="no-print mb-2 flex flex-wrap items-center gap-x-3 gap-y-2"
    >
      {listState.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label className="flex min-h-8 items-center gap-1.5 coarse:min-h-11">
        <input type="checkbox" name="All" value="true" />
        All {integer(totalCount)} that match the filters
      </label>
      {buttons ?? (
        <button type="submit" className="button">
          Change Many
        </button>
      )}
      {children}
    </Form>
  );
}
