import { useLocation } from "@remix-run/react";
import { CardTable } from "#app/components/layout/card-table.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { measureForm } from "#app/lib/back-to-shipping.ts";
import { noCarrierConnected } from "#app/lib/carrier.ts";
import type { ShippingPage } from "#app/services/products/shipping.server.ts";
import { kilograms, millimetres } from "./measures.ts";

const columns = [
  { heading: "What is packed" },
  { heading: "Weight", isNumber: true },
  { heading: "Height", isNumber: true },
  { heading: "Width", isNumber: true },
  { heading: "Depth", isNumber: true },
];

/** The data for a carrier: a list of missing fields, and weight and dimensions of each parcel. */
export function CarrierNeeds({ page: { head, editing, carrierNeeds, parcels } }: { page: ShippingPage }) {
  const { search } = useLocation();
  const to = (id: number) =>
    measureForm({ productId: head.id, variantId: head.hasVariants ? id : undefined }, search, Boolean(editing));
  return (
    <div className="col-span-2 grid min-w-0 grid-cols-1 gap-3 small:col-span-1">
      <p>{noCarrierConnected}</p>
      {carrierNeeds.length > 0 && (
        <div role="alert" className="rounded border border-danger bg-danger-soft px-4 py-2.5 text-danger">
          {carrierNeeds.map((need) => (
            <p key={need}>{need}</p>
          ))}
        </div>
      )}
      <div className="min-w-0 rounded border border-line px-4 py-3.5">
        <CardTable columns={columns} label="Weight and dimensions">
          {parcels.map((it) => (
            <tr key={it.id}>
              <td>
                {it.name} {it.externalSku && <span className="text-muted">{it.externalSku}</span>}{" "}
                {head.canEdit && (
                  <Link to={to(it.id)} className="link ml-2" aria-label={`Edit ${it.name}`}>
                    Edit
                  </Link>
                )}
              </td>
              <td className="text-right">{kilograms(it.shippingPackageWeight)}</td>
              <td className="text-right">{millimetres(it.shippingPackageHeight)}</td>
              <td className="text-right">{millimetres(it.shippingPackageWidth)}</td>
              <td className="text-right">{millimetres(it.shippingPackageDepth)}</td>
            </tr>
          ))}
        </CardTable>
      </div>
    </div>
  );
}
