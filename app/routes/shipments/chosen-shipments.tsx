import { Form, useLocation } from "@remix-run/react";
import { useChosenCount } from "~/components/list/choice";
import { chosenShipment } from "~/lib/chosen-shipments";
import { paths } from "~/lib/paths";

/** The boxes of the rows go with the form of the button. */
export const chosenShipments = { form: "chosen-shipments", field: chosenShipment };

/** Without scripts it can always be pressed: what is missing is said then. */
export function ChosenShipments() {
  const { search } = useLocation();
  const isNoneChosen = useChosenCount(chosenShipments) === 0;
  const listState = [...new URLSearchParams(search)].filter(([name]) => name !== chosenShipment);
  return (
    <Form id={chosenShipments.form} method="get" action={paths.packagingSlips()}>
      {listState.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className="button" disabled={isNoneChosen}>
        Print Packaging Slips
      </button>
    </Form>
  );
}
