import { useLoaderData } from "@remix-run/react";
import { useFormAnswer } from "#app/components/form/form-state.ts";
import { ImportForm } from "#app/components/import/import-form.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { supplierImports } from "#app/services/suppliers/import.server.ts";
import { suppliers } from "#contract/suppliers/operations.ts";

const heading = "Import Suppliers";

export const meta = () => title(heading);

export const loader = screenFor(suppliers.excelImportCheck, supplierImports.loadForm);

export const action = supplierImports.send("suppliers");

export const clientAction = keepTyped;

const hint =
  "An .xlsx file with a worksheet named Suppliers, or a .csv file with the same columns: an edited export, or some of its rows and columns. In an export, only edited cells count. An empty cell leaves the value as it is; (clear) clears it; new in SupplierId creates a supplier. Rows without a SupplierId are found by the ABN, or else by the name. It is checked first; nothing changes, and nobody is invited, until you apply it.";

export default function ImportSuppliers() {
  const typed = useFormAnswer("import")?.defaultValues;
  return (
    <ImportForm
      {...useLoaderData<typeof loader>()}
      title={heading}
      accept=".xlsx,.csv"
      sub="Suppliers and their people"
      hint={hint}
      allPath={paths.supplierImports()}
      listPath={paths.suppliers()}
    >
      <label className="col-span-2 flex min-h-8 items-center gap-1.5 small:col-span-1 coarse:min-h-11">
        <input type="checkbox" name="addUnknown" value="true" defaultChecked={typed?.addUnknown === "true"} />
        Rows of no known supplier create a new one
      </label>
    </ImportForm>
  );
}
