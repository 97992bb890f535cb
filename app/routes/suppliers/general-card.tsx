import { useLocation } from "@remix-run/react";
import { lazy, Suspense } from "react";
import { Card, Detail, Details } from "~/components/layout/card";
import { image } from "~/lib/image";
import { withParams } from "~/lib/paths";
import type { SupplierPage } from "./detail";

const GeneralForm = lazy(() => import("./general-form"));

export function GeneralCard({ page }: { page: SupplierPage }) {
  const { pathname, search } = useLocation();
  const here = `${pathname}${search}`;
  if (page.editing === "general") {
    return (
      <Card title="General">
        <Suspense>
          <GeneralForm page={page} cancelTo={withParams(here, { edit: null })} />
        </Suspense>
      </Card>
    );
  }
  const { supplier, cdnBaseUrl, may } = page;
  return (
    <Card title="General" editTo={may.general ? withParams(here, { edit: "general" }) : undefined}>
      <Details>
        <Detail term="Name">{supplier.name}</Detail>
        <Detail term="Legal name">{supplier.legalName}</Detail>
        <Detail term="Business phone">{supplier.businessPhoneNumber}</Detail>
        <Detail term="Order contact emails">{supplier.orderContactEmails}</Detail>
        <Detail term="Logo" isWide>
          {supplier.logoId && <img src={image(cdnBaseUrl, supplier.logoId, 400)} alt={`Logo of ${supplier.name}`} className="max-w-full rounded border border-line object-contain" width={400} height={400} />}
        </Detail>
        <Detail term="Description" isWide>
          {supplier.description && (
            // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned against the allow-list by the loader
            <div className="rich whitespace-normal" dangerouslySetInnerHTML={{ __html: supplier.description }} />
          )}
        </Detail>
        {supplier.notes !== null && (
          <Detail term="Notes" isWide>
            {supplier.notes}
          </Detail>
        )}
      </Details>
    </Card>
  );
}
