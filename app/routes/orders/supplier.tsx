import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { RecordField } from "#app/components/form/record-field.tsx";
import { CardTable } from "#app/components/layout/card-table.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { integer } from "#app/lib/format.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { loadSupplierChoice, supplierForms } from "#app/services/orders/assign-supplier.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { supplierForm } from "#contract/orders/forms.ts";
import { orders } from "#contract/orders/operations.ts";

const heading = "Assign Supplier";

export const meta = () => title(heading);

export const loader = screenFor(orders.assignSupplier, loadSupplierChoice);

export const action = commandForms(supplierForms);

export const clientAction = keepTyped;

const columns = [{ heading: "Product" }, { heading: "SKU" }, { heading: "Quantity", isNumber: true }];

export default function AssignSupplier() {
  const { orderId, supplierName, suppliers, items, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const parent = `${paths.order(orderId)}${search}`;
  if (supplierName) {
    return (
      <Dialog title={heading} closeTo={parent}>
        <p className="mb-4">This order already has the supplier {supplierName}, which cannot be changed.</p>
        <Link to={parent} className="button" preventScrollReset>
          Close
        </Link>
      </Dialog>
    );
  }
  return (
    <Dialog title={heading} closeTo={parent}>
      <p className="mb-3">
        The supplier ships the order and is paid for it. Once assigned, it cannot be changed. Items whose SKU belongs to
        one of its products become that product, and take its stock and the commission of the agreement.
      </p>
      <CommandForm
        intent="assign"
        scope="assign"
        commandId={commandId}
        schema={supplierForm}
        values={{ SupplierId: "" }}
        submit={heading}
        busy="Saving..."
        cancelTo={parent}
        labels={{ SupplierId: "Supplier" }}
      >
        {items.length > 0 && (
          <div className="col-span-2 min-w-0 px-4 py-3.5 small:col-span-1">
            <CardTable columns={columns} label="Items that are not in the catalogue">
              {items.map(({ id, productName, sku, quantity }) => (
                <tr key={id}>
                  <td className="min-w-36 [overflow-wrap:anywhere]">{productName}</td>
                  <td className="[overflow-wrap:anywhere]">{sku}</td>
                  <td className="text-right">{integer(quantity)}</td>
                </tr>
              ))}
            </CardTable>
          </div>
        )}
        <RecordField name="SupplierId" label="Supplier" isWide picker={suppliers} />
      </CommandForm>
    </Dialog>
  );
}
