import { useFetcher } from "@remix-run/react";
import { useState } from "react";
import { useHydrated } from "#app/components/layout/toast.tsx";
import { paths } from "#app/lib/paths.ts";
import {
  type Address,
  addressForm,
  type Country,
  countriesWithStates,
  postCodeWarning,
  type State,
} from "#contract/locations/schema.ts";
import { choose } from "./choose.ts";
import { CommandForm } from "./command-form.tsx";
import { EnterSaves } from "./enter-saves.tsx";
import { SelectField, TextField } from "./fields.tsx";
import { useFormState, useText } from "./form-state.ts";
import { useTyped } from "./typed.ts";

interface Props {
  intent: string;
  commandId: string;
  /** Snapshot of the values on the card (`shownText`), so that only changed fields are saved. */
  shown?: string;
  address: Address | null | undefined;
  places: { countries: Country[]; states: State[]; countryCode: string };
  cancelTo: string;
}

export const addressLabels = {
  streetAddress: "Street address",
  streetAddress2: "Street address 2",
  unitNumber: "Unit number",
  city: "City",
  countryCode: "Country",
  state: "State",
  postCode: "Post code",
};

export default function AddressForm({ intent, commandId, shown, address, places, cancelTo }: Props) {
  return (
    <CommandForm
      intent={intent}
      commandId={commandId}
      shown={shown}
      schema={addressForm}
      values={addressValues(address, places)}
      submit="Save"
      busy="Saving..."
      cancelTo={cancelTo}
      labels={addressLabels}
    >
      <EnterSaves />
      <AddressFields places={places} />
    </CommandForm>
  );
}

/** Returns the initial values of the address fields. */
export function addressValues(address: Props["address"], { countryCode }: Props["places"]) {
  return {
    unitNumber: address?.unitNumber ?? "",
    streetAddress: address?.streetAddress ?? "",
    streetAddress2: address?.streetAddress2 ?? "",
    city: address?.city ?? "",
    state: address?.state ?? "",
    postCode: address?.postCode ?? "",
    countryCode,
  };
}

/** The address fields, for use in any form. Put `<EnterSaves />` before them. */
export function AddressFields({ places }: Pick<Props, "places">) {
  return (
    <>
      <TextField name="streetAddress" label={addressLabels.streetAddress} autoComplete="off" />
      <TextField name="streetAddress2" label={addressLabels.streetAddress2} autoComplete="off" />
      <TextField name="unitNumber" label={addressLabels.unitNumber} autoComplete="off" />
      <TextField name="city" label={addressLabels.city} autoComplete="off" />
      <CountryAndState places={places} />
      <PostCode />
    </>
  );
}

function PostCode() {
  const warning = postCodeWarning({ countryCode: useTyped("countryCode"), postCode: useTyped("postCode") });
  return <TextField name="postCode" label={addressLabels.postCode} hint={warning} autoComplete="off" />;
}

/** The list of states follows the country: immediately with scripts, after pressing a button without. */
function CountryAndState({ places }: Pick<Props, "places">) {
  const fetcher = useFetcher<State[]>();
  const isHydrated = useHydrated();
  const [country, setCountry] = useState(places.countryCode);
  const states = country === places.countryCode ? places.states : (fetcher.data ?? []);
  const hasList = countriesWithStates.includes(country);
  const { setValue } = useFormState();
  const state = useText("state");
  const pick = (code: string) => {
    setCountry(code);
    // A state's code is only unique within its country: WA is both Western Australia and Washington.
    setValue("state", code === places.countryCode ? state : "");
    if (countriesWithStates.includes(code)) fetcher.load(paths.states(code));
  };
  const options = [choose, ...states.map(({ shortName, name }) => ({ value: shortName, label: name }))];
  return (
    <>
      {/* The country that the state was chosen for; see `withoutForeignState`. */}
      <input type="hidden" name="ShownCountry" value={country} />
      <SelectField
        name="countryCode"
        label={addressLabels.countryCode}
        options={places.countries.map(({ code, name }) => ({ value: code, label: name }))}
        onPick={pick}
        after={
          !isHydrated && (
            <button type="submit" name="refresh" value="country" className="button mt-1.5" formNoValidate>
              Show the states of this country
            </button>
          )
        }
      />
      {hasList ? (
        <SelectField key={`${country}-${options.length}`} name="state" label={addressLabels.state} options={options} />
      ) : (
        <TextField key={country} name="state" label={addressLabels.state} />
      )}
    </>
  );
}
