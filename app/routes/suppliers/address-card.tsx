import { useLocation } from "@remix-run/react";
import { lazy, Suspense } from "react";
import { Card, Detail, Details } from "~/components/layout/card";
import { withParams } from "~/lib/paths";
import type { SupplierPage } from "./detail";

const AddressForm = lazy(() => import("~/components/form/address-form"));

export function AddressCard({ page }: { page: SupplierPage }) {
  const { pathname, search } = useLocation();
  const here = `${pathname}${search}`;
  const address = page.supplier.billingAddress;
  if (page.places) {
    return (
      <Card title="Business Address">
        <Suspense>
          <AddressForm intent="address" commandId={page.commandId} address={address} places={page.places} cancelTo={withParams(here, { edit: null })} />
        </Suspense>
      </Card>
    );
  }
  return (
    <Card title="Business Address" editTo={page.may.address ? withParams(here, { edit: "address" }) : undefined}>
      <Details>
        <Detail term="Street address">{[address?.unitNumber, address?.streetAddress].filter(Boolean).join(" / ")}</Detail>
        <Detail term="Street address 2">{address?.streetAddress2}</Detail>
        <Detail term="City">{address?.city}</Detail>
        <Detail term="State">{address?.state}</Detail>
        <Detail term="Post code">{address?.postCode}</Detail>
        <Detail term="Country">{address?.countryName ?? address?.countryCode}</Detail>
      </Details>
    </Card>
  );
}
