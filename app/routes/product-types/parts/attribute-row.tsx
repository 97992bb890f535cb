import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Link } from "#app/components/layout/link.tsx";
import { type Drag, MoveButtons, type Order } from "#app/components/order/ordered.tsx";
import { Pill } from "#app/components/text/pill.tsx";
import { paths } from "#app/lib/paths.ts";
import type { ProductTypePage } from "#app/services/product-types/product-types.server.ts";
import type { ProductTypeAttribute } from "#contract/product-types/schema.ts";

/** Form of the type's own attribute order. */
export const attributeOrder: Order = { intent: "reorder", field: "AttributeIds", noun: "attribute" };

export type OwnAttribute = ProductTypeAttribute & { id: number };

interface RowProps {
  attribute: ProductTypeAttribute;
  isInherited: ReactNode;
  actions?: ReactNode;
  drag?: Drag;
}

interface OwnRowProps {
  attribute: OwnAttribute;
  /** The type's own attributes, in order. */
  own: readonly OwnAttribute[];
  page: ProductTypePage;
  drag: Drag;
}

export function AttributeRow({ attribute, isInherited, actions, drag }: RowProps) {
  return (
    <tr ref={drag?.ref} style={drag?.style} className="bg-surface">
      <td className="break-words">
        {drag?.handle}
        <Link to={paths.attribute(attribute.attributeId)}>{attribute.name}</Link>{" "}
        {attribute.isDisabled && <Pill tone="plain">Disabled</Pill>}
      </td>
      <td className="break-words">{isInherited}</td>
      {actions}
    </tr>
  );
}

/** The row of one of the type's own attributes, which can be moved and removed. */
export function OwnRow({ attribute, own, page, drag }: OwnRowProps) {
  return (
    <AttributeRow
      attribute={attribute}
      drag={drag}
      isInherited="No"
      actions={page.canEdit && <OwnActions attribute={attribute} own={own} page={page} />}
    />
  );
}

/** Names the type that an inherited attribute comes from, where it can be removed. */
export function inheritedFrom({ sourceProductType, sourceProductTypeId }: ProductTypeAttribute): ReactNode {
  if (!sourceProductTypeId) return `From ${sourceProductType}`;
  return (
    <>
      From <Link to={paths.productType(sourceProductTypeId)}>{sourceProductType}</Link>
    </>
  );
}

function OwnActions({ attribute, own, page }: Omit<OwnRowProps, "drag">) {
  const { attributeId, name } = attribute;
  const { search } = useLocation();
  return (
    <td className="whitespace-nowrap">
      <MoveButtons order={attributeOrder} items={own} item={attribute} />
      <Link
        to={`${paths.removeProductTypeAttribute(page.type.id, attributeId)}${search}`}
        className="ml-2 inline-block min-h-6 text-danger underline underline-offset-2"
        preventScrollReset
        aria-label={`Remove ${name}`}
      >
        Remove
      </Link>
    </td>
  );
}
