import { Outlet, type ShouldRevalidateFunction, useLoaderData, useLocation } from "@remix-run/react";
import { lazy } from "react";
import { CommandButton } from "#app/components/form/command-button.tsx";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Card, EditableCard } from "#app/components/layout/card.tsx";
import { Detail, Details } from "#app/components/layout/details.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { HistoryLink } from "#app/components/layout/history-link.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { integer, yesOrNo } from "#app/lib/format.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths, withParams } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { AttributesCard } from "#app/routes/product-types/parts/attributes-card.tsx";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import {
  loadProductType,
  type ProductTypePage,
  productTypeForms,
} from "#app/services/product-types/product-types.server.ts";
import { screen } from "#app/services/request/route.server.ts";
import { taxClassNames } from "#contract/rules/tax-class.ts";

const ProductTypeForm = lazy(async () => ({
  default: (await import("#app/routes/product-types/parts/form.tsx")).ProductTypeForm,
}));

const headingOf = ({ type }: ProductTypePage) => `${type.name}${type.isDisabled ? " (Disabled)" : ""}`;

export const meta = ({ data }: { data?: ProductTypePage }) => title(data ? headingOf(data) : "Product Type");

export const handle: BreadcrumbHandle<ProductTypePage> = {
  breadcrumb: ({ type }) => ({
    list: { label: "Product Types", path: paths.productTypes() },
    label: type.name,
    rowId: type.id,
  }),
};

export const loader = screen(loadProductType);

export const action = commandForms(productTypeForms);

export const clientAction = keepTyped;

/** If reordering fails because somebody has changed the attributes, loads the current ones. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formData, actionStatus, defaultShouldRevalidate }) =>
  defaultShouldRevalidate || (actionStatus === 409 && formData?.get("intent") === "reorder");

export default function ProductType() {
  const page = useLoaderData<typeof loader>();
  const { type, canEdit, editing, parents, commandId } = page;
  return (
    <>
      <Heading title={headingOf(page)} sub={type.path}>
        <HistoryLink record="productType" id={type.id} />
        <Link to={withParams(paths.products(), { productTypeId: type.id, showActiveOnly: "false" })} className="button">
          Products
        </Link>
        {canEdit && <Actions page={page} />}
      </Heading>
      <EditableCard
        title="Details"
        name="details"
        canEdit={canEdit}
        editing={editing}
        form={(cancelTo) => (
          <ProductTypeForm
            intent="details"
            submit="Save"
            commandId={commandId}
            shown={page.shown}
            type={type}
            parents={parents}
            taxClasses={page.taxClasses}
            cancelTo={cancelTo}
          />
        )}
      >
        <Details>
          <Detail term="Name">{type.name}</Detail>
          {type.appliedTaxClass != null && (
            <Detail term="Tax class">
              {taxClassNames[type.appliedTaxClass]}
              {type.taxClass == null && type.parentId != null && ", as the type above it"}
            </Detail>
          )}
          <Detail term="Is Active">{yesOrNo(!type.isDisabled)}</Detail>
          <Detail term="Path" isWide>
            {type.path}
          </Detail>
        </Details>
      </EditableCard>
      <TypesBelow types={type.children ?? []} />
      <AttributesCard page={page} />
      <Outlet />
    </>
  );
}

/** The types directly below this one; nothing if there are none. */
function TypesBelow({ types }: { types: NonNullable<ProductTypePage["type"]["children"]> }) {
  if (types.length === 0) return null;
  return (
    <Card title={`Product Types Below (${integer(types.length)})`}>
      <ul className="grid gap-1.5">
        {types.map(({ id, name, isDisabled }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            <Link to={paths.productType(id)}>{name}</Link>
            {isDisabled && " (Disabled)"}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Actions({ page: { type, commandId } }: { page: ProductTypePage }) {
  const { search } = useLocation();
  if (type.isDisabled)
    return <CommandButton intent="activate" commandId={commandId} label="Activate" busy="Working..." />;
  return (
    <Link to={`${paths.deactivateProductType(type.id)}${search}`} className="button button-danger" preventScrollReset>
      Deactivate
    </Link>
  );
}
