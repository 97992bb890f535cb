import { dollars, yesOrNo } from "#app/lib/format.ts";
import type { ListedProduct } from "#app/services/products/list.server.ts";

type Variant = ListedProduct["productVariants"][number];

/** `Colour: Red, Size: M`. */
export function optionsText(options: Variant["attributeOptions"]): string {
  return options.map(({ attributeName, optionValue }) => `${attributeName}: ${optionValue}`).join(", ");
}

/** The variants of a product, below its row in the list. */
export function VariantRows({ product: { name, productVariants } }: { product: ListedProduct }) {
  if (productVariants.length === 0) return <p className="pt-2 text-muted">It has no variants yet.</p>;
  return (
    <table className="inner-table w-full table-fixed border-collapse" aria-label={`Variants of ${name}`}>
      <thead className="text-left text-xs text-muted">
        <tr>
          <th scope="col" className="w-20">
            Id
          </th>
          <th scope="col">Name</th>
          <th scope="col">Options</th>
          <th scope="col" className="w-28 text-right">
            RRP
          </th>
          <th scope="col" className="w-28 text-right">
            Sale price
          </th>
          <th scope="col" className="w-24">
            Is Active
          </th>
        </tr>
      </thead>
      <tbody>
        {productVariants.map((variant) => (
          <tr key={variant.id}>
            <td data-label="Id">{variant.id}</td>
            <td data-label="Name">{variant.name}</td>
            <td data-label="Options">{optionsText(variant.attributeOptions)}</td>
            <td data-label="RRP" className="text-right">
              {dollars(variant.recommendedRetailPrice)}
            </td>
            <td data-label="Sale price" className="text-right">
              {dollars(variant.salePrice) ?? "–"}
            </td>
            <td data-label="Is Active">{yesOrNo(!variant.isDisabled)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
