import { EnterSaves } from "#app/components/form/enter-saves.tsx";
import { FormFrame } from "#app/components/form/form-frame.tsx";
import { CardTable } from "#app/components/layout/card-table.tsx";
import { useHydrated } from "#app/components/layout/toast.tsx";
import type { RulePage } from "#app/services/shipping-rules/shipping-rules.server.ts";
import { unreachableTiers } from "#contract/rules/shipping-coverage.ts";
import { type RateRow, wholeNumber } from "#contract/rules/shipping-rows.ts";
import { NewTier } from "./new-tier.tsx";
import { rateColumns, rateTableLabel } from "./rate-columns.ts";
import { labelsOf, RateRowFields } from "./rate-row.tsx";
import { useRateRows } from "./use-rate-rows.ts";

/**
 * The rates as one form. Its buttons change the rows: with scripts at once, without them by posting the form, which
 * comes back with the rows changed. Both do it by the same functions.
 */
export default function RatesForm({ page, cancelTo }: { page: RulePage; cancelTo: string }) {
  const { places, gstRate, rule } = page;
  const editor = useRateRows("rates", rule.shippingRates);
  const isHydrated = useHydrated();
  const { rows, messages } = editor;
  const countries = places?.countries ?? [];
  const named = rows.map((row) => ({
    ...row,
    countryName: countries.find(({ code }) => code === row.countryCode)?.name ?? row.countryCode,
  }));
  const warnings = warningsFor(rows, (code) => places?.states[code] ?? []);
  return (
    <FormFrame
      intent="rates"
      commandId={page.commandId}
      shown={page.shown}
      submit="Save"
      busy="Saving..."
      cancelTo={cancelTo}
      labels={Object.assign({}, ...named.map(labelsOf))}
      isDirty={editor.isDirty}
      isSuperseded={editor.isSuperseded}
      onSubmit={editor.onSubmit}
    >
      <EnterSaves />
      <div className="col-span-2 outline-none small:col-span-1" ref={editor.ref} tabIndex={-1}>
        {rows.length === 0 ? (
          <p className="mb-3 text-muted">
            No rates for specific countries, states or quantities: the default rates apply.
          </p>
        ) : (
          <div className="py-3.5">
            <CardTable columns={[...rateColumns, { heading: "Actions" }]} label={rateTableLabel} isStacked>
              {named.map((row, index) => (
                <RateRowFields
                  // biome-ignore lint/suspicious/noArrayIndexKey: the names of a row's fields carry its index
                  key={index}
                  {...{ row, index, gstRate, editor, messages }}
                  warning={warnings.get(index)}
                />
              ))}
            </CardTable>
          </div>
        )}
        {!isHydrated && rows.length > 0 && (
          <p className="mt-3 flex flex-wrap items-center gap-2 text-muted">
            <button type="submit" name="refresh" value="update" className="button" formNoValidate>
              Update
            </button>
            recalculates the quantities below from what you typed. Nothing is saved yet.
          </p>
        )}
        {places && <NewTier {...{ places, editor }} />}
      </div>
    </FormFrame>
  );
}

/**
 * Returns the warnings about tiers that can never apply, by row. Incomplete rows are judged by what has been entered.
 */
function warningsFor(
  rows: readonly RateRow[],
  statesOf: (countryCode: string) => readonly { shortName: string }[],
): Map<number, string> {
  const tiers = rows.map((row) => ({
    ...row,
    quantityTo: row.quantityTo.trim() === "" ? null : (wholeNumber(row.quantityTo) ?? row.quantityFrom),
  }));
  const found = unreachableTiers(tiers, (code) => statesOf(code).map(({ shortName }) => shortName));
  return new Map(found.map(({ index, reason }) => [index, reason]));
}
