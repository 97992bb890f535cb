import { Detail, Details } from "#app/components/layout/details.tsx";
import { countOf } from "#app/lib/format.ts";
import type { ShownProduct } from "#app/services/approvals/shown.server.ts";

/** The details of a product for the people who approve it. */
export function Product({ product }: { product: ShownProduct }) {
  const { sku, recommendedRetailPrice, salePrice, variations, images, otherImages, problems, description } = product;
  return (
    <>
      {problems.length > 0 && (
        <div className="rounded border border-warn bg-warn-soft px-3.5 py-2 [overflow-wrap:anywhere]">
          <p className="font-semibold">This hinders the publication:</p>
          <ul className="list-disc pl-5">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </div>
      )}
      {images.length > 0 && (
        <ul className="flex flex-wrap items-center gap-2">
          {images.map(({ label, small, large }) => (
            <li key={`${label} ${small}`}>
              <a href={large} target="_blank" rel="noopener" className="block">
                <img
                  src={small}
                  alt={label}
                  width={100}
                  height={100}
                  loading="lazy"
                  className="size-[100px] rounded border border-line bg-surface object-contain"
                />
                <span className="sr-only"> (opens in new tab)</span>
              </a>
            </li>
          ))}
          {otherImages > 0 && <li className="text-muted">and {countOf(otherImages, "more picture")}</li>}
        </ul>
      )}
      <Details>
        <Detail term="RRP">{recommendedRetailPrice}</Detail>
        <Detail term="Sale price">{salePrice}</Detail>
        <Detail term="Tax class">{product.taxClass}</Detail>
        <Detail term="SKU">{sku}</Detail>
        <Detail term="Variations">{variations}</Detail>
        <Detail term="Description" isWide>
          {description.text}
          {description.whole !== undefined && (
            <details className="whitespace-normal">
              <summary className="link inline-block min-h-6 cursor-pointer">The whole description</summary>
              {/* biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned against the allow-list by the loader */}
              <div className="rich" dangerouslySetInnerHTML={{ __html: description.whole }} />
            </details>
          )}
        </Detail>
      </Details>
    </>
  );
}
