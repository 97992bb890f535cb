import { Link } from "#app/components/layout/link.tsx";
import { Pill } from "#app/components/text/pill.tsx";
import { yesOrNo } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { ShownAttribute } from "#app/services/products/attributes.server.ts";
import type { ProductHead } from "#app/services/products/products.server.ts";
import { useEditLinks } from "./edit-links.ts";

interface Props {
  attribute: ShownAttribute;
  head: ProductHead;
}

/** The read view of a product's attribute. */
export function AttributeRow({ attribute: { id, name, values, useForVariations, isProductSpecific }, head }: Props) {
  const links = useEditLinks(paths.productAttributes(head.id), isProductSpecific ? "customAttribute" : "attribute");
  return (
    <tr>
      <td className="[overflow-wrap:anywhere]">
        {name} {isProductSpecific && <Pill tone="plain">Custom</Pill>}
      </td>
      <td className="whitespace-pre-line [overflow-wrap:anywhere]">
        {values || <span className="text-muted">–</span>}
      </td>
      {head.hasVariants && <td>{yesOrNo(useForVariations)}</td>}
      {head.canEdit && (
        <td className="no-print whitespace-nowrap">
          <Link
            to={links.edit(id)}
            className="link inline-block min-h-6"
            preventScrollReset
            aria-label={`Edit ${name}`}
          >
            Edit
          </Link>
          {isProductSpecific && (
            <Link
              to={links.ask(paths.deleteProductAttribute(head.id, id))}
              className="ml-3 inline-block min-h-6 text-danger underline underline-offset-2"
              preventScrollReset
              aria-label={`Delete ${name}`}
            >
              Delete
            </Link>
          )}
        </td>
      )}
    </tr>
  );
}
