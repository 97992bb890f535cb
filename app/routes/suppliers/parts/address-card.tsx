import { lazy } from "react";
import { EditableCard } from "#app/components/layout/card.tsx";
import { Detail, Details } from "#app/components/layout/details.tsx";
import type { SupplierPage } from "#app/services/suppliers/suppliers.server.ts";

const AddressForm = lazy(() => import("#app/components/form/address-form.tsx"));

export function AddressCard({ page }: { page: SupplierPage }) {
  const { supplier, may, editing, places, commandId, shown } = page;
  const address = supplier.billingAddress;
  const form = (cancelTo: string) =>
    places && (
      <AddressForm
        intent="address"
        commandId={commandId}
        shown={shown}
        address={address}
        places={places}
        cancelTo={cancelTo}
      />
    );
  return (
    <EditableCard title="Business Address" name="address" canEdit={may.address} editing={editing} form={form}>
      <Details>
        <Detail term="Street address">
          {[address?.unitNumber, address?.streetAddress].filter(Boolean).join(" / ")}
        </Detail>
        <Detail term="Street address 2">{address?.streetAddress2}</Detail>
        <Detail term="City">{address?.city}</Detail>
        <Detail term="State">{address?.state}</Detail>
        <Detail term="Post code">
          {address?.postCode}
          {page.postCodeWarning && <span className="block text-warn">{page.postCodeWarning}</span>}
        </Detail>
        <Detail term="Country">{address?.countryName ?? address?.countryCode}</Detail>
      </Details>
    </EditableCard>
  );
}
