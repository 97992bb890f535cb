import { products } from "@contract/products/operations.ts";
import { Link, Outlet, useLoaderData } from "@remix-run/react";
import { lazy, Suspense } from "react";
import { Card } from "~/components/layout/card";
import { CardTable } from "~/components/layout/card-table";
import { keepTyped } from "~/lib/keep-typed";
import { newOne, paths } from "~/lib/paths";
import { commandForms } from "~/services/command-form.server";
import { type AttributesPage, attributeForms, loadAttributes } from "~/services/product-attributes.server";
import { screenFor } from "~/services/route.server";
import { AttributeRow } from "./attribute-row";
import { useEditLinks } from "./edit-links";
import { ProductFrame, productHandle, productTitle } from "./product-frame";

const AttributeForm = lazy(() => import("./attribute-form"));
const CustomAttributeForm = lazy(() => import("./custom-attribute-form"));

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
