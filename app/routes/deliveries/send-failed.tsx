import { useLoaderData } from "@remix-run/react";
import { Confirm } from "#app/components/dialog/confirm.tsx";
import { integer } from "#app/lib/format.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { failedDeliveriesForms, loadFailedDeliveries } from "#app/services/deliveries/deliveries.server.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { deliveries } from "#contract/deliveries/operations.ts";

export const meta = () => title("Send All that Failed");

export const loader = screenFor(deliveries.sendFailed, loadFailedDeliveries);

export const action = commandForms(failedDeliveriesForms);

export const clientAction = keepTyped;

export default function SendFailedDeliveries() {
  const { count, marketplace, commandId } = useLoaderData<typeof loader>();
  const to = marketplace ?? "all marketplaces";
  return (
    <Confirm
      intent="sendFailed"
      commandId={commandId}
      title="Send All that Failed"
      label="Send Again"
      look="primary"
      parent={paths.deliveries()}
    >
      {count === 1
        ? `One delivery to ${to} has failed or was given up. It is sent again, for 24 hours if it has to be.`
        : `${integer(count)} deliveries to ${to} have failed or were given up. They are sent again, for 24 hours if they have to be.`}
    </Confirm>
  );
}
