import { useLocation } from "@remix-run/react";
import { lazy } from "react";
import { EditableCard } from "#app/components/layout/card.tsx";
import { Detail, Details } from "#app/components/layout/details.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { backToShipping } from "#app/lib/back-to-shipping.ts";
import { dollars, integer, yesOrNo } from "#app/lib/format.ts";
import { image } from "#app/lib/image.ts";
import { paths } from "#app/lib/paths.ts";
import type { GeneralPage } from "#app/services/products/general.server.ts";
import { taxClassNames } from "#contract/rules/tax-class.ts";
import { kilograms, millimetres } from "./measures.ts";

const GeneralForm = lazy(() => import("./general-form.tsx"));

export function GeneralCard({ page }: { page: GeneralPage }) {
  const { product, head, editing } = page;
  const { search } = useLocation();
  return (
    <EditableCard
      title="General"
      name="general"
      canEdit={head.canEdit}
      editing={editing}
      form={(cancelTo) => <GeneralForm page={page} cancelTo={backToShipping(product.id, search) ?? cancelTo} />}
    >
      <Details>
        <Detail term="Name">{product.name}</Detail>
        <Detail term="SKU">{product.externalSku}</Detail>
        {product.gtin != null && <Detail term="GTIN">{product.gtin}</Detail>}
        {product.brand != null && <Detail term="Brand">{product.brand}</Detail>}
        <Detail term="Supplier">
          <Link to={paths.supplier(product.supplierId)}>{product.supplierName}</Link>
        </Detail>
        <Detail term="Product type">{product.productTypeName}</Detail>
        {product.appliedTaxClass != null && (
          <Detail term="Tax class">
            {taxClassNames[product.appliedTaxClass]}
            {product.taxClass == null && ", as its product type"}
          </Detail>
        )}
        <Detail term="RRP">{dollars(product.recommendedRetailPrice)}</Detail>
        <Detail term="Sale price">{dollars(product.salePrice)}</Detail>
        <Detail term="Has variations">{yesOrNo(product.hasVariants)}</Detail>
        {!product.hasVariants && (
          <Detail term="Available stock">
            {product.manageStock ? integer(product.stockQuantity ?? 0) : "Not managed"}
          </Detail>
        )}
        {!product.hasVariants && !product.isReferralProduct && (
          <>
            <Detail term="Package weight">{kilograms(product.shippingPackageWeight)}</Detail>
            <Detail term="Package height">{millimetres(product.shippingPackageHeight)}</Detail>
            <Detail term="Package width">{millimetres(product.shippingPackageWidth)}</Detail>
            <Detail term="Package depth">{millimetres(product.shippingPackageDepth)}</Detail>
          </>
        )}
        <ReferralDetails product={product} />
        <HeroDetail page={page} />
        <Detail term="Description" isWide>
          {product.description && (
            // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned against the allow-list by the loader
            <div className="rich whitespace-normal" dangerouslySetInnerHTML={{ __html: product.description }} />
          )}
        </Detail>
      </Details>
    </EditableCard>
  );
}

function ReferralDetails({ product }: Pick<GeneralPage, "product">) {
  return (
    <>
      {product.supplierHasReferralAgreement && (
        <Detail term="Referral product">{yesOrNo(product.isReferralProduct)}</Detail>
      )}
      {product.isReferralProduct && (
        <>
          <Detail term="Call to action">{product.referralProductCallToAction}</Detail>
          <Detail term="Referral URL" isWide>
            {product.referralProductUrl}
          </Detail>
        </>
      )}
    </>
  );
}

function HeroDetail({ page: { product, cdnBaseUrl } }: { page: GeneralPage }) {
  return (
    <Detail term="Hero image" isWide>
      {product.defaultImageFileId && (
        <img
          src={image(cdnBaseUrl, product.defaultImageFileId, 200)}
          alt={`Hero of ${product.name}`}
          className="aspect-auto max-h-[200px] rounded border border-line object-contain"
          width={200}
          height={200}
        />
      )}
    </Detail>
  );
}
