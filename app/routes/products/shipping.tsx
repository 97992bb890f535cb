import { useLoaderData } from "@remix-run/react";
import { lazy } from "react";
import { EditableCard } from "#app/components/layout/card.tsx";
import { Detail, Details } from "#app/components/layout/details.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { dollars } from "#app/lib/format.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { CarrierNeeds } from "#app/routes/products/parts/carrier-needs.tsx";
import { ProductFrame, productHandle, productTitle } from "#app/routes/products/parts/product-frame.tsx";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { loadShipping, type ShippingPage, shippingForms } from "#app/services/products/shipping.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { ShippingMethod } from "#contract/enumerations.ts";
import { products } from "#contract/products/operations.ts";

const ShippingForm = lazy(() => import("#app/routes/products/parts/shipping-form.tsx"));

export const meta = ({ data }: { data?: ShippingPage }) => productTitle(data);

export const handle = productHandle;

export const loader = screenFor(products.get, loadShipping);

export const action = commandForms(shippingForms);

export const clientAction = keepTyped;

export default function ProductShipping() {
  const page = useLoaderData<typeof loader>();
  const { head, editing, methods, shipping } = page;
  const method = methods.find(({ value }) => value === String(shipping.shippingMethod));
  return (
    <ProductFrame head={head}>
      <EditableCard
        title="Shipping"
        name="shipping"
        canEdit={head.canEdit}
        editing={editing}
        form={(cancelTo) => <ShippingForm page={page} cancelTo={cancelTo} />}
      >
        <Details>
          <Detail term="Shipping method">{method?.label ?? "Not chosen yet"}</Detail>
          <Method page={page} />
          {page.hasHandlingDays && (
            <Detail term="Handling days">{shipping.handlingDays ?? "As for the supplier"}</Detail>
          )}
          <Detail term="Shipping notes" isWide>
            {shipping.shippingNotes}
          </Detail>
        </Details>
        {shipping.shippingMethod === ShippingMethod.carrier && <CarrierNeeds page={page} />}
      </EditableCard>
    </ProductFrame>
  );
}

/** The values of the chosen method. */
function Method({ page: { shipping } }: { page: ShippingPage }) {
  if (shipping.shippingMethod === ShippingMethod.flatRate) {
    return (
      <>
        <Detail term="Domestic rate">{perItem(shipping.domesticFlatRate)}</Detail>
        {shipping.allowShippingInternationally && (
          <Detail term="International rate">{perItem(shipping.internationalFlatRate)}</Detail>
        )}
      </>
    );
  }
  if (shipping.shippingMethod !== ShippingMethod.rule || !shipping.shippingRuleId) return null;
  return (
    <Detail term="Shipping rule">
      <Link to={paths.shippingRule(shipping.shippingRuleId)} target="_blank" rel="noopener">
        {shipping.shippingRuleName ?? "Shipping rule"} (opens in new tab)
      </Link>
    </Detail>
  );
}

/** @param rate dollars inc GST */
const perItem = (rate: number | null) => (rate === null ? "–" : `${dollars(rate)} per item`);
