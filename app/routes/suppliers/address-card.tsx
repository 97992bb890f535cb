import { lazy } from "react";
import { Detail, Details, EditableCard } from "~/components/layout/card";
import type { SupplierPage } from "~/services/suppliers.server";

const AddressForm = lazy(() => import("~/components/form/address-form"));

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
