import { Link, Outlet, type ShouldRevalidateFunction, useLoaderData, useLocation } from "@remix-run/react";

import { lazy } from "react";
import { CommandButton } from "~/components/form/command-button";
import type { BreadcrumbHandle } from "~/components/layout/breadcrumb";
import { Detail, Details, EditableCard } from "~/components/layout/card";
import { Heading } from "~/components/layout/heading";
import { yesOrNo } from "~/lib/format";
import { keepTyped } from "~/lib/keep-typed";
import { paths, withParams } from "~/lib/paths";
import { title } from "~/lib/title";
import { commandForms } from "~/services/command-form.server";
import { loadProductType, type ProductTypePage, productTypeForms } from "~/services/product-types.server";
import { screen } from "~/services/route.server";
import { AttributesCard } from "./attributes-card";

const ProductTypeForm = lazy(async () => ({ default: (await import("./form")).ProductTypeForm }));

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
        <Link to={withParams(paths.products(), { productTypeId: type.id })} className="button">
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
            cancelTo={cancelTo}
          />
        )}
      >
        <Details>
          <Detail term="Name">{type.name}</Detail>
          <Detail term="Is Active">{yesOrNo(!type.isDisabled)}</Detail>
          <Detail term="Path" isWide>
            {type.path}
          </Detail>
        </Details>
      </EditableCard>
      <AttributesCard page={page} />
      <Outlet />
    </>
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
