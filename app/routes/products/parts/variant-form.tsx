import { choose } from "#app/components/form/choose.ts";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { SelectField, TextField, YesNoField } from "#app/components/form/fields.tsx";
import { useFormState } from "#app/components/form/form-state.ts";
import { ImageField } from "#app/components/form/image-field.tsx";
import { useDisabledUnless, useTyped } from "#app/components/form/typed.ts";
import { image } from "#app/lib/image.ts";
import type { VariantFormData, VariationsPage } from "#app/services/products/variations.server.ts";
import { productVariantForm, thenAnother } from "#contract/products/forms.ts";
import { DimensionFields, dimensionLabels, dimensionValues } from "./dimensions.tsx";
import { GtinField, gtinLabel } from "./gtin-field.tsx";
import { SkuQuestion, skuQuestionLabel } from "./sku-question.tsx";
import { PriceFields, StockFields, termsLabels, typedPrice, useReplaced } from "./variant-terms.tsx";

const labels = {
  ImageFile: "Image",
  OverrideName: "Override name",
  Name: "Name",
  OverridePrice: termsLabels.OverridePrice,
  RecommendedRetailPrice: termsLabels.RecommendedRetailPrice,
  SalePrice: termsLabels.SalePrice,
  ExternalSku: "SKU",
  SkuIsShared: skuQuestionLabel,
  Gtin: gtinLabel,
  ManageStock: termsLabels.ManageStock,
  StockQuantity: termsLabels.StockQuantity,
  ...dimensionLabels,
};

const list = "AttributeOptionIds";
const pickerName = (index: number) => `${list}.${index}`;

function valuesOf(form: VariantFormData, isMeasured: boolean) {
  return {
    ...Object.fromEntries(form.pickers.map(({ chosen }, i) => [pickerName(i), chosen])),
    DefaultImageId: form.imageId,
    OverrideName: String(form.overrideName),
    Name: form.name,
    OverridePrice: String(form.overridePrice),
    RecommendedRetailPrice: typedPrice(form.recommendedRetailPrice),
    SalePrice: typedPrice(form.salePrice),
    ExternalSku: form.sku,
    SkuIsShared: [],
    Gtin: form.gtin ?? "",
    ManageStock: String(form.manageStock),
    StockQuantity: form.stockQuantity === null ? "" : String(form.stockQuantity),
    ...dimensionValues(form.measures),
    NeedsDimensions: String(isMeasured),
  };
}

interface Props {
  page: VariationsPage;
  form: VariantFormData;
  cancelTo: string;
}

export default function VariantForm({ page: { head, cdnBaseUrl, isMeasured }, form, cancelTo }: Props) {
  const pickerLabels = Object.fromEntries(form.pickers.map(({ label }, i) => [pickerName(i), label]));
  return (
    <CommandForm
      intent="variant"
      commandId={head.commandId}
      shown={form.shown}
      schema={productVariantForm}
      values={valuesOf(form, isMeasured)}
      submit="Save"
      busy="Busy..."
      otherSubmit={
        form.id === undefined ? { label: "Save and Add Another", name: "Then", value: thenAnother } : undefined
      }
      cancelTo={cancelTo}
      labels={{ ...pickerLabels, [list]: "Options", ...labels }}
    >
      <Pickers pickers={form.pickers} isNext={form.likeId !== undefined} />
      <ImageField
        name="ImageFile"
        idName="DefaultImageId"
        label={labels.ImageFile}
        source={(id) => image(cdnBaseUrl, id, 200)}
        isRemovable
      />
      <NameFields own={form.own} />
      <PriceFields own={form.own} />
      <TextField name="ExternalSku" label={labels.ExternalSku} isWide autoComplete="off" />
      <SkuQuestion />
      {form.gtin !== undefined && <GtinField />}
      <StockFields />
      <input type="hidden" name="NeedsDimensions" value={String(isMeasured)} />
      <DimensionFields />
    </CommandForm>
  );
}

/**
 * One option of each attribute; the combination must be unique within the product. The form that follows after "Save and
 * Add Another" begins with them.
 */
function Pickers({ pickers, isNext }: Pick<VariantFormData, "pickers"> & { isNext: boolean }) {
  const { errors } = useFormState();
  return (
    <fieldset
      id={list}
      tabIndex={-1}
      aria-describedby={`${list}-error`}
      className="col-span-2 outline-none small:col-span-1"
    >
      <legend className="sr-only">Options</legend>
      <div className="fields -mb-2.5">
        {pickers.map(({ attributeId, label, options }, i) => (
          <SelectField
            key={attributeId}
            name={pickerName(i)}
            label={label}
            options={[choose, ...options]}
            autoFocus={isNext && i === 0}
          />
        ))}
      </div>
      <p id={`${list}-error`} className="mt-1 text-sm font-semibold text-danger empty:hidden">
        {errors[list]?.message}
      </p>
    </fieldset>
  );
}

/** Without a name of its own the variant follows the product's name. */
function NameFields({ own }: Pick<VariantFormData, "own">) {
  const name = useReplaced("Name", own.name);
  const disabled = useDisabledUnless(useTyped("OverrideName") === "true");
  return (
    <>
      <YesNoField
        name="OverrideName"
        label={labels.OverrideName}
        hint="If No, the product's name is used."
        onPick={name}
      />
      <TextField name="Name" label={labels.Name} autoComplete="off" disabled={disabled} />
    </>
  );
}
