import { Outlet, useLoaderData } from "@remix-run/react";
import { DiscussionCard } from "#app/components/discussion/discussion-card.tsx";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { HistoryLink } from "#app/components/layout/history-link.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { KeysCard } from "#app/routes/keys/parts/keys-card.tsx";
import { FeedsCard } from "#app/routes/stock-feeds/parts/feeds-card.tsx";
import { AddressCard } from "#app/routes/suppliers/parts/address-card.tsx";
import { CarrierCard } from "#app/routes/suppliers/parts/carrier-card.tsx";
import { EarningsCard } from "#app/routes/suppliers/parts/earnings-card.tsx";
import { FinancialCard } from "#app/routes/suppliers/parts/financial-card.tsx";
import { GeneralCard } from "#app/routes/suppliers/parts/general-card.tsx";
import { MarketplacesCard } from "#app/routes/suppliers/parts/marketplaces-card.tsx";
import { UsersCard } from "#app/routes/suppliers/parts/users-card.tsx";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screen } from "#app/services/request/route.server.ts";
import { loadSupplier, type SupplierPage, supplierForms } from "#app/services/suppliers/suppliers.server.ts";
import { formatAbn } from "#contract/rules/abn.ts";

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
      <Heading title={supplier.name} sub={`${abn}Enabled for Shippit: ${supplier.shippitApiKey ? "Yes" : "No"}`}>
        <HistoryLink record="supplier" id={supplier.id} />
      </Heading>
      <nav aria-label={`Lists of ${supplier.name}`} className="no-print mb-3.5 flex flex-wrap gap-x-4 gap-y-1">
        {page.lists.map(({ label, path }) => (
          <Link key={label} to={path} className="link min-h-6">
            {label}
          </Link>
        ))}
      </nav>
      <GeneralCard page={page} />
      <AddressCard page={page} />
      {page.carrierKey !== undefined && <CarrierCard page={page} />}
      {page.earnings && <EarningsCard title="Earnings" earnings={page.earnings} />}
      {supplier.canViewBankDetails && <FinancialCard page={page} />}
      {supplier.canManageUsers && <UsersCard page={page} />}
      {page.feeds && <FeedsCard supplier={supplier} feeds={page.feeds} />}
      {page.keys && <KeysCard supplier={supplier} keys={page.keys} />}
      <MarketplacesCard page={page} />
      <DiscussionCard discussion={page.discussion} />
      <Outlet />
    </>
  );
}
