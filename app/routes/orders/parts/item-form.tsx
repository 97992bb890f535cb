import { CommandForm } from "#app/components/form/command-form.tsx";
import { SelectField, TextAreaField, TextField } from "#app/components/form/fields.tsx";
import { useDisabledUnless, useTyped } from "#app/components/form/typed.ts";
import type { ShownLineItem } from "#app/services/orders/order.server.ts";
import { OrderLineItemStatus, orderLineItemStatuses } from "#contract/enumerations.ts";
import { lineItemForm } from "#contract/orders/forms.ts";
import { isChosen } from "#contract/rules/order-line.ts";

interface Props {
  item: ShownLineItem;
  commandId: string;
  /** Snapshot for edits. */
  shown?: string;
  cancelTo: string;
}

const labels = {
  Status: "Status",
  ExpectedInStockDate: "Expected back in stock",
  OrderNotes: "Order notes",
  SupplierNotes: "Internal notes",
};

export default function ItemForm({ item, commandId, shown, cancelTo }: Props) {
  const values = {
    Status: String(item.status),
    ExpectedInStockDate: item.expectedInStockDate ?? "",
    OrderNotes: item.orderNotes ?? "",
    SupplierNotes: item.supplierNotes ?? "",
  };
  return (
    <CommandForm
      intent="item"
      commandId={commandId}
      shown={shown}
      schema={lineItemForm}
      values={values}
      submit="Save"
      busy="Saving..."
      cancelTo={cancelTo}
      labels={labels}
    >
      {isChosen(item.status) ? <StatusFields /> : <input type="hidden" name="Status" value={item.status} />}
      <TextAreaField name="OrderNotes" label={labels.OrderNotes} hint="Visible to the customer." isWide rows={2} />
      <TextAreaField
        name="SupplierNotes"
        label={labels.SupplierNotes}
        hint="Not visible to the customer."
        isWide
        rows={2}
      />
    </CommandForm>
  );
}

const choices = orderLineItemStatuses
  .filter(({ value }) => isChosen(value))
  .map(({ value, displayName }) => ({ value: String(value), label: displayName }));

function StatusFields() {
  const isWaiting = useTyped("Status") === String(OrderLineItemStatus.waitingOnStock);
  return (
    <>
      <SelectField name="Status" label={labels.Status} options={choices} />
      <TextField
        name="ExpectedInStockDate"
        label={labels.ExpectedInStockDate}
        type="date"
        disabled={useDisabledUnless(isWaiting)}
      />
    </>
  );
}
