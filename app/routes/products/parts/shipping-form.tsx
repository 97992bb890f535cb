import { Fragment } from "react";
import { choose } from "#app/components/form/choose.ts";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { SelectField, TextAreaField, TextField, YesNoField } from "#app/components/form/fields.tsx";
import { useDisabledUnless, useTyped } from "#app/components/form/typed.ts";
import { Link } from "#app/components/layout/link.tsx";
import { useHydrated } from "#app/components/layout/toast.tsx";
import { paths } from "#app/lib/paths.ts";
import type { ShippingPage } from "#app/services/products/shipping.server.ts";
import { ShippingMethod } from "#contract/enumerations.ts";
import { shippingMethodForm } from "#contract/products/forms.ts";
import { CarrierNeeds } from "./carrier-needs.tsx";

const labels = {
  ShippingNotes: "Shipping notes",
  HandlingDays: "Handling days",
  ShippingMethod: "Shipping method",
  DomesticFlatRate: "Domestic rate per item",
  AllowShippingInternationally: "Ship internationally",
  InternationalFlatRate: "International rate per item",
  ShippingRuleId: "Shipping rule",
};

export default function ShippingForm({ page, cancelTo }: { page: ShippingPage; cancelTo: string }) {
  const { head, shipping, methods, hasHandlingDays } = page;
  /** Dollars inc GST, as input. */
  const typed = (rate: number | null) => rate?.toFixed(2) ?? "";
  const values = {
    ShippingMethod: String(shipping.shippingMethod ?? ""),
    DomesticFlatRate: typed(shipping.domesticFlatRate),
    AllowShippingInternationally: String(shipping.allowShippingInternationally),
    InternationalFlatRate: typed(shipping.internationalFlatRate),
    ShippingRuleId: String(shipping.shippingRuleId ?? ""),
    ShippingNotes: shipping.shippingNotes ?? "",
    ...(hasHandlingDays && { HandlingDays: String(shipping.handlingDays ?? "") }),
  };
  return (
    <CommandForm
      intent="shipping"
      commandId={head.commandId}
      shown={page.shown}
      schema={shippingMethodForm}
      values={values}
      submit="Save"
      busy="Saving..."
      cancelTo={cancelTo}
      labels={labels}
    >
      <TextAreaField
        name="ShippingNotes"
        label={labels.ShippingNotes}
        hint="How long it takes to ship the product once an order is received, and any other special delivery instructions."
        isWide
      />
      {hasHandlingDays && (
        <TextField
          name="HandlingDays"
          label={labels.HandlingDays}
          hint="Working days from an order to its dispatch. Leave it empty for those of the supplier."
          inputMode="numeric"
          autoComplete="off"
          isWide
        />
      )}
      <SelectField
        name="ShippingMethod"
        label={labels.ShippingMethod}
        isWide
        options={shipping.shippingMethod == null ? [choose, ...methods] : methods}
      />
      <Method page={page} />
    </CommandForm>
  );
}

/** The fields of the chosen method. Without scripts all are shown, and those of other methods are ignored. */
function Method({ page }: { page: ShippingPage }) {
  const isHydrated = useHydrated();
  const chosen = useTyped("ShippingMethod");
  const parts = [
    { method: ShippingMethod.flatRate, fields: <FlatRates /> },
    { method: ShippingMethod.carrier, fields: <CarrierNeeds page={page} /> },
    { method: ShippingMethod.rule, fields: <Rule page={page} /> },
  ].map(({ method, fields }) => ({ value: String(method), fields }));
  if (isHydrated) return parts.find(({ value }) => value === chosen)?.fields;
  return parts.map(({ value, fields }) => (
    <Fragment key={value}>
      <h3 className="col-span-2 font-semibold small:col-span-1">
        For “{page.methods.find((method) => method.value === value)?.label}”
      </h3>
      {fields}
    </Fragment>
  ));
}

function FlatRates() {
  const rate = { suffix: "$ inc GST", inputMode: "decimal", autoComplete: "off" } as const;
  const isAbroad = useTyped("AllowShippingInternationally") === "true";
  return (
    <>
      <TextField name="DomesticFlatRate" label={labels.DomesticFlatRate} isWide {...rate} />
      <YesNoField name="AllowShippingInternationally" label={labels.AllowShippingInternationally} />
      <TextField
        name="InternationalFlatRate"
        label={labels.InternationalFlatRate}
        {...rate}
        disabled={useDisabledUnless(isAbroad)}
      />
    </>
  );
}

function Rule({ page: { rules } }: { page: ShippingPage }) {
  return (
    <div className="col-span-2 grid gap-2 small:col-span-1">
      <SelectField name="ShippingRuleId" label={labels.ShippingRuleId} isWide options={[choose, ...rules]} />
      <p>
        <Link to={paths.shippingRules()} target="_blank" rel="noopener">
          Create a shipping rule (opens in new tab)
        </Link>
      </p>
    </div>
  );
}
