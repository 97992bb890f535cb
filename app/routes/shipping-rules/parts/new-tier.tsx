import { useEffect, useRef, useState } from "react";
import { FieldFrame } from "#app/components/form/fields.tsx";
import { useHydrated } from "#app/components/layout/toast.tsx";
import { newTier } from "#app/lib/rates/rate-rows.ts";
import type { RulePage } from "#app/services/shipping-rules/shipping-rules.server.ts";
import { StateSelect } from "./state-select.tsx";
import type { RateEditor } from "./use-rate-rows.ts";

interface Props {
  places: NonNullable<RulePage["places"]>;
  editor: RateEditor;
}

/**
 * Adds a tier for a country and a state. The states follow the country: immediately with scripts, after pressing a
 * button without.
 */
export function NewTier({ places, editor }: Props) {
  const isHydrated = useHydrated();
  const [country, setCountry] = useState(editor.chosen.country ?? places.countryCode);
  const select = useRef<HTMLSelectElement>(null);
  // The user may have chosen a country before hydration.
  useEffect(() => setCountry((shown) => select.current?.value ?? shown), []);
  const haveChanged = editor.chosen.statesOf !== undefined && editor.chosen.statesOf !== country;
  return (
    <fieldset className="mt-4 border-t border-line pt-3">
      <legend className="sr-only">Add a rate</legend>
      <div className="flex flex-wrap items-end gap-3 [&>div]:max-w-full">
        <FieldFrame name={newTier.country} label="Country">
          <select
            ref={select}
            id={newTier.country}
            name={newTier.country}
            className="input"
            defaultValue={country}
            onChange={(event) => setCountry(event.target.value)}
          >
            <option value="">(Any)</option>
            {places.countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </FieldFrame>
        {!isHydrated && (
          <button type="submit" name="refresh" value="states" className="button" formNoValidate>
            Show the states of this country
          </button>
        )}
        <FieldFrame name={newTier.state} label="State">
          <StateSelect
            key={country}
            id={newTier.state}
            states={places.states[country] ?? []}
            start={editor.chosen.state}
          />
        </FieldFrame>
        <input type="hidden" name={newTier.statesOf} value={country} />
        <button {...editor.press("add")} className="button">
          Add
        </button>
      </div>
      {haveChanged && !isHydrated && (
        <p className="mt-2 text-muted">
          The states are now those of the country you chose. Choose one, or (Any), and press Add.
        </p>
      )}
    </fieldset>
  );
}
