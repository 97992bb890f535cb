import { CommandButton } from "#app/components/form/command-button.tsx";
import { useFormAnswer } from "#app/components/form/form-state.ts";
import { Card } from "#app/components/layout/card.tsx";
import { CardTable } from "#app/components/layout/card-table.tsx";
import { Ordered, OrderForm, useOrdered } from "#app/components/order/ordered.tsx";
import type { ProductTypePage } from "#app/services/product-types/product-types.server.ts";
import { AttributeRow, attributeOrder, inheritedFrom, OwnRow } from "./attribute-row.tsx";

interface Props {
  page: ProductTypePage;
}

export function AttributesCard({ page }: Props) {
  const { type, canEdit, commandId } = page;
  const inherited = type.attributes.filter(({ isInherited }) => isInherited);
  const kept = type.attributes
    .filter(({ isInherited }) => !isInherited)
    .map((attribute) => ({ ...attribute, id: attribute.attributeId }));
  const own = useOrdered(attributeOrder, kept);
  return (
    <Card title="Attributes">
      {type.attributes.length === 0 ? (
        <p className="text-muted">This product type has no attributes yet.</p>
      ) : (
        <CardTable
          columns={[{ heading: "Name" }, { heading: "Is Inherited" }, ...(canEdit ? [{ heading: "Actions" }] : [])]}
        >
          {inherited.map((attribute) => (
            <AttributeRow
              key={attribute.attributeId}
              attribute={attribute}
              isInherited={inheritedFrom(attribute)}
              actions={canEdit && <td />}
            />
          ))}
          <Ordered order={attributeOrder} items={own} canMove={canEdit}>
            {(attribute, drag) => <OwnRow key={attribute.id} attribute={attribute} own={own} page={page} drag={drag} />}
          </Ordered>
        </CardTable>
      )}
      {canEdit && <OrderForm order={attributeOrder} ids={kept.map(({ id }) => id)} commandId={commandId} />}
      {canEdit && <AddAttribute page={page} />}
    </Card>
  );
}

function AddAttribute({ page: { type, commandId } }: Props) {
  const answer = useFormAnswer("addAttribute");
  const message = answer?.errors?.AttributeId?.message;
  const typed = answer?.defaultValues.AttributeId;
  if (type.availableAttributes.length === 0)
    return <p className="mt-7 text-muted">There is no other active attribute to add.</p>;
  return (
    <div className={`no-print ${type.attributes.length > 0 ? "mt-7" : "mt-3.5"}`}>
      <CommandButton intent="addAttribute" commandId={commandId} label="Add" busy="Working...">
        <div className="grid gap-1">
          <label htmlFor="AttributeId" className="font-semibold">
            Attribute to add
          </label>
          <select
            // Clears the choice after an attribute was added, but keeps it when others add attributes.
            key={type.attributes.length}
            id="AttributeId"
            name="AttributeId"
            className="input max-w-80"
            defaultValue={typeof typed === "string" ? typed : ""}
            aria-invalid={message ? true : undefined}
            aria-describedby="AttributeId-error"
          >
            <option value="">(Choose)</option>
            {type.availableAttributes.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </div>
      </CommandButton>
      <p id="AttributeId-error" role="alert" className="text-sm font-semibold text-danger empty:hidden">
        {message}
      </p>
    </div>
  );
}
