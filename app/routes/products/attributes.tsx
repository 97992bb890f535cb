import { Outlet, useLoaderData } from "@remix-run/react";
import { lazy, Suspense } from "react";
import { Card } from "#app/components/layout/card.tsx";
import { CardTable } from "#app/components/layout/card-table.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { newOne, paths } from "#app/lib/paths.ts";
import { AttributeRow } from "#app/routes/products/parts/attribute-row.tsx";
import { useEditLinks } from "#app/routes/products/parts/edit-links.ts";
import { ProductFrame, productHandle, productTitle } from "#app/routes/products/parts/product-frame.tsx";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { type AttributesPage, attributeForms, loadAttributes } from "#app/services/products/attributes.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { products } from "#contract/products/operations.ts";

const AttributeForm = lazy(() => import("#app/routes/products/parts/attribute-form.tsx"));
const CustomAttributeForm = lazy(() => import("#app/routes/products/parts/custom-attribute-form.tsx"));

export const meta = ({ data }: { data?: AttributesPage }) => productTitle(data);

export const handle = productHandle;

export const loader = screenFor(products.get, loadAttributes);

export const action = commandForms(attributeForms);

export const clientAction = keepTyped;

export default function ProductAttributes() {
  const page = useLoaderData<typeof loader>();
  const { head, attributes, form, shown } = page;
  const links = useEditLinks(paths.productAttributes(head.id), "customAttribute");
  const columns = [
    "Attribute",
    "Values",
    ...(head.hasVariants ? ["Used for variations"] : []),
    ...(head.canEdit ? ["Actions"] : []),
  ];
  const add = head.canEdit && !form && (
    <Link to={links.edit(newOne)} className="button button-primary no-print" preventScrollReset>
      Add custom attribute
    </Link>
  );
  const editing = form && (
    <Suspense>
      {form.isCustom ? (
        <CustomAttributeForm key={form.id} head={head} shown={shown} form={form} cancelTo={links.close} />
      ) : (
        <AttributeForm key={form.id} head={head} shown={shown} form={form} cancelTo={links.close} />
      )}
    </Suspense>
  );
  return (
    <ProductFrame head={head}>
      <Card title="Attributes" action={add}>
        {form && form.id === undefined && <div className="mb-7">{editing}</div>}
        {attributes.length === 0 ? (
          <p className="text-muted">Products of this type have no attributes, and this one has none of its own yet.</p>
        ) : (
          <CardTable columns={columns.map((heading) => ({ heading }))} label="Attributes of the product">
            {attributes.map((attribute) =>
              attribute.id === form?.id ? (
                <tr key={attribute.id}>
                  <td colSpan={columns.length}>
                    {/* Keeps the form in place when the table scrolls sideways. */}
                    <div className="sticky left-4 max-w-[calc(100vw-4rem)]">
                      <h3 className="mb-2 font-semibold [overflow-wrap:anywhere]">{attribute.name}</h3>
                      {editing}
                    </div>
                  </td>
                </tr>
              ) : (
                <AttributeRow key={attribute.id} attribute={attribute} head={head} />
              ),
            )}
          </CardTable>
        )}
      </Card>
      <Outlet />
    </ProductFrame>
  );
}
