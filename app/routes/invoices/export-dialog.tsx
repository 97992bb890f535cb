import { Link, useLocation } from "@remix-run/react";
import { Dialog } from "~/components/dialog/dialog";
import { ExportForm } from "~/components/export/export-button";
import { FilterField, type FilterState } from "~/components/list/filter-field";
import type { Filter } from "~/components/list/list";
import { paths } from "~/lib/paths";

export const marketplaceField: Filter = { kind: "select", name: "marketplaceId", label: "Marketplace", any: "(Choose)" };

interface Props {
  title: string;
  sub: string;
  /** Of the file. */
  path: string;
  fileName: string;
  fields: readonly Filter[];
  state: FilterState;
}

/** Asks over the list what the file is to be of; the list's own filters fill it in. */
export function ExportDialog({ title, sub, path, fileName, fields, state }: Props) {
  const { search } = useLocation();
  const parent = `${paths.invoices()}${search}`;
  return (
    <Dialog title={title} sub={sub} closeTo={parent}>
      <ExportForm path={path} fileName={fileName} className="button button-primary">
        <div className="mb-3.5 grid grid-cols-2 gap-3">
          {fields.map((filter) => (
            <FilterField key={filter.name} filter={filter} state={state} />
          ))}
        </div>
      </ExportForm>
      <Link to={parent} className="button mt-2" preventScrollReset>
        Cancel
      </Link>
    </Dialog>
  );
}
