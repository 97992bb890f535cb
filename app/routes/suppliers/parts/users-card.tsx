import { useLocation } from "@remix-run/react";
import { Card } from "#app/components/layout/card.tsx";
import { CardTable } from "#app/components/layout/card-table.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { paths } from "#app/lib/paths.ts";
import type { SupplierPage } from "#app/services/suppliers/suppliers.server.ts";
import { supplierPermissions } from "#contract/enumerations.ts";

const words = (bits: number[]) =>
  supplierPermissions
    .filter(({ value }) => bits.includes(value))
    .map(({ displayName }) => displayName)
    .join(", ");

const columns = [{ heading: "User" }, { heading: "Permissions" }, { heading: "Actions" }];

/** Users have pages of their own, which not everybody may open who manages those of a supplier. */
export function UsersCard({ page: { supplier, canSeeUsers, emails } }: { page: SupplierPage }) {
  const { search } = useLocation();
  const add = (
    <Link to={`${paths.newSupplierUser(supplier.id)}${search}`} className="button" preventScrollReset>
      Add User
    </Link>
  );
  return (
    <Card title="Users" action={add}>
      {emails && <p className="mb-2">{emails}</p>}
      {supplier.users.length === 0 ? (
        <p className="text-muted">This supplier has no users yet.</p>
      ) : (
        <CardTable columns={columns}>
          {supplier.users.map(({ userId, email, fullName, permissions, isInvited, hasNoAccess }) => (
            <tr key={userId}>
              <td>
                {canSeeUsers && !isInvited ? <Link to={paths.user(userId)}>{email}</Link> : email}
                {fullName && <span className="block text-muted">{fullName}</span>}
                {isInvited && <span className="text-muted"> (invited)</span>}
                {hasNoAccess && (
                  <span className="block text-muted">No access: deactivated, or without the role Supplier.</span>
                )}
              </td>
              <td className="min-w-48">{words(permissions)}</td>
              <td className="whitespace-nowrap">
                <Link
                  to={`${paths.supplierUser(supplier.id, userId)}${search}`}
                  className="link mr-3"
                  preventScrollReset
                  aria-label={`Edit ${email}`}
                >
                  Edit
                </Link>
                <Link
                  to={`${paths.removeSupplierUser(supplier.id, userId)}${search}`}
                  className="inline-block min-h-6 text-danger underline underline-offset-2"
                  preventScrollReset
                  aria-label={`Remove ${email}`}
                >
                  Remove
                </Link>
              </td>
            </tr>
          ))}
        </CardTable>
      )}
    </Card>
  );
}
