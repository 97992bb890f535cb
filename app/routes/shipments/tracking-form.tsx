import { ShipmentStatus } from "@contract/enumerations.ts";
import { finalQuestion, trackingForm } from "@contract/shipments/forms.ts";
import { choose } from "~/components/form/choose";
import { CommandForm } from "~/components/form/command-form";
import { ChoicesField, SelectField, TextField } from "~/components/form/fields";
import { useTyped } from "~/components/form/typed";
import { trackingCard } from "~/lib/shipment-edit";
import type { ShipmentPage } from "~/services/shipments.server";

interface Props {
  tracking: NonNullable<ShipmentPage["tracking"]>;
  commandId: string;
  cancelTo: string;
}

const labels = { CourierId: "Courier", TrackingNumber: "Tracking number", Status: "Status", IsFinal: "Delivered" };

export default function TrackingForm({ tracking: { shown, values, couriers, statuses }, commandId, cancelTo }: Props) {
  return (
    <CommandForm
      intent={trackingCard}
      commandId={commandId}
      shown={shown}
      schema={trackingForm}
      values={{ ...values, IsFinal: [] }}
      submit="Save"
      busy="Saving..."
      cancelTo={cancelTo}
      labels={labels}
    >
      <SelectField name="CourierId" label={labels.CourierId} options={[choose, ...couriers]} />
      <TextField name="TrackingNumber" label={labels.TrackingNumber} autoComplete="off" />
      <SelectField name="Status" label={labels.Status} options={statuses} />
      <SecondYes />
    </CommandForm>
  );
}

const finalOptions = [{ value: "yes", label: "Yes, it has been delivered" }];

/** Shown before the final status is set. */
function SecondYes() {
  if (Number(useTyped("Status")) !== ShipmentStatus.delivered) return null;
  return <ChoicesField name="IsFinal" label="Delivered" hint={finalQuestion} options={finalOptions} />;
}
