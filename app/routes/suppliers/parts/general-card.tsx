import { lazy } from "react";
import { EditableCard } from "#app/components/layout/card.tsx";
import { Detail, Details } from "#app/components/layout/details.tsx";
import { image } from "#app/lib/image.ts";
import type { SupplierPage } from "#app/services/suppliers/suppliers.server.ts";
import { defaultHandlingDays } from "#contract/rules/ship-by.ts";
import { detailFields } from "#contract/suppliers/fields.ts";
import { type OrderEmails, orderEmailsLabels } from "#contract/suppliers/order-emails.ts";

const orderEmailsWords = (wanted: string | null | undefined) => orderEmailsLabels[(wanted ?? "atOnce") as OrderEmails];

const GeneralForm = lazy(() => import("./general-form.tsx"));

export function GeneralCard({ page }: { page: SupplierPage }) {
  const { supplier, cdnBaseUrl, may, editing, hasHandlingDays, hasOrderEmails } = page;
  return (
    <EditableCard
      title="General"
      name="general"
      canEdit={may.general}
      editing={editing}
      form={(cancelTo) => <GeneralForm page={page} cancelTo={cancelTo} />}
    >
      <Details>
        <Detail term={detailFields.name.label}>{supplier.name}</Detail>
        <Detail term={detailFields.legalName.label}>{supplier.legalName}</Detail>
        <Detail term={detailFields.businessPhoneNumber.label}>{supplier.businessPhoneNumber}</Detail>
        <Detail term={detailFields.orderContactEmails.label}>{supplier.orderContactEmails}</Detail>
        {hasOrderEmails && (
          <Detail term={detailFields.orderEmails.label}>{orderEmailsWords(supplier.orderEmails)}</Detail>
        )}
        {hasHandlingDays && (
          <Detail term={detailFields.handlingDays.label}>
            {supplier.handlingDays ?? `${defaultHandlingDays}, as for all suppliers without their own`}
          </Detail>
        )}
        <Detail term={detailFields.logoId.label} isWide>
          {supplier.logoId && (
            <img
              src={image(cdnBaseUrl, supplier.logoId, 400)}
              alt={`Logo of ${supplier.name}`}
              className="aspect-auto max-h-[400px] max-w-full rounded border border-line object-contain"
              width={400}
              height={400}
            />
          )}
        </Detail>
        <Detail term={detailFields.description.label} isWide>
          {supplier.description && (
            // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned against the allow-list by the loader
            <div className="rich whitespace-normal" dangerouslySetInnerHTML={{ __html: supplier.description }} />
          )}
        </Detail>
        {supplier.notes !== null && (
          <Detail term={detailFields.notes.label} isWide>
            {supplier.notes}
          </Detail>
        )}
      </Details>
    </EditableCard>
  );
}
