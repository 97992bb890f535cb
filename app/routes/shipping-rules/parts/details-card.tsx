import { lazy } from "react";
import { EditableCard } from "#app/components/layout/card.tsx";
import { Detail, Details } from "#app/components/layout/details.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { dollars } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { RulePage } from "#app/services/shipping-rules/shipping-rules.server.ts";
import { inclusive } from "#contract/rules/money.ts";

const DetailsForm = lazy(() => import("./details-form.tsx"));

export function DetailsCard({ page }: { page: RulePage }) {
  const { rule, gstRate, canChange, editing } = page;
  return (
    <EditableCard
      title="Details"
      name="details"
      canEdit={canChange}
      editing={editing}
      form={(cancelTo) => <DetailsForm page={page} cancelTo={cancelTo} />}
    >
      <Details>
        <Detail term="Name">{rule.name}</Detail>
        <Detail term="Supplier">
          <Link to={paths.supplier(rule.supplierId)}>{rule.supplierName}</Link>
        </Detail>
        <Detail term="Ship within Australia">
          {rateText(rule.sellAnywhereDomestically, inclusive(rule.defaultDomesticShippingRate, gstRate))}
        </Detail>
        <Detail term="Ship anywhere Internationally">
          {rateText(rule.sellAnywhereInternationally, inclusive(rule.defaultInternationalShippingRate, gstRate))}
        </Detail>
      </Details>
    </EditableCard>
  );
}

/** @param rate dollars inc GST for one item */
function rateText(isOn: boolean, rate: number | null): string {
  if (!isOn) return "No";
  return rate === null
    ? "Yes, but no default rate has been entered yet"
    : `Yes, by default for ${dollars(rate)} per item`;
}
