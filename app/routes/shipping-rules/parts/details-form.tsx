import { CommandForm } from "#app/components/form/command-form.tsx";
import { TextField, YesNoField } from "#app/components/form/fields.tsx";
import { useDisabledUnless, useTyped } from "#app/components/form/typed.ts";
import { yesOrNo } from "#app/lib/format.ts";
import type { RulePage } from "#app/services/shipping-rules/shipping-rules.server.ts";
import { inclusive } from "#contract/rules/money.ts";
import { shippingRuleDetailsForm } from "#contract/shipping-rules/schema.ts";

const labels = {
  Name: "Name",
  SellAnywhereDomestically: "Ship within Australia",
  DefaultDomesticShippingRate: "Default rate per item within Australia",
  SellAnywhereInternationally: "Ship anywhere Internationally",
  DefaultInternationalShippingRate: "Default rate per item internationally",
};

export default function DetailsForm({ page, cancelTo }: { page: RulePage; cancelTo: string }) {
  const { rule, gstRate, commandId } = page;
  /** Dollars inc GST, as input. */
  const typed = (rate: number | null | undefined) => inclusive(rate, gstRate)?.toFixed(2) ?? "";
  const values = {
    Name: rule.name,
    SellAnywhereDomestically: String(rule.sellAnywhereDomestically),
    DefaultDomesticShippingRate: typed(rule.defaultDomesticShippingRate),
    SellAnywhereInternationally: String(rule.sellAnywhereInternationally),
    DefaultInternationalShippingRate: typed(rule.defaultInternationalShippingRate),
  };
  return (
    <CommandForm
      intent="details"
      commandId={commandId}
      shown={page.shown}
      schema={shippingRuleDetailsForm}
      values={values}
      submit="Save"
      busy="Saving..."
      cancelTo={cancelTo}
      labels={labels}
    >
      <TextField name="Name" label={labels.Name} isWide autoComplete="off" />
      <FixedOption isOn={rule.sellAnywhereDomestically} />
      <DefaultRate name="DefaultDomesticShippingRate" isOn={rule.sellAnywhereDomestically} />
      <International />
    </CommandForm>
  );
}

/** Looks like the other options but cannot be changed: every rule ships within Australia. */
function FixedOption({ isOn }: { isOn: boolean }) {
  const id = "fixed-SellAnywhereDomestically";
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-semibold">
        {labels.SellAnywhereDomestically}
      </label>
      <select id={id} className="input" disabled>
        <option>{yesOrNo(isOn)}</option>
      </select>
      <input type="hidden" name="SellAnywhereDomestically" value={String(isOn)} />
    </div>
  );
}

/** The rate is enabled while its option is on. Without scripts it is always enabled, and ignored by the server. */
function International() {
  const isOn = useTyped("SellAnywhereInternationally") === "true";
  return (
    <>
      <YesNoField name="SellAnywhereInternationally" label={labels.SellAnywhereInternationally} />
      <DefaultRate name="DefaultInternationalShippingRate" isOn={isOn} />
    </>
  );
}

function DefaultRate({
  name,
  isOn,
}: {
  name: "DefaultDomesticShippingRate" | "DefaultInternationalShippingRate";
  isOn: boolean;
}) {
  return (
    <TextField
      name={name}
      label={labels[name]}
      suffix="$ inc GST"
      inputMode="decimal"
      autoComplete="off"
      disabled={useDisabledUnless(isOn)}
    />
  );
}
