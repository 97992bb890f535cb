import { Link, Outlet, useLoaderData } from "@remix-run/react";
import type { BreadcrumbHandle } from "~/components/layout/breadcrumb";
import { Heading } from "~/components/layout/heading";
import { formatAbn } from "~/lib/format";
import { keepTyped } from "~/lib/keep-typed";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { commandForms } from "~/services/command-form.server";
import { screen } from "~/services/route.server";
import { loadSupplier, type SupplierPage, supplierForms } from "~/services/suppliers.server";
import { AddressCard } from "./address-card";
import { FinancialCard } from "./financial-card";
import { GeneralCard } from "./general-card";
import { MarketplacesCard } from "./marketplaces-card";
import { UsersCard } from "./users-card";

export const meta = ({ data }: { data?: SupplierPage }) => title(data?.supplier.name ?? "Supplier");

export const handle: BreadcrumbHandle<SupplierPage> = {
  breadcrumb: ({ supplier }) => ({
    list: { label: "Suppliers", path: paths.suppliers() },
    label: supplier.name,
    rowId: supplier.id,
  }),
};

export const loader = screen(loadSupplier);

export const action = commandForms(supplierForms);

export const clientAction = keepTyped;

export default function Supplier() {
  const page = useLoaderData<typeof loader>();
  const { supplier } = page;
  const abn = supplier.abn ? `ABN ${formatAbn(supplier.abn)} · ` : "";
  return (
    <>
      <Heading title={supplier.name} sub={`${abn}Enabled for Shippit: ${supplier.shippitApiKey ? "Yes" : "No"}`} />
      <nav aria-label={`Lists of ${supplier.name}`} className="no-print mb-3.5 flex flex-wrap gap-x-4 gap-y-1">
        {page.lists.map(({ label, path }) => (
          <Link key={label} to={path} className="link min-h-6">
            {label}
          </Link>
        ))}
      </nav>
      <GeneralCard page={page} />
      <AddressCard page={page} />
      {supplier.canViewBankDetails && <FinancialCard page={page} />}
      {supplier.canManageUsers && <UsersCard supplier={supplier} />}
      <MarketplacesCard page={page} />
      <Outlet />
    </>
  );
}
