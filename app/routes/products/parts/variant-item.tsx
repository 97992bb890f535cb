import { useParams } from "@remix-run/react";
import { Detail, Details } from "#app/components/layout/details.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { dollars, integer } from "#app/lib/format.ts";
import { image } from "#app/lib/image.ts";
import { paths } from "#app/lib/paths.ts";
import type { ShownVariant } from "#app/services/products/variations.server.ts";
import type { useEditLinks } from "./edit-links.ts";
import { kilograms, millimetres } from "./measures.ts";

interface Props {
  variant: ShownVariant;
  cdnBaseUrl: string;
  /** For users who may edit it. */
  links?: ReturnType<typeof useEditLinks>;
}

/** Returns the variant's options as its label. */
export function optionsOf({ options, name }: Pick<ShownVariant, "options" | "name">): string {
  return options.map(({ value }) => value ?? "–").join(", ") || name;
}

/** The read view of a variant. */
export function VariantItem({ variant, cdnBaseUrl, links }: Props) {
  const { measures } = variant;
  return (
    <div className="flex items-start gap-4 small:flex-wrap">
      <img
        src={image(cdnBaseUrl, variant.imageId, 100)}
        alt=""
        width={80}
        height={80}
        loading="lazy"
        className="shrink-0 rounded object-contain"
      />
      <div className="min-w-0 flex-1 small:order-last small:basis-full">
        <Details>
          {variant.options.map(({ attributeId, name, value }) => (
            <Detail key={attributeId} term={name}>
              {value}
            </Detail>
          ))}
          <Detail term="Name">{variant.name}</Detail>
          <Detail term="SKU">{variant.sku}</Detail>
          {variant.gtin && <Detail term="GTIN">{variant.gtin}</Detail>}
          <Detail term="RRP">{dollars(variant.recommendedRetailPrice)}</Detail>
          <Detail term="Sale price">{dollars(variant.salePrice)}</Detail>
          {variant.stock !== undefined && <Detail term="Available stock">{integer(variant.stock)}</Detail>}
          {measures && (
            <>
              <Detail term="Weight">{kilograms(measures.shippingPackageWeight)}</Detail>
              <Detail term="Height">{millimetres(measures.shippingPackageHeight)}</Detail>
              <Detail term="Width">{millimetres(measures.shippingPackageWidth)}</Detail>
              <Detail term="Depth">{millimetres(measures.shippingPackageDepth)}</Detail>
            </>
          )}
        </Details>
      </div>
      {links && <Actions variant={variant} links={links} />}
    </div>
  );
}

function Actions({ variant, links }: Required<Pick<Props, "variant" | "links">>) {
  const { id = "" } = useParams();
  const name = optionsOf(variant);
  return (
    <div className="no-print flex shrink-0 gap-2 small:ml-auto">
      <Link to={links.edit(variant.id)} className="button" preventScrollReset aria-label={`Edit ${name}`}>
        Edit
      </Link>
      <Link
        to={links.ask(paths.deleteProductVariant(id, variant.id))}
        className="button button-danger"
        preventScrollReset
        aria-label={`Delete ${name}`}
      >
        Delete
      </Link>
    </div>
  );
}
