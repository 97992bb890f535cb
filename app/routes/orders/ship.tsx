import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { choose } from "#app/components/form/choose.ts";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { SelectField, TextCell, TextField } from "#app/components/form/fields.tsx";
import { useFormState } from "#app/components/form/form-state.ts";
import { CardTable } from "#app/components/layout/card-table.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { fieldsOfRows } from "#app/lib/form-rows.ts";
import { integer } from "#app/lib/format.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths, withParams } from "#app/lib/paths.ts";
import { afterRefusals } from "#app/lib/revalidate.ts";
import { chosenItem } from "#app/lib/ship-items.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { loadItemsToShip, shipForms } from "#app/services/orders/ship-items.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { orders } from "#contract/orders/operations.ts";
import { optionsText } from "#contract/rules/options-text.ts";
import { addShipmentForm } from "#contract/shipments/forms.ts";
import { shipmentMessages } from "#contract/shipments/schema.ts";
import { thenSlip } from "#contract/shipments/slip.ts";

export const meta = () => title("Add Shipment");

export const loader = screenFor(orders.get, loadItemsToShip);

export const action = commandForms(shipForms);

export const clientAction = keepTyped;

export const shouldRevalidate = afterRefusals;

const columns = [{ heading: "Product" }, { heading: "To ship", isNumber: true }, { heading: "Quantity" }];

type Item = ReturnType<typeof useLoaderData<typeof loader>>["items"][number];

const labels = { CourierId: "Courier", TrackingNumber: "Tracking number" };

const quantityOf = (i: number) => `Items.${i}.QuantityToShip`;

export default function AddShipment() {
  const { orderId, items, couriers, lastCourier, allItems, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const parent = withParams(`${paths.order(orderId)}${search}`, { [chosenItem]: null });
  return (
    <Dialog title="Add Shipment" closeTo={parent}>
      {items.length === 0 ? (
        <>
          <p className="mb-4">{shipmentMessages.items}.</p>
          <p className="flex flex-wrap gap-2">
            {allItems && (
              <Link to={`?${allItems}`} className="button button-primary" preventScrollReset>
                Ship All
              </Link>
            )}
            <Link to={parent} className="button" preventScrollReset>
              Cancel
            </Link>
          </p>
        </>
      ) : (
        <CommandForm
          intent="ship"
          commandId={commandId}
          schema={addShipmentForm}
          values={{
            ...fieldsOfRows(
              "Items",
              items.map(({ id, owed }) => ({ LineItemId: id, QuantityToShip: String(owed) })),
            ),
            CourierId: lastCourier,
            TrackingNumber: "",
          }}
          submit="OK"
          busy="Saving..."
          otherSubmit={{ label: "Print Packaging Slip", name: "Then", value: thenSlip }}
          cancelTo={parent}
          labels={{ ...Object.fromEntries(items.map(({ name }, i) => [quantityOf(i), name])), ...labels }}
        >
          <div className="col-span-2 my-3.5 min-w-0 px-4 small:col-span-1">
            <CardTable columns={columns}>
              {items.map((item, i) => (
                <ItemRow key={item.id} item={item} index={i} />
              ))}
            </CardTable>
          </div>
          <SelectField name="CourierId" label={labels.CourierId} options={[choose, ...couriers]} />
          <TextField name="TrackingNumber" label={labels.TrackingNumber} autoComplete="off" />
        </CommandForm>
      )}
    </Dialog>
  );
}

function ItemRow({ item, index }: { item: Item; index: number }) {
  const { errors } = useFormState();
  const field = `Items.${index}.LineItemId`;
  return (
    <tr>
      <td className="min-w-40 [overflow-wrap:anywhere]">
        {item.name}
        <span className="block text-xs text-muted">
          {[optionsText(item.options), item.sku].filter(Boolean).join(" · ")}
        </span>
        <span className="block text-sm font-semibold text-danger empty:hidden">{errors[field]?.message}</span>
        <input type="hidden" name={field} value={item.id} />
      </td>
      <td className="text-right">{integer(item.owed)}</td>
      <td className="min-w-24">
        <TextCell name={quantityOf(index)} label={`Quantity of ${item.name}`} />
      </td>
    </tr>
  );
}
