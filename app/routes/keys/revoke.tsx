import { useLoaderData } from "@remix-run/react";
import { Confirm } from "#app/components/dialog/confirm.tsx";
import { Detail, Details } from "#app/components/layout/details.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { keyForms, loadKeyToRevoke } from "#app/services/keys/keys.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { keys } from "#contract/keys/operations.ts";

const heading = "Revoke Key";

export const meta = () => title(heading);

export const loader = screenFor(keys.revoke, loadKeyToRevoke);

export const action = commandForms(keyForms);

export const clientAction = keepTyped;

export default function RevokeKey() {
  const { key, supplierId, commandId } = useLoaderData<typeof loader>();
  return (
    <Confirm
      intent="revoke"
      commandId={commandId}
      title={heading}
      label="Revoke"
      parent={supplierId === undefined ? paths.keys() : paths.supplier(supplierId)}
    >
      <p className="mb-3">
        The machine that uses this key is refused from its next call on. This cannot be undone. Are you sure you wish to
        continue?
      </p>
      <Details>
        <Detail term="Name">{key.name}</Detail>
        <Detail term="Belongs to">{key.owner}</Detail>
        <Detail term="May do">{key.scopes}</Detail>
        <Detail term="Last used">{key.lastUsed}</Detail>
      </Details>
    </Confirm>
  );
}
