import { lazy } from "react";
import { EditableCard } from "#app/components/layout/card.tsx";
import { CardTable } from "#app/components/layout/card-table.tsx";
import { dollars, dollarsExGst, integer } from "#app/lib/format.ts";
import type { RulePage } from "#app/services/shipping-rules/shipping-rules.server.ts";
import { inclusive } from "#contract/rules/money.ts";
import { rateColumns, rateTableLabel } from "./rate-columns.ts";

const RatesForm = lazy(() => import("./rates-form.tsx"));

export function RatesCard({ page }: { page: RulePage }) {
  const { rule, gstRate, canChange, editing } = page;
  return (
    <EditableCard
      title="Shipping Rates"
      name="rates"
      canEdit={canChange}
      editing={editing}
      form={(cancelTo) => <RatesForm page={page} cancelTo={cancelTo} />}
    >
      {rule.shippingRates.length === 0 ? (
        <p className="text-muted">No rates for specific countries, states or quantities: the default rates apply.</p>
      ) : (
        <CardTable columns={rateColumns} label={rateTableLabel}>
          {rule.shippingRates.map((rate) => (
            <tr key={rate.id}>
              <td>{rate.countryName ?? rate.countryCode ?? "Any"}</td>
              <td>{rate.stateShortName ?? "Any"}</td>
              <td className="text-right">{integer(rate.quantityFrom)}</td>
              <td className="text-right">{rate.quantityTo == null ? "Any" : integer(rate.quantityTo)}</td>
              <td className="whitespace-nowrap text-right">
                {dollarsExGst(rate.shippingRatePerItem)}{" "}
                <span className="text-xs text-muted">
                  {dollars(inclusive(rate.shippingRatePerItem, gstRate))} inc GST
                </span>
              </td>
            </tr>
          ))}
        </CardTable>
      )}
    </EditableCard>
  );
}
