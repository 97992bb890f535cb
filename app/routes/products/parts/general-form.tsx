import { CommandForm } from "#app/components/form/command-form.tsx";
import { SelectField, TextField, YesNoField } from "#app/components/form/fields.tsx";
import { ImageField } from "#app/components/form/image-field.tsx";
import { RichTextField } from "#app/components/form/rich-text-field.tsx";
import { useDisabledUnless, useTyped } from "#app/components/form/typed.ts";
import { useHydrated } from "#app/components/layout/toast.tsx";
import { image } from "#app/lib/image.ts";
import type { GeneralPage } from "#app/services/products/general.server.ts";
import { productFields } from "#contract/products/fields.ts";
import { productDetailsForm } from "#contract/products/forms.ts";
import { formValues, labelsOf } from "#contract/records/fields.ts";
import { DimensionFields } from "./dimensions.tsx";
import { GtinField } from "./gtin-field.tsx";
import { SkuQuestion, skuQuestionLabel } from "./sku-question.tsx";
import { TaxClassField } from "./tax-class-field.tsx";

const labels = {
  ...labelsOf(productFields),
  SkuIsShared: skuQuestionLabel,
  HeroFile: productFields.defaultImageFileId.label,
};

export default function GeneralForm({ page, cancelTo }: { page: GeneralPage; cancelTo: string }) {
  const { product, cdnBaseUrl, productTypes, usesCarrier, head } = page;
  const needsDimensions = String(usesCarrier);
  return (
    <CommandForm
      intent="general"
      commandId={head.commandId}
      shown={page.shown}
      schema={productDetailsForm}
      values={valuesOf(product, needsDimensions)}
      submit="Save"
      busy="Saving..."
      cancelTo={cancelTo}
      labels={labels}
    >
      <TextField name="Name" label={labels.Name} isWide autoComplete="off" />
      <SelectField name="ProductTypeId" label={labels.ProductTypeId} options={productTypes} />
      <Variations page={page} />
      {product.appliedTaxClass != null && <TaxClassField options={page.taxClasses} />}
      <TextField
        name="ExternalSku"
        label={labels.ExternalSku}
        hint={product.hasVariants ? "Not needed: each variation has its own." : undefined}
        autoComplete="off"
      />
      <SkuQuestion />
      <Prices />
      <Stock />
      <Package />
      {product.gtin != null && <GtinField />}
      {product.brand != null && (
        <TextField
          name="Brand"
          label={labels.Brand}
          hint="Leave empty if it is the supplier's name."
          autoComplete="off"
        />
      )}
      <input type="hidden" name="NeedsDimensions" value={needsDimensions} />
      {product.supplierHasReferralAgreement && <Referral />}
      <ImageField
        name="HeroFile"
        idName="DefaultImageId"
        label={labels.HeroFile}
        source={(id) => image(cdnBaseUrl, id, 200)}
        isRemovable
      />
      <RichTextField name="Description" label={labels.Description} />
    </CommandForm>
  );
}

const valuesOf = (product: GeneralPage["product"], NeedsDimensions: string) => ({
  ...formValues(productFields, product),
  RecommendedRetailPrice: product.recommendedRetailPrice.toFixed(2),
  SalePrice: product.isOnSale ? (product.salePrice?.toFixed(2) ?? "") : "",
  SkuIsShared: [],
  NeedsDimensions,
});

function Prices() {
  return (
    <>
      <TextField
        name="RecommendedRetailPrice"
        label={labels.RecommendedRetailPrice}
        suffix="$ inc GST"
        inputMode="decimal"
        autoComplete="off"
      />
      <TextField
        name="SalePrice"
        label={labels.SalePrice}
        hint="Leave empty to sell at the recommended retail price."
        suffix="$ inc GST"
        inputMode="decimal"
        autoComplete="off"
      />
    </>
  );
}

/** Cannot be switched off while the product has variants. */
function Variations({ page: { variantCount } }: { page: GeneralPage }) {
  if (variantCount === 0)
    return (
      <YesNoField
        name="HasVariants"
        label={labels.HasVariants}
        hint="Colours, sizes and the like, each with its own SKU."
      />
    );
  return <input type="hidden" name="HasVariants" value="true" />;
}

/**
 * Only for products without variations, which have stock of their own. Without scripts it is always shown and may be
 * ignored.
 */
function Stock() {
  const isHydrated = useHydrated();
  const isManaged = useTyped("ManageStock") === "true";
  const hasVariants = useTyped("HasVariants") === "true";
  const disabled = useDisabledUnless(isManaged);
  if (isHydrated && hasVariants) return null;
  return (
    <>
      <YesNoField name="ManageStock" label={labels.ManageStock} />
      <TextField
        name="StockQuantity"
        label={labels.StockQuantity}
        inputMode="numeric"
        autoComplete="off"
        disabled={disabled}
      />
    </>
  );
}

function Package() {
  const isHydrated = useHydrated();
  const hasVariants = useTyped("HasVariants") === "true";
  const isReferral = useTyped("IsReferralProduct") === "true";
  return isHydrated && (hasVariants || isReferral) ? null : <DimensionFields />;
}

function Referral() {
  const disabled = useDisabledUnless(useTyped("IsReferralProduct") === "true");
  return (
    <>
      <YesNoField
        name="IsReferralProduct"
        label={labels.IsReferralProduct}
        hint="Sold on the supplier's own site: marketplaces link there."
      />
      <TextField
        name="ReferralProductCallToAction"
        label={labels.ReferralProductCallToAction}
        autoComplete="off"
        disabled={disabled}
      />
      <TextField
        name="ReferralProductUrl"
        label={labels.ReferralProductUrl}
        isWide
        type="url"
        autoComplete="off"
        disabled={disabled}
      />
    </>
  );
}
