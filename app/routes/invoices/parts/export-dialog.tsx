import { useLocation } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { ExportForm } from "#app/components/export/export-button.tsx";
import { type ExportField, ExportFields, type ExportState } from "#app/components/form/export-fields.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { paths } from "#app/lib/paths.ts";

export const marketplaceField: ExportField = {
  kind: "select",
  name: "marketplaceId",
  label: "Marketplace",
  message: "Please select a marketplace.",
};

interface Props {
  title: string;
  sub: string;
  /** Address of the file. */
  path: string;
  fileName: string;
  fields: readonly ExportField[];
  state: ExportState;
  /** The file is a table, so it is offered as CSV as well. */
  isTable?: boolean;
}

/** Asks what the file should contain; the fields start with the list's filters. */
export function ExportDialog({ title, sub, path, fileName, fields, state, isTable }: Props) {
  const { search } = useLocation();
  const parent = `${paths.invoices()}${search}`;
  const cancel = (
    <Link to={parent} className="button" preventScrollReset>
      Cancel
    </Link>
  );
  return (
    <Dialog title={title} sub={sub} closeTo={parent}>
      <ExportForm path={path} fileName={fileName} className="button button-primary" beside={cancel} isTable={isTable}>
        <ExportFields fields={fields} state={state} />
      </ExportForm>
    </Dialog>
  );
}
