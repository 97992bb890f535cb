import { inclusive } from "@contract/rules/money.ts";
import { lazy } from "react";
import { EditableCard } from "~/components/layout/card";
import { dollars, integer } from "~/lib/format";
import type { RulePage } from "~/services/shipping-rules.server";
import { RateTable } from "./rate-table";

const RatesForm = lazy(() => import("./rates-form"));

export function RatesCard({ page }: { page: RulePage }) {
  const { rule, gstRate, canChange, editing } = page;
  return (
    <EditableCard title="Shipping Rates" name="rates" canEdit={canChange} editing={editing} form={(cancelTo) => <RatesForm page={page} cancelTo={cancelTo} />}>
      {rule.shippingRates.length === 0 ? (
        <p className="text-muted">There are no rates for single countries, states or quantities: the default rates apply.</p>
      ) : (
        <RateTable>
          {rule.shippingRates.map((rate) => (
            <tr key={rate.id} className="row-link">
              <td>{rate.countryName ?? rate.countryCode ?? "Any"}</td>
              <td>{rate.stateShortName ?? "Any"}</td>
              <td className="text-right">{integer(rate.quantityFrom)}</td>
              <td className="text-right">{rate.quantityTo == null ? "Any" : integer(rate.quantityTo)}</td>
              <td className="whitespace-nowrap text-right">
                {dollars(rate.shippingRatePerItem)} <span className="text-xs text-muted">{dollars(inclusive(rate.shippingRatePerItem, gstRate))} inc GST</span>
              </td>
            </tr>
          ))}
        </RateTable>
      )}
    </EditableCard>
  );
}
