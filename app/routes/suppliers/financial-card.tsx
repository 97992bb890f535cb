import { isAbn } from "@contract/rules/abn.ts";
import { useLocation } from "@remix-run/react";
import { lazy, Suspense } from "react";
import { Card, Detail, Details } from "~/components/layout/card";
import { formatAbn, formatBsb } from "~/lib/format";
import { withParams } from "~/lib/paths";
import type { SupplierPage } from "./detail";

const FinancialForm = lazy(() => import("./financial-form"));

export function FinancialCard({ page }: { page: SupplierPage }) {
  const { pathname, search } = useLocation();
  const here = `${pathname}${search}`;
  if (page.editing === "financial") {
    return (
      <Card title="Financial Details">
        <Suspense>
          <FinancialForm page={page} cancelTo={withParams(here, { edit: null })} />
        </Suspense>
      </Card>
    );
  }
  const { supplier, may } = page;
  return (
    <Card title="Financial Details" editTo={may.financial ? withParams(here, { edit: "financial" }) : undefined}>
      <Details>
        <Detail term="ABN">
          {supplier.abn && (
            <>
              {formatAbn(supplier.abn)}
              {!isAbn(supplier.abn) && <span className="block text-warn">The check digits of this ABN do not fit. Please compare it with the supplier's papers.</span>}
            </>
          )}
        </Detail>
        <Detail term="BSB">{supplier.bsb && formatBsb(supplier.bsb)}</Detail>
        <Detail term="Account name">{supplier.accountName}</Detail>
        <Detail term="Account number">{supplier.accountNumber}</Detail>
        <Detail term="Billing contact emails" isWide>
          {supplier.billingContactEmails}
        </Detail>
      </Details>
    </Card>
  );
}
