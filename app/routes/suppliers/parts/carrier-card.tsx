import { useLocation } from "@remix-run/react";
import { Card } from "#app/components/layout/card.tsx";
import { Detail, Details } from "#app/components/layout/details.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { noCarrierConnected } from "#app/lib/carrier.ts";
import { paths } from "#app/lib/paths.ts";
import type { SupplierPage } from "#app/services/suppliers/suppliers.server.ts";

/** Nobody is asked for a key, because nothing uses it. One that was entered earlier can be removed. */
export function CarrierCard({ page }: { page: SupplierPage }) {
  const { supplier, may, carrierKey } = page;
  return (
    <Card title="Carrier" action={may.carrier && carrierKey && <RemoveLink supplierId={supplier.id} />}>
      <p>{noCarrierConnected}</p>
      {carrierKey && (
        <div className="mt-3">
          <Details>
            <Detail term="Shippit key" isWide>
              {carrierKey}
              <span className="block text-muted">
                Nothing uses it. Products can be set to Shippit while it is there.
              </span>
            </Detail>
          </Details>
        </div>
      )}
    </Card>
  );
}

function RemoveLink({ supplierId }: { supplierId: number }) {
  const { search } = useLocation();
  return (
    <Link to={`${paths.removeCarrierKey(supplierId)}${search}`} className="button no-print" preventScrollReset>
      Remove key
    </Link>
  );
}
