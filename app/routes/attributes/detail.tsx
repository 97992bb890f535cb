import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { lazy } from "react";
import { CommandButton } from "#app/components/form/command-button.tsx";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Card, EditableCard } from "#app/components/layout/card.tsx";
import { Detail, Details } from "#app/components/layout/details.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { HistoryLink } from "#app/components/layout/history-link.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { LinkedRecords } from "#app/components/text/linked-records.tsx";
import { yesOrNo } from "#app/lib/format.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { OptionsCard } from "#app/routes/attributes/parts/options-card.tsx";
import { type AttributePage, attributeForms, loadAttribute } from "#app/services/attributes/attributes.server.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screen } from "#app/services/request/route.server.ts";

const AttributeForm = lazy(async () => ({
  default: (await import("#app/routes/attributes/parts/form.tsx")).AttributeForm,
}));

const headingOf = ({ attribute }: AttributePage) => `${attribute.name}${attribute.isDisabled ? " (Disabled)" : ""}`;

export const meta = ({ data }: { data?: AttributePage }) => title(data ? headingOf(data) : "Attribute");

export const handle: BreadcrumbHandle<AttributePage> = {
  breadcrumb: ({ attribute }) => ({
    list: { label: "Attributes", path: paths.attributes() },
    label: attribute.name,
    rowId: attribute.id,
  }),
};

export const loader = screen(loadAttribute);

export const action = commandForms(attributeForms);

export const clientAction = keepTyped;

export default function Attribute() {
  const page = useLoaderData<typeof loader>();
  const { attribute, may, editing, selectionTypes, commandId } = page;
  return (
    <>
      <Heading title={headingOf(page)}>
        <HistoryLink record="attribute" id={attribute.id} />
        {may.details && <Actions page={page} />}
      </Heading>
      <EditableCard
        title="Details"
        name="details"
        canEdit={may.details}
        editing={editing}
        form={(cancelTo) => (
          <AttributeForm
            intent="details"
            submit="Save"
            commandId={commandId}
            shown={page.shown}
            attribute={attribute}
            selectionTypes={selectionTypes}
            cancelTo={cancelTo}
          />
        )}
      >
        <Details>
          <Detail term="Internal name">{attribute.name}</Detail>
          <Detail term="Display name">{attribute.displayName}</Detail>
          <Detail term="Selection type">{labelIn(selectionTypes, attribute.selectionType)}</Detail>
          <Detail term="Data type">{labelIn(page.dataTypes, attribute.optionDataType)}</Detail>
          <Detail term="Is Active">{yesOrNo(!attribute.isDisabled)}</Detail>
        </Details>
      </EditableCard>
      <OptionsCard page={page} />
      <Card title="Used by product types">
        <LinkedRecords
          records={attribute.productTypes}
          to={paths.productType}
          none="No product type has this attribute."
        />
      </Card>
      <Outlet />
    </>
  );
}

/** Another API may use types that are missing from its own list. */
function labelIn(options: AttributePage["dataTypes"], value: number): string {
  return options.find((option) => option.value === String(value))?.label ?? String(value);
}

function Actions({ page: { attribute, commandId } }: { page: AttributePage }) {
  const { search } = useLocation();
  if (attribute.isDisabled)
    return <CommandButton intent="activate" commandId={commandId} label="Activate" busy="Working..." />;
  return (
    <Link
      to={`${paths.deactivateAttribute(attribute.id)}${search}`}
      className="button button-danger"
      preventScrollReset
    >
      Deactivate
    </Link>
  );
}
