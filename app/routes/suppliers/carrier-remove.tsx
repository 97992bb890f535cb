import { useLoaderData } from "@remix-run/react";
import { Confirm } from "#app/components/dialog/confirm.tsx";
import { Detail, Details } from "#app/components/layout/details.tsx";
import { shownField } from "#app/lib/form-answer.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { afterRefusals } from "#app/lib/revalidate.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screen } from "#app/services/request/route.server.ts";
import { carrierKeyForms, loadCarrierKey } from "#app/services/suppliers/carrier.server.ts";

const heading = "Remove Shippit key";

export const meta = () => title(heading);

export const loader = screen(loadCarrierKey);

export const action = commandForms(carrierKeyForms);

export const clientAction = keepTyped;

export const shouldRevalidate = afterRefusals;

export default function RemoveCarrierKey() {
  const { supplier, key, shown, commandId } = useLoaderData<typeof loader>();
  return (
    <Confirm
      intent="remove"
      commandId={commandId}
      title={heading}
      label="Remove"
      parent={paths.supplier(supplier.id)}
      fields={<input type="hidden" name={shownField} value={shown} />}
    >
      <p className="mb-3">
        Nothing uses this key, because no carrier is connected. Without it, no further products of {supplier.name} can
        be changed to Shippit; those that use it keep this shipping method. Are you sure you wish to continue?
      </p>
      <Details>
        <Detail term="Shippit key" isWide>
          {key}
        </Detail>
      </Details>
    </Confirm>
  );
}
