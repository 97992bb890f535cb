import { useLoaderData } from "@remix-run/react";
import { Confirm } from "#app/components/dialog/confirm.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { loadMarketplace, marketplaceForms } from "#app/services/marketplaces/marketplaces.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { marketplaces } from "#contract/marketplaces/operations.ts";

export const meta = () => title("Deactivate Marketplace");

export const loader = screenFor(marketplaces.deactivate, loadMarketplace);

export const action = commandForms(marketplaceForms);

export const clientAction = keepTyped;

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString("en-AU")} ${many}`;

export default function DeactivateMarketplace() {
  const { marketplace, commandId } = useLoaderData<typeof loader>();
  const { id, name, supplierCount, productCount } = marketplace;
  return (
    <Confirm
      intent="deactivate"
      commandId={commandId}
      title="Deactivate Marketplace"
      label="Deactivate"
      parent={paths.marketplace(id)}
    >
      <p className="mb-2">
        {name} has {counted(supplierCount, "supplier", "suppliers")} and {counted(productCount, "product", "products")}{" "}
        listed. The products will be withdrawn, and nothing new can be agreed or listed there.
      </p>
      <p>Agreements, approvals, orders and invoices stay. Activate it again to list what is approved.</p>
    </Confirm>
  );
}
