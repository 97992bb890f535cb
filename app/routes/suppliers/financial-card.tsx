import { isAbn } from "@contract/rules/abn.ts";
import { lazy } from "react";
import { Detail, Details, EditableCard } from "~/components/layout/card";
import { formatAbn, formatBsb } from "~/lib/format";
import type { SupplierPage } from "~/services/suppliers.server";

const FinancialForm = lazy(() => import("./financial-form"));

export function FinancialCard({ page }: { page: SupplierPage }) {
  const { supplier, may, editing } = page;
  return (
    <EditableCard
      title="Financial Details"
      name="financial"
      canEdit={may.financial}
      editing={editing}
      form={(cancelTo) => <FinancialForm page={page} cancelTo={cancelTo} />}
    >
      <Details>
        <Detail term="ABN">
          {supplier.abn && (
            <>
              {formatAbn(supplier.abn)}
              {!isAbn(supplier.abn) && (
                <span className="block text-warn">The check digits of this ABN do not fit. Please compare it with the supplier's papers.</span>
              )}
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
    </EditableCard>
  );
}
