import { Outlet, type ShouldRevalidateFunction, useLoaderData } from "@remix-run/react";
import { lazy, Suspense } from "react";
import { Card } from "#app/components/layout/card.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { Ordered, OrderForm, useOrdered } from "#app/components/order/ordered.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { newOne, paths } from "#app/lib/paths.ts";
import { useEditLinks } from "#app/routes/products/parts/edit-links.ts";
import { FetchedPictures } from "#app/routes/products/parts/fetched-pictures.tsx";
import { heroIntent, ImageItem, imageOrder } from "#app/routes/products/parts/image-item.tsx";
import { Info } from "#app/routes/products/parts/info.tsx";
import { ProductFrame, productHandle, productTitle } from "#app/routes/products/parts/product-frame.tsx";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { type ImagesPage, imageForms, loadImages } from "#app/services/products/images.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { maxImagesAtOnce, maxImagesBytes } from "#contract/products/image-limits.ts";
import { products } from "#contract/products/operations.ts";

const AddImagesForm = lazy(() => import("#app/routes/products/parts/add-images-form.tsx"));
const ImageForm = lazy(() => import("#app/routes/products/parts/image-form.tsx"));

export const meta = ({ data }: { data?: ImagesPage }) => productTitle(data);

export const handle = productHandle;

export const loader = screenFor(products.get, loadImages);

export const action = commandForms(imageForms, { maxFiles: maxImagesAtOnce, maxFileBytes: maxImagesBytes });

export const clientAction = keepTyped;

/** If a button or a form fails because somebody has changed the images, loads the current ones. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formData, actionStatus, defaultShouldRevalidate }) => {
  const intent = String(formData?.get("intent"));
  const isConflict = actionStatus === 409 && (intent === imageOrder.intent || intent.startsWith(heroIntent));
  // Some of the new images may have been saved.
  return defaultShouldRevalidate || isConflict || intent === "images";
};

export default function ProductImageGallery() {
  const page = useLoaderData<typeof loader>();
  const { head, images, form, pictures } = page;
  const links = useEditLinks(paths.productImages(head.id), "image");
  const toAdd = useEditLinks(paths.productImages(head.id), "images").edit(newOne);
  const ordered = useOrdered(imageOrder, images);
  // No reordering while one is edited: its input would be lost.
  const canMove = head.canEdit && !form;
  const editing = form && (
    <Suspense>
      {form.id === undefined ? (
        <AddImagesForm page={page} form={form} cancelTo={links.close} />
      ) : (
        <ImageForm key={form.id} page={page} form={form} cancelTo={links.close} />
      )}
    </Suspense>
  );
  const add = canMove && (
    <Link to={toAdd} className="button button-primary no-print" preventScrollReset>
      Add Image
    </Link>
  );
  return (
    <ProductFrame head={head}>
      <Info>
        These images are shown with the product, in this order.
        {head.canEdit && " Drag an image by its handle to change the order, or use its buttons."} The hero image, the
        main one that lists show, is on the <Link to={links.ask(paths.product(head.id))}>General</Link> tab.
        {page.canChooseHero && " “Use as main image” makes an image of the gallery the hero image, too."}
      </Info>
      <Card title="Image Gallery" action={add}>
        {images.length === 0 && !form && <p className="text-muted">This product has no images yet.</p>}
        {form && form.id === undefined && <div className="mb-3.5">{editing}</div>}
        <ul aria-label="Images" className="grid grid-cols-[repeat(auto-fill,minmax(218px,1fr))] gap-3.5">
          <Ordered order={imageOrder} items={ordered} canMove={canMove}>
            {(image, drag) =>
              image.id === form?.id ? (
                <li className="col-span-full">{editing}</li>
              ) : (
                <ImageItem image={image} images={ordered} page={page} links={links} drag={drag} canMove={canMove} />
              )
            }
          </Ordered>
        </ul>
        {canMove && <OrderForm order={imageOrder} ids={images.map(({ id }) => id)} commandId={head.commandId} />}
      </Card>
      {pictures && pictures.waiting + pictures.failed > 0 && (
        <Card title="Pictures on their way">
          <FetchedPictures pictures={pictures} commandId={head.commandId} of="product" />
        </Card>
      )}
      <Outlet />
    </ProductFrame>
  );
}
