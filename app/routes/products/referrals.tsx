import { products } from "@contract/products/operations.ts";
import { Link, useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "~/components/dialog/dialog";
import { ExportForm } from "~/components/export/export-button";
import { FilterField } from "~/components/list/filter-field";
import type { Filter } from "~/components/list/list";
import { referralsFile } from "~/lib/export";
import { paths, withParams } from "~/lib/paths";
import { title } from "~/lib/title";
import { loadReferralExport } from "~/services/referrals.server";
import { screenFor } from "~/services/route.server";

export const meta = () => title("Export Referrals");

export const loader = screenFor(products.excelReferralsExport, loadReferralExport);

const fields: Filter[] = [
  { kind: "date", name: "fromDate", label: "From" },
  { kind: "date", name: "toDate", label: "To" },
  { kind: "select", name: "supplierId", label: "Supplier", any: "(Any)" },
  { kind: "select", name: "marketplaceId", label: "Marketplace", any: "(Any)" },
];

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
    <Dialog title="Export Referrals" sub="Clicks on referral products, by day of UTC" closeTo={parent}>
      <ExportForm
        path={paths.exportReferrals()}
        fileName={referralsFile}
        className="button button-primary"
        beside={cancel}
      >
        <div className="mb-3.5 grid grid-cols-2 gap-3">
          {fields.map((filter) => (
            <FilterField key={filter.name} filter={filter} state={state} />
          ))}
        </div>
      </ExportForm>
    </Dialog>
  );
}
