import { useLoaderData } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { SelectField, TextField } from "#app/components/form/fields.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { title } from "#app/lib/title.ts";
import { billForms, loadNewExport } from "#app/services/books/exports.server.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { exportBills } from "#contract/books/exports.ts";
import { books } from "#contract/books/operations.ts";
import { accountingProgramNames, accountingPrograms } from "#contract/rules/bills.ts";

const heading = "Export Bills";

export const meta = () => title(heading);

export const loader = screenFor(books.exportBills, loadNewExport);

export const action = commandForms(billForms);

export const clientAction = keepTyped;

const labels = { FromDate: "Issued from", ToDate: "Issued to", Program: "Accounting program" };

const programs = accountingPrograms.map((value) => ({ value, label: accountingProgramNames[value] }));

export default function ExportBills() {
  const { fromDate, toDate, parent, commandId } = useLoaderData<typeof loader>();
  return (
    <Dialog title={heading} closeTo={parent} sub="Documents of these days that no export has yet.">
      <CommandForm
        intent="export"
        scope="export"
        commandId={commandId}
        schema={exportBills}
        values={{ FromDate: fromDate, ToDate: toDate, Program: "xero" as const }}
        submit="Export"
        busy="Exporting..."
        cancelTo={parent}
        labels={labels}
      >
        <TextField name="FromDate" label={labels.FromDate} type="date" />
        <TextField name="ToDate" label={labels.ToDate} type="date" />
        <SelectField name="Program" label={labels.Program} options={programs} />
      </CommandForm>
    </Dialog>
  );
}
