import { trackingForm } from "@contract/shipments/forms.ts";
import { CommandForm } from "~/components/form/command-form";
import { SelectField, TextField } from "~/components/form/fields";
import { trackingCard } from "~/lib/shipment-edit";
import type { ShipmentPage } from "~/services/shipments.server";

interface Props {
  tracking: NonNullable<ShipmentPage["tracking"]>;
  commandId: string;
  cancelTo: string;
}

const labels = { CourierId: "Courier", TrackingNumber: "Tracking number", Status: "Status" };

export default function TrackingForm({ tracking: { shown, values, couriers, statuses }, commandId, cancelTo }: Props) {
  return (
    <CommandForm
      intent={trackingCard}
      commandId={commandId}
      shown={shown}
      schema={trackingForm}
      values={values}
      submit="Save"
      busy="Saving..."
      cancelTo={cancelTo}
      labels={labels}
    >
      <SelectField name="CourierId" label={labels.CourierId} options={[{ value: "", label: "" }, ...couriers]} />
      <TextField name="TrackingNumber" label={labels.TrackingNumber} autoComplete="off" />
      <SelectField name="Status" label={labels.Status} options={statuses} />
    </CommandForm>
  );
}
