import { AddressFields, addressLabels, addressValues } from "#app/components/form/address-form.tsx";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { EnterSaves } from "#app/components/form/enter-saves.tsx";
import { ChoicesField, TextAreaField, TextField } from "#app/components/form/fields.tsx";
import { useFormState } from "#app/components/form/form-state.ts";
import { MomentField, momentLabels } from "#app/components/form/moment-field.tsx";
import { RecordField } from "#app/components/form/record-field.tsx";
import { useTyped } from "#app/components/form/typed.ts";
import type { OrderPage } from "#app/services/orders/order.server.ts";
import { orderFields } from "#contract/orders/fields.ts";
import { orderDetailsForm } from "#contract/orders/forms.ts";
import { labelsOf } from "#contract/records/fields.ts";

interface Props {
  page: OrderPage & { details: NonNullable<OrderPage["details"]> };
  cancelTo: string;
}

const labels = {
  SupplierId: "Supplier",
  ...labelsOf(orderFields),
  ...momentLabels("OrderDate", "Order date"),
  ShipBy: "Ship by",
  FutureIsRight: "Order date in the future",
  ...addressLabels,
};

export default function DetailsForm({ page: { order, timeZone, commandId, details, has }, cancelTo }: Props) {
  const { places, suppliers, values } = details;
  return (
    <CommandForm
      intent="details"
      commandId={commandId}
      shown={details.shown}
      schema={orderDetailsForm}
      values={{ ...values, ...addressValues(order.shippingAddress, places) }}
      submit="Save"
      busy="Saving..."
      cancelTo={cancelTo}
      labels={labels}
    >
      <EnterSaves />
      <input type="hidden" name="TimeZone" value={timeZone} />
      <input type="hidden" name="ShownDate" value={values.ShownDate} />
      {suppliers && (
        <RecordField
          name="SupplierId"
          label={labels.SupplierId}
          hint="Once saved, the supplier cannot be changed."
          isWide
          isOptional
          picker={suppliers}
        />
      )}
      <TextField name="MarketplaceOrderId" label={labels.MarketplaceOrderId} autoComplete="off" />
      <MomentField name="OrderDate" label={labels.OrderDate} timeZone={timeZone} hint={`In ${timeZone}.`} />
      <FutureDate />
      {has.shipBy && (
        <TextField name="ShipBy" label={labels.ShipBy} type="date" hint={shipByHint(order)} autoComplete="off" />
      )}
      <TextField name="CustomerFirstName" label={labels.CustomerFirstName} autoComplete="off" />
      <TextField name="CustomerSurname" label={labels.CustomerSurname} autoComplete="off" />
      <TextField name="CustomerEmail" label={labels.CustomerEmail} type="email" autoComplete="off" />
      <TextField name="CustomerPhoneNumber" label={labels.CustomerPhoneNumber} type="tel" autoComplete="off" />
      <TextField name="CompanyName" label={labels.CompanyName} autoComplete="off" />
      <TextAreaField name="OrderNotes" label={labels.OrderNotes} isWide />
      <h3 className="col-span-2 mt-2 font-semibold small:col-span-1">Delivery address</h3>
      <AddressFields places={places} />
    </CommandForm>
  );
}

const shipByHint = ({ shipByIsGiven, promise }: OrderPage["order"]) =>
  `Leave it empty to count the handling days${promise && !shipByIsGiven ? `: ${promise.day}` : ""}.`;

const futureOptions = [{ value: "yes", label: "Yes, this date is right" }];

/** Shown while the date is the one that the server asked about. */
function FutureDate() {
  const { errors, values } = useFormState();
  const isAsked = errors.FutureIsRight !== undefined || (values.FutureIsRight ?? []).length > 0;
  const isStill = useTyped("OrderDate") === values.OrderDate;
  return (
    isAsked && isStill && <ChoicesField name="FutureIsRight" label={labels.FutureIsRight} options={futureOptions} />
  );
}
