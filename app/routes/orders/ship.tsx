import { orders } from "@contract/orders/operations.ts";
import { optionsText } from "@contract/rules/options-text.ts";
import { addShipmentForm } from "@contract/shipments/forms.ts";
import { shipmentMessages } from "@contract/shipments/schema.ts";
import { thenSlip } from "@contract/shipments/slip.ts";
import { Link, useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "~/components/dialog/dialog";
import { choose } from "~/components/form/choose";
import { CommandForm } from "~/components/form/command-form";
import { SelectField, TextCell, TextField } from "~/components/form/fields";
import { useFormState } from "~/components/form/form-state";
import { CardTable } from "~/components/layout/card-table";
import { fieldsOfRows } from "~/lib/form-rows";
import { integer } from "~/lib/format";
import { keepTyped } from "~/lib/keep-typed";
import { paths, withParams } from "~/lib/paths";
import { afterRefusals } from "~/lib/revalidate";
import { chosenItem } from "~/lib/ship-items";
import { title } from "~/lib/title";
import { commandForms } from "~/services/command-form.server";
import { screenFor } from "~/services/route.server";
import { loadItemsToShip, shipForms } from "~/services/ship-items.server";

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
