import { useLoaderData } from "@remix-run/react";
import { Confirm } from "#app/components/dialog/confirm.tsx";
import { customerPaths } from "#app/lib/customer-paths.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { title } from "#app/lib/title.ts";
import { eraseForms, loadErasure } from "#app/services/customers/customers.server.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { customers } from "#contract/customers/operations.ts";

export const meta = () => title("Erase Personal Data");

export const loader = screenFor(customers.erase, loadErasure);

export const action = commandForms(eraseForms);

export const clientAction = keepTyped;

export default function EraseCustomer() {
  const { toErase, keptCount, commandId } = useLoaderData<typeof loader>();
  return (
    <Confirm
      intent="erase"
      commandId={commandId}
      title="Erase Personal Data"
      label="Erase"
      parent={customerPaths.find()}
    >
      <p>Names, addresses and notes of these orders are erased, also from their history. This cannot be undone.</p>
      <ul className="my-3 max-h-60 list-disc overflow-auto pl-5 [overflow-wrap:anywhere]">
        {toErase.map(({ id, marketplaceOrderId, customerName }) => (
          <li key={id}>
            {marketplaceOrderId}: {customerName}
          </li>
        ))}
      </ul>
      <p>
        Products, amounts and days stay.
        {keptCount > 0 && ` ${keptCount === 1 ? "One chosen order stays" : `${keptCount} chosen orders stay`} whole.`}
      </p>
    </Confirm>
  );
}
