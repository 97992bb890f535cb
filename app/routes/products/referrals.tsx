import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { ExportForm } from "#app/components/export/export-button.tsx";
import { EnterSaves } from "#app/components/form/enter-saves.tsx";
import { ExportFields } from "#app/components/form/export-fields.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { FilterField } from "#app/components/list/filter-field.tsx";
import type { Filter } from "#app/components/list/list.ts";
import { ListPath } from "#app/components/list/list-path.ts";
import { referralsFile } from "#app/lib/export.ts";
import { paths, withParams } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { loadReferralExport } from "#app/services/products/referrals.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { products } from "#contract/products/operations.ts";

export const meta = () => title("Export Referrals");

export const loader = screenFor(products.excelReferralsExport, loadReferralExport);

const days = [
  { kind: "date", name: "fromDate", label: "From", message: "Invalid from date." },
  { kind: "date", name: "toDate", label: "To", message: "Invalid to date." },
] as const;

const fields: Filter[] = [
  { kind: "select", name: "supplierId", label: "Supplier", any: "(Any)" },
  { kind: "select", name: "marketplaceId", label: "Marketplace", any: "(Any)" },
];

/** Takes the filters of the list below along to the page that chooses a supplier. */
function FiltersOfList() {
  const { search } = useLocation();
  const own = [...days, ...fields].map(({ name }) => name);
  const others = [...new URLSearchParams(search)].filter(([param]) => !own.includes(param));
  return others.map(([name, value]) => <input key={`${name}=${value}`} type="hidden" name={name} value={value} />);
}

export default function ExportReferrals() {
  const state = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const parent = withParams(`${paths.products()}${search}`, { fromDate: null, toDate: null });
  const cancel = (
    <Link to={parent} className="button" preventScrollReset>
      Cancel
    </Link>
  );
  return (
    <Dialog title="Export Referrals" sub="Clicks on referral products, by day" closeTo={parent}>
      <ExportForm
        path={paths.exportReferrals()}
        fileName={referralsFile}
        className="button button-primary"
        beside={cancel}
        isTable
      >
        {state.choosers && <EnterSaves />}
        {state.choosers && <FiltersOfList />}
        <ExportFields fields={days} state={state} />
        <ListPath.Provider value={paths.referrals()}>
          <div className="mb-3.5 grid grid-cols-2 gap-3">
            {fields
              .filter(({ name }) => !state.hidden?.includes(name))
              .map((filter) => (
                <FilterField key={filter.name} filter={filter} state={state} />
              ))}
          </div>
        </ListPath.Provider>
      </ExportForm>
    </Dialog>
  );
}
