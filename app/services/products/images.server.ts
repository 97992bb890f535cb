/** Loader and forms of a product's Image Gallery tab. */

import { z } from "zod";
import { moved } from "#app/lib/order.ts";
import { paths, withParams } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { imageConflict } from "#app/services/forms/edit-conflicts.server.ts";
import { availabilityZone, knownZone, momentFields, momentIn } from "#app/services/pages/time-zone.server.ts";
import { type RequestContext, readView } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { hasFeature } from "#app/services/session/features.server.ts";
import { configuration } from "#app/services/session/identity.server.ts";
import { productMessages } from "#contract/products/commands.ts";
import { imageDetails } from "#contract/products/edits.ts";
import { productImageForm } from "#contract/products/forms.ts";
import { products } from "#contract/products/operations.ts";
import type { ProductImage } from "#contract/products/schema.ts";
import { shownText } from "#contract/rules/edits.ts";
import { formatMoment, formatZonedMoment } from "#contract/rules/moments.ts";
import { addImagesForm } from "./add-images.server.ts";
import { loadPictures, retryForm } from "./import.server.ts";
import { edited, editedId, headForms, loadProduct, loadProductToChange, productId } from "./products.server.ts";

export async function loadImages(context: RequestContext) {
  const [{ product, head }, { cdnBaseUrl }, timeZone] = await Promise.all([
    loadProduct(context),
    configuration(),
    availabilityZone(context),
  ]);
  const opened = edited(context, head, product.images);
  const pictures = head.canEdit ? await loadPictures(context, { productId: product.id }) : undefined;
  return {
    head,
    pictures,
    heroId: product.defaultImageFileId ?? null,
    canChooseHero: head.canEdit && (await hasFeature(products.useAsHeroImage.feature)),
    cdnBaseUrl,
    timeZone,
    images: product.images.map(({ id, imageId, label, availableFrom }) => ({
      id,
      imageId,
      name: label,
      availableFrom: availableFrom ? formatMoment(availableFrom, timeZone) : undefined,
      isHero: imageId === product.defaultImageFileId,
      heroCommandId: newCommandId(),
    })),
    shown: opened?.item && shownText(imageDetails(opened.item)),
    form: opened && formOf(opened.item, timeZone, product.canEditImageAvailableDate),
  };
}

/** Data of the Image Gallery tab. */
export type ImagesPage = Awaited<ReturnType<typeof loadImages>>;
export type ShownImage = ImagesPage["images"][number];
export type ImageFormData = NonNullable<ImagesPage["form"]>;

function formOf(image: ProductImage | undefined, timeZone: string, canEditDate: boolean) {
  return {
    id: image?.id,
    imageId: image?.imageId ?? "",
    label: image?.label ?? "",
    availableFrom: momentFields("AvailableFrom", image?.availableFrom, timeZone),
    canEditDate,
  };
}

export async function loadImageToDelete(context: RequestContext) {
  const { product, head } = await loadProductToChange(context);
  const image = product.images.find(({ id }) => String(id) === context.param("imageId"));
  if (!image) throw missing();
  return { head, label: image.label, hasHistory: await hasFeature("history") };
}

async function imageInput(
  { ImageId, Label, AvailableFrom, AvailableFromTurn, TimeZone }: z.output<typeof productImageForm>,
  context: RequestContext,
) {
  const [{ product }, ownZone] = await Promise.all([loadProduct(context), availabilityZone(context)]);
  const id = editedId(context);
  const kept = product.images.find((image) => String(image.id) === id);
  const zone = knownZone(TimeZone) ?? ownZone;
  return {
    ProductId: product.id,
    ProductImageId: id,
    ImageId,
    Label,
    AvailableFrom: product.canEditImageAvailableDate
      ? momentIn("AvailableFrom", AvailableFrom, zone, kept?.availableFrom, AvailableFromTurn)
      : kept?.availableFrom,
  };
}

const texts = { notSaved: productMessages.notSaved, next: readView };

export const imageForms: Record<string, CommandForm> = {
  ...headForms,
  image: commandForm({
    operation: products.upsertImage,
    schema: productImageForm,
    uploads: { ImageFile: { to: "ImageId", location: 2, failure: productMessages.imageNotUploaded } },
    input: imageInput,
    conflictFields: {
      ImageId: imageConflict,
      AvailableFrom: {
        display: async (moment, context) =>
          moment ? formatZonedMoment(String(moment), await availabilityZone(context)) : "at once",
      },
    },
    saved: productMessages.imageSaved,
    ...texts,
  }),
  images: addImagesForm,
  hero: commandForm({
    operation: products.useAsHeroImage,
    schema: z.object({ ProductImageId: z.string(), ShownImageId: z.string() }),
    input: (values, context) => ({ ProductId: productId(context), ...values }),
    saved: productMessages.heroChosen,
    ...texts,
  }),
  retryPictures: retryForm((context) => ({ ProductId: Number(productId(context)) })),
  reorder: commandForm({
    operation: products.reorderImages,
    // The order on the page and the pressed move button; drag and drop sends the new order directly.
    schema: z.object({ ProductImageIds: z.array(z.coerce.number()).default([]), Move: z.string().default("") }),
    input: ({ ProductImageIds, Move }, context) => ({
      ProductId: productId(context),
      ProductImageIds: moved(ProductImageIds, Move),
    }),
    saved: productMessages.imagesReordered,
    ...texts,
  }),
};

export const deleteImageForms: Record<string, CommandForm> = {
  delete: commandForm({
    operation: products.deleteImage,
    input: (_, context) => ({ ProductId: productId(context), ProductImageId: context.param("imageId") }),
    saved: productMessages.imageDeleted,
    notSaved: productMessages.notSaved,
    next: (context) => withParams(`${paths.productImages(productId(context))}${context.url.search}`, { edit: null }),
  }),
};
