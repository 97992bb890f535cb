import type { ProductTypeAttribute } from "@contract/product-types/schema.ts";
import { Link, useLocation } from "@remix-run/react";
import type { CSSProperties, ReactNode } from "react";
import { useIsPending } from "~/components/form/form-state";
import { Pill } from "~/components/text/pill";
import { move } from "~/lib/order";
import { paths } from "~/lib/paths";
import type { ProductTypePage } from "~/services/product-types.server";

/** The id of the form that the buttons in the rows belong to. */
export const reorderForm = "reorder-attributes";

interface RowProps {
  attribute: ProductTypeAttribute;
  isInherited: ReactNode;
  actions?: ReactNode;
  /** What a row needs to be dragged. */
  rowRef?: (row: HTMLElement | null) => void;
  style?: CSSProperties;
  handle?: ReactNode;
}

interface OwnRowProps extends Omit<RowProps, "isInherited" | "actions"> {
  /** The attributes of the type itself, in their order. */
  own: ProductTypeAttribute[];
  page: ProductTypePage;
}

export function AttributeRow({ attribute, isInherited, actions, rowRef, style, handle }: RowProps) {
  return (
    <tr ref={rowRef} style={style} className="bg-surface">
      <td className="[overflow-wrap:anywhere]">
        {handle}
        <Link to={paths.attribute(attribute.attributeId)}>{attribute.name}</Link> {attribute.isDisabled && <Pill tone="plain">Disabled</Pill>}
      </td>
      <td className="[overflow-wrap:anywhere]">{isInherited}</td>
      {actions}
    </tr>
  );
}

/** A row of one of the type's own attributes, which can be moved and removed. */
export function OwnRow({ own, page, ...row }: OwnRowProps) {
  return <AttributeRow {...row} isInherited="No" actions={page.canEdit && <OwnActions attribute={row.attribute} own={own} page={page} />} />;
}

/** Where an inherited attribute comes from, which is where it can be removed. */
export function inheritedFrom({ sourceProductType, sourceProductTypeId }: ProductTypeAttribute): ReactNode {
  if (!sourceProductTypeId) return `From ${sourceProductType}`;
  return (
    <>
      From <Link to={paths.productType(sourceProductTypeId)}>{sourceProductType}</Link>
    </>
  );
}

function OwnActions({ attribute: { attributeId, name }, own, page }: { attribute: ProductTypeAttribute } & Pick<OwnRowProps, "own" | "page">) {
  const { search } = useLocation();
  return (
    <td className="whitespace-nowrap">
      <MoveButton id={attributeId} label={`Move ${name} up`} direction="up" isThere={own[0]?.attributeId !== attributeId} />
      <MoveButton id={attributeId} label={`Move ${name} down`} direction="down" isThere={own.at(-1)?.attributeId !== attributeId} />
      <Link
        to={`${paths.removeProductTypeAttribute(page.type.id, attributeId)}${search}`}
        className="ml-2 text-danger underline underline-offset-2"
        preventScrollReset
        aria-label={`Remove ${name}`}
      >
        Remove
      </Link>
    </td>
  );
}

function MoveButton({ id, label, direction, isThere }: { id: number; label: string; direction: "up" | "down"; isThere: boolean }) {
  const isPending = useIsPending("reorder");
  return (
    <button
      type="submit"
      form={reorderForm}
      name="Move"
      value={move(id, direction)}
      id={`move-${id}-${direction}`}
      disabled={!isThere}
      aria-disabled={isPending || undefined}
      aria-label={label}
      className="link mr-2 min-h-6 min-w-6 disabled:text-muted disabled:no-underline"
      onClick={(event) => {
        if (isPending) event.preventDefault();
      }}
    >
      {direction === "up" ? "Up" : "Down"}
    </button>
  );
}
