import { Pill } from "#app/components/text/pill.tsx";
import type { ShownKey } from "#app/services/keys/keys.server.ts";

export function KeyName({ row }: { row: Pick<ShownKey, "name" | "clientId" | "secretStart"> }) {
  return (
    <>
      <span className="block min-w-24 [overflow-wrap:anywhere]">{row.name}</span>
      <span className="block text-xs text-muted">
        {row.clientId}, {row.secretStart}…
      </span>
    </>
  );
}

/** Whether the key works, and since when it does not. */
export function KeyState({ row }: { row: Pick<ShownKey, "state" | "revoked" | "isCreatorAllowed"> }) {
  if (row.state === "revoked") return <Pill tone="plain">{row.revoked ?? "Revoked"}</Pill>;
  if (row.state === "ended") return <Pill tone="plain">Ended</Pill>;
  return (
    <>
      <Pill tone="good">In use</Pill>
      {!row.isCreatorAllowed && (
        <span className="block text-xs text-muted">Added by somebody who may no longer manage keys.</span>
      )}
    </>
  );
}
