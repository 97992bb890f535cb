import { useLocation } from "@remix-run/react";
import { Card } from "#app/components/layout/card.tsx";
import { CardTable } from "#app/components/layout/card-table.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { paths } from "#app/lib/paths.ts";
import type { ShownKey } from "#app/services/keys/keys.server.ts";
import { KeyName, KeyState } from "./key-cells.tsx";

const columns = ["Name", "May do", "Ends", "Last used", "Status", "Actions"].map((heading) => ({ heading }));

export function KeysCard({ supplier, keys }: { supplier: { id: number; name: string }; keys: ShownKey[] }) {
  const { search } = useLocation();
  const add = (
    <Link to={`${paths.newKey(supplier.id)}${search}`} className="button" preventScrollReset>
      Add Key
    </Link>
  );
  return (
    <Card title="API Keys" action={add}>
      {keys.length === 0 ? (
        <p className="text-muted">No machine of this supplier can call the API yet.</p>
      ) : (
        <CardTable columns={columns} label={`API keys of ${supplier.name}`}>
          {keys.map((row) => (
            <tr key={row.id}>
              <td className="min-w-36">
                <KeyName row={row} />
              </td>
              <td className="min-w-36">{row.scopes}</td>
              <td>{row.ends}</td>
              <td>{row.lastUsed}</td>
              <td>
                <KeyState row={row} />
              </td>
              <td>
                {row.state === "active" && (
                  <Link
                    to={`${paths.revokeKey(row.id, supplier.id)}${search}`}
                    className="inline-block min-h-6 text-danger underline underline-offset-2"
                    preventScrollReset
                    aria-label={`Revoke ${row.name}`}
                  >
                    Revoke
                  </Link>
                )}
              </td>
            </tr>
          ))}
        </CardTable>
      )}
    </Card>
  );
}
