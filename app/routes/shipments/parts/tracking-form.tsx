import { choose } from "#app/components/form/choose.ts";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { ChoicesField, SelectField, TextField } from "#app/components/form/fields.tsx";
import { useTyped } from "#app/components/form/typed.ts";
import { trackingCard } from "#app/lib/shipment-edit.ts";
import type { ShipmentPage } from "#app/services/shipments/shipments.server.ts";
import { ShipmentStatus } from "#contract/enumerations.ts";
import { finalQuestion, trackingForm } from "#contract/shipments/forms.ts";

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
