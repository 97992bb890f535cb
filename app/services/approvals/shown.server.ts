/** The product's data in the details of a listing. */
import { dollars, integer } from "#app/lib/format.ts";
import { historyPaths } from "#app/lib/history-paths.ts";
import { image } from "#app/lib/image.ts";
import { withParams } from "#app/lib/paths.ts";
import { safeHtml } from "#app/services/forms/rich-text.server.ts";
import { shownFields } from "#app/services/history/history.server.ts";
import type { Approval, ChangesSince, ListedProduct } from "#contract/approvals/schema.ts";
import { MarketplaceProductStatus } from "#contract/enumerations.ts";
import { dayOf } from "#contract/rules/dates.ts";
import { formatMoment } from "#contract/rules/moments.ts";
import { inclusive } from "#contract/rules/money.ts";
import { textOfHtml } from "#contract/rules/rich-text.ts";
import { rateOf, taxClassNames, taxClassOf } from "#contract/rules/tax-class.ts";

/** Returns undefined if the API has not answered it. Prices are texts, inc GST. */
export function shownProduct(
  { product, productName, productImageFileId }: Approval,
  { cdnBaseUrl, gstRate: rate }: { cdnBaseUrl: string; gstRate: number },
) {
  if (!product) return undefined;
  const gstRate = rateOf(product.appliedTaxClass, rate);
  const { externalSku, recommendedRetailPrices, salePrices, variantCount, images, imageCount, problems } = product;
  const heroes = productImageFileId ? [{ imageId: productImageFileId, label: `Hero image of ${productName}` }] : [];
  return {
    sku: externalSku,
    recommendedRetailPrice: rangeOf(recommendedRetailPrices, gstRate),
    salePrice: salePrices && rangeOf(salePrices, gstRate),
    taxClass: taxClassNames[taxClassOf(product.appliedTaxClass)],
    variations: variantCount === 0 ? "None" : integer(variantCount),
    images: [...heroes, ...images].map(({ imageId, label }) => ({
      label,
      small: image(cdnBaseUrl, imageId, 100),
      large: image(cdnBaseUrl, imageId, 800),
    })),
    otherImages: imageCount - images.length,
    problems,
    description: beginningOf(product.description),
  };
}
export type ShownProduct = NonNullable<ReturnType<typeof shownProduct>>;

function rangeOf({ lowest, highest }: ListedProduct["recommendedRetailPrices"], gstRate: number): string {
  const [from, to] = [dollars(inclusive(lowest, gstRate)), dollars(inclusive(highest, gstRate))];
  return from === to ? from : `${from} to ${to}`;
}

const beginning = 300;

/** Returns the first words as text, and the whole as HTML if there is more. */
function beginningOf(html: string): { text: string; whole?: string } {
  const text = textOfHtml(html);
  if (text.length <= beginning) return { text };
  const lastWord = text.lastIndexOf(" ", beginning);
  return { text: `${text.slice(0, lastWord > 0 ? lastWord : beginning)}…`, whole: safeHtml(html) };
}

/** Returns undefined if the listing does not wait for another decision, or the API does not know its history. */
export function shownChanges({ changesSince, productId }: Approval, timeZone: string) {
  if (!changesSince) return undefined;
  const { decidedAt, changes, otherCount } = changesSince;
  return {
    heading: headingOf(changesSince, timeZone),
    changes: changes.map(({ part, kind, fields }) => ({ part, kind, fields: shownFields(fields, timeZone) })),
    others: otherCount ? `${otherCount} more` : undefined,
    historyPath: withParams(historyPaths.of("product", productId), {
      fromDate: decidedAt && dayOf(decidedAt, timeZone),
    }),
  };
}
export type ShownChanges = NonNullable<ReturnType<typeof shownChanges>>;

/** Says since when the changes are, or why there are none. */
function headingOf({ decision, decidedAt, changes, otherCount }: ChangesSince, timeZone: string): string {
  const isNone = changes.length === 0;
  if (!decidedAt) {
    const notKnown = "The history does not go back to the last decision about this product";
    return isNone ? `${notKnown}, so what has changed since is not known.` : `${notKnown}. What it knows has changed:`;
  }
  const decided = decision === MarketplaceProductStatus.approved ? "approved" : "disabled";
  const since = `since this was ${decided} on ${formatMoment(decidedAt, timeZone)}`;
  if (otherCount === null) return `There are more than 1,000 changes ${since}.`;
  return isNone ? `Nothing but stock has changed ${since}.` : `Changed ${since}:`;
}
