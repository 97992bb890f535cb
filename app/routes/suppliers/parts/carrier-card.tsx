import { useLocation } from "@remix-run/react";
import { lazy } from "react";
import { EditableCard } from "#app/components/layout/card.tsx";
import { Detail, Details } from "#app/components/layout/details.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { paths } from "#app/lib/paths.ts";
import type { SupplierPage } from "#app/services/suppliers/suppliers.server.ts";

const CarrierForm = lazy(() => import("./carrier-form.tsx"));

export function CarrierCard({ page }: { page: SupplierPage }) {
  const { supplier, may, editing, carrierKey } = page;
  return (
    <EditableCard
      title="Carrier"
      name="carrier"
      canEdit={may.carrier}
      editing={editing}
      action={may.carrier && carrierKey && <RemoveLink supplierId={supplier.id} />}
      form={(cancelTo) => <CarrierForm page={page} cancelTo={cancelTo} />}
    >
      <Details>
        <Detail term="Shippit key" isWide>
          {carrierKey ?? "None. Products can't be shipped with Shippit until there is one."}
        </Detail>
      </Details>
    </EditableCard>
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
