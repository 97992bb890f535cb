import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { lazy, Suspense } from "react";
import { Card } from "#app/components/layout/card.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { backToShipping } from "#app/lib/back-to-shipping.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { newOne, paths } from "#app/lib/paths.ts";
import { allCombinations } from "#app/lib/variant-forms.ts";
import { useEditLinks } from "#app/routes/products/parts/edit-links.ts";
import { Info } from "#app/routes/products/parts/info.tsx";
import { ProductFrame, productHandle, productTitle } from "#app/routes/products/parts/product-frame.tsx";
import { VariantItem } from "#app/routes/products/parts/variant-item.tsx";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { loadVariations, type VariationsPage, variationForms } from "#app/services/products/variations.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { products } from "#contract/products/operations.ts";

const CombinationsForm = lazy(() => import("#app/routes/products/parts/combinations-form.tsx"));
const VariantForm = lazy(() => import("#app/routes/products/parts/variant-form.tsx"));

export const meta = ({ data }: { data?: VariationsPage }) => productTitle(data);

export const handle = productHandle;

export const loader = screenFor(products.get, loadVariations);

export const action = commandForms(variationForms);

export const clientAction = keepTyped;

export default function ProductVariations() {
  const page = useLoaderData<typeof loader>();
  const { head, variants, form, combinations, canAdd, cdnBaseUrl } = page;
  const { search } = useLocation();
  const links = useEditLinks(paths.productVariations(head.id), "variant");
  const editing = form && (
    <Suspense>
      <VariantForm
        key={form.id ?? `like ${form.likeId}`}
        page={page}
        form={form}
        cancelTo={
          backToShipping(head.id, search) ?? `${links.close}${form.id === undefined ? "" : `#variant-${form.id}`}`
        }
      />
    </Suspense>
  );
  const isFormOpen = form !== undefined || combinations !== undefined;
  return (
    <ProductFrame head={head}>
      <Info>
        Variations are the versions that this product comes in, such as its colours and sizes. Each is sold with a SKU
        and a price of its own. Which attributes they differ in is chosen on the{" "}
        <Link to={links.ask(paths.productAttributes(head.id))}>Attributes</Link> tab.
      </Info>
      <Card title="Variations" action={!isFormOpen && <Actions page={page} addTo={links.edit(newOne)} />}>
        {head.canEdit && !canAdd && (
          <p className="mb-3 text-warn">
            Before a variation can be added, choose on the Attributes tab at least one attribute that is used for
            variations.
          </p>
        )}
        <Unchosen variants={variants} />
        {variants.length === 0 && !isFormOpen && <p className="text-muted">This product has no variations yet.</p>}
        {form && form.id === undefined && editing}
        {combinations && (
          <Suspense>
            <CombinationsForm page={page} combinations={combinations} cancelTo={links.close} />
          </Suspense>
        )}
        <ul aria-label="Variations" className="-mx-4 divide-y divide-line">
          {variants.map((variant) => (
            <li
              key={variant.id}
              id={`variant-${variant.id}`}
              className={`scroll-mt-20 px-4 py-3.5 ${variant.id === form?.id ? "" : "[contain-intrinsic-size:auto_80px] [content-visibility:auto] small:[contain-intrinsic-size:auto_150px]"}`}
            >
              {variant.id === form?.id ? (
                editing
              ) : (
                <VariantItem variant={variant} cdnBaseUrl={cdnBaseUrl} links={head.canEdit ? links : undefined} />
              )}
            </li>
          ))}
        </ul>
      </Card>
      <Outlet />
    </ProductFrame>
  );
}

type Page = Pick<VariationsPage, "head" | "canAdd" | "canCombine" | "gridPath">;

function Actions({ page: { head, canAdd, canCombine, gridPath }, addTo }: { page: Page; addTo: string }) {
  const combine = useEditLinks(paths.productVariations(head.id), allCombinations).edit(allCombinations);
  return (
    <>
      {gridPath && (
        <Link to={gridPath} className="button no-print">
          Edit Many
        </Link>
      )}
      {canCombine && (
        <Link to={combine} className="button no-print" preventScrollReset>
          Add All Combinations
        </Link>
      )}
      {canAdd && (
        <Link to={addTo} className="button button-primary no-print" preventScrollReset>
          Add Variant
        </Link>
      )}
    </>
  );
}

/** Warns of variants without an option of an attribute in which the variants differ. */
function Unchosen({ variants }: Pick<VariationsPage, "variants">) {
  const unchosen = new Set(
    variants.flatMap(({ options }) => options.filter(({ value }) => value === undefined).map(({ name }) => name)),
  );
  if (unchosen.size === 0) return null;
  return (
    <p className="mb-3 text-warn">
      Some variations have no option yet for {[...unchosen].join(" and ")}. Edit them and choose one: without it, buyers
      cannot tell them apart.
    </p>
  );
}
