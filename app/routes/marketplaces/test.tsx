import { useLoaderData, useLocation } from "@remix-run/react";
import { z } from "zod";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { loadWebhook, marketplaceForms } from "#app/services/marketplaces/marketplaces.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { marketplaces } from "#contract/marketplaces/operations.ts";

export const meta = () => title("Send a Test");

export const loader = screenFor(marketplaces.testWebhook, loadWebhook);

export const action = commandForms(marketplaceForms);

export const clientAction = keepTyped;

const schema = z.object({});
const values = {};
const labels = {};

export default function SendTest() {
  const { id, address, isShop, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const parent = `${paths.marketplace(id)}${search}`;
  return (
    <Dialog title="Send a Test" closeTo={parent}>
      <CommandForm
        intent="test"
        commandId={commandId}
        schema={schema}
        values={values}
        submit="Send"
        busy="Sending..."
        cancelTo={parent}
        labels={labels}
      >
        <p className="col-span-2 [overflow-wrap:anywhere] small:col-span-1">
          {isShop
            ? `The shop at ${address} is asked for its name with the keys that are stored. It is not changed.`
            : `An event “test” is sent to ${address}. It lists nothing.`}
        </p>
      </CommandForm>
    </Dialog>
  );
}
