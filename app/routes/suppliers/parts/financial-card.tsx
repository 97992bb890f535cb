import { useLocation } from "@remix-run/react";
import { lazy } from "react";
import { EditableCard } from "#app/components/layout/card.tsx";
import { Detail, Details } from "#app/components/layout/details.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { BankDetailsChanged } from "#app/components/text/bank-details-changed.tsx";
import { paths } from "#app/lib/paths.ts";
import type { SupplierPage } from "#app/services/suppliers/suppliers.server.ts";
import { formatAbn, formatBsb, isAbn } from "#contract/rules/abn.ts";
import { formatPlainDay } from "#contract/rules/dates.ts";
import { formatMoment } from "#contract/rules/moments.ts";
import { withheldPercent } from "#contract/rules/withholding.ts";
import { financeFields, gstFields } from "#contract/suppliers/fields.ts";
import { type InvoiceFiles, invoiceFilesLabels } from "#contract/suppliers/invoice-files.ts";

const FinancialForm = lazy(() => import("./financial-form.tsx"));

export function FinancialCard({ page }: { page: SupplierPage }) {
  const { supplier, may, editing } = page;
  const hasAccount = Boolean(supplier.bsb && supplier.accountNumber);
  return (
    <EditableCard
      title="Financial Details"
      name="financial"
      canEdit={may.financial}
      editing={editing}
      action={
        <>
          {supplier.canCheckGst && <GstLink supplierId={supplier.id} />}
          {supplier.canVerifyBankDetails && <ConfirmLink supplierId={supplier.id} />}
        </>
      }
      form={(cancelTo) => <FinancialForm page={page} cancelTo={cancelTo} />}
    >
      <Details>
        <Detail term={financeFields.abn.label}>
          {supplier.abn && (
            <>
              {formatAbn(supplier.abn)}
              {!isAbn(supplier.abn) && (
                <span className="block text-warn">
                  This ABN's check digits are not valid. Please check it against the supplier's documents.
                </span>
              )}
            </>
          )}
        </Detail>
        {!supplier.abn && (
          <Detail term={gstFields.noAbnReason.label}>
            {supplier.noAbnReason || (
              <span className="text-warn">{`None: ${withheldPercent}% of the supplies is withheld from payments.`}</span>
            )}
          </Detail>
        )}
        <Detail term="Registered for GST">
          <GstRegistration page={page} />
        </Detail>
        <Detail term={financeFields.bsb.label}>{supplier.bsb && formatBsb(supplier.bsb)}</Detail>
        <Detail term={financeFields.accountName.label}>{supplier.accountName}</Detail>
        <Detail term={financeFields.accountNumber.label}>{supplier.accountNumber}</Detail>
        <Detail term="Verification" isWide>
          {(hasAccount || supplier.bankDetailsChangedDate) && <Trust page={page} hasAccount={hasAccount} />}
        </Detail>
        <Detail term={financeFields.billingContactEmails.label} isWide>
          {supplier.billingContactEmails}
        </Detail>
        {supplier.invoiceFiles && (
          <Detail term={financeFields.invoiceFiles.label} isWide>
            {invoiceFilesLabels[supplier.invoiceFiles as InvoiceFiles]}
          </Detail>
        )}
      </Details>
    </EditableCard>
  );
}

function GstRegistration({ page: { supplier, timeZone } }: { page: SupplierPage }) {
  const { gstRegistered, gstCheckedDate: checked, gstCheckedByUserFullName: by } = supplier;
  if (gstRegistered === null || gstRegistered === undefined)
    return <span className="text-warn">Unknown: not checked yet.</span>;
  return (
    <>
      {gstRegistered ? ["Yes", ...registrationDays(supplier)].join(", ") : "No"}
      {checked && (
        <span className="block text-xs text-muted">
          Checked {formatMoment(checked, timeZone)}
          {by && ` by ${by}`}
        </span>
      )}
    </>
  );
}

function registrationDays({ gstRegisteredFrom, gstRegisteredUntil }: SupplierPage["supplier"]): string[] {
  return [
    ...(gstRegisteredFrom ? [`since ${formatPlainDay(gstRegisteredFrom)}`] : []),
    ...(gstRegisteredUntil ? [`until ${formatPlainDay(gstRegisteredUntil)}`] : []),
  ];
}

function GstLink({ supplierId }: { supplierId: number }) {
  const { search } = useLocation();
  return (
    <Link to={`${paths.checkGst(supplierId)}${search}`} className="button no-print" preventScrollReset>
      Check GST registration
    </Link>
  );
}

function ConfirmLink({ supplierId }: { supplierId: number }) {
  const { search } = useLocation();
  return (
    <Link to={`${paths.confirmBankDetails(supplierId)}${search}`} className="button no-print" preventScrollReset>
      Confirm bank details
    </Link>
  );
}

/** Whether the bank details are confirmed, and whether they were changed or removed recently. */
function Trust({ page: { supplier, timeZone }, hasAccount }: { page: SupplierPage; hasAccount: boolean }) {
  const {
    bankDetailsChangedDate: changed,
    bankDetailsVerifiedDate: verified,
    bankDetailsVerifiedByUserFullName: by,
  } = supplier;
  return (
    <>
      {changed && (
        <span className="block">
          <BankDetailsChanged at={formatMoment(changed, timeZone)} />
        </span>
      )}
      {hasAccount &&
        (verified
          ? `Confirmed ${formatMoment(verified, timeZone)}${by ? ` by ${by}` : ""}`
          : "Not confirmed yet. No payments are made until they are.")}
    </>
  );
}
