import { products } from "@contract/products/operations.ts";
import { Link, Outlet, type ShouldRevalidateFunction, useLoaderData } from "@remix-run/react";
import { lazy, Suspense } from "react";
import { Card } from "~/components/layout/card";
import { Ordered, OrderForm, useOrdered } from "~/components/order/ordered";
import { keepTyped } from "~/lib/keep-typed";
import { newOne, paths } from "~/lib/paths";
import { commandForms } from "~/services/command-form.server";
import { type ImagesPage, imageForms, loadImages } from "~/services/product-images.server";
import { screenFor } from "~/services/route.server";
import { useEditLinks } from "./edit-links";
import { ImageItem, imageOrder } from "./image-item";
import { Info } from "./info";
import { ProductFrame, productHandle, productTitle } from "./product-frame";

const ImageForm = lazy(() => import("./image-form"));

export const meta = ({ data }: { data?: ImagesPage }) => productTitle(data);

export const handle = productHandle;

export const loader = screenFor(products.get, loadImages);

export const action = commandForms(imageForms);

export const clientAction = keepTyped;

/** If reordering fails because somebody has changed the images, loads the current ones. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formData, actionStatus, defaultShouldRevalidate }) =>
  defaultShouldRevalidate || (actionStatus === 409 && formData?.get("intent") === imageOrder.intent);

export default function ProductImageGallery() {
  const page = useLoaderData<typeof loader>();
  const { head, images, form } = page;
  const links = useEditLinks(paths.productImages(head.id), "image");
  const ordered = useOrdered(imageOrder, images);
  // No reordering while one is edited: its input would be lost.
  const canMove = head.canEdit && !form;
  const editing = form && (
    <Suspense>
      <ImageForm key={form.id} page={page} form={form} cancelTo={links.close} />
    </Suspense>
  );
  const add = canMove && (
    <Link to={links.edit(newOne)} className="button button-primary no-print" preventScrollReset>
      Add Image
    </Link>
  );
  return (
    <ProductFrame head={head}>
      <Info>
        These images are shown with the product, in this order.
        {head.canEdit && " Drag an image by its handle to change the order, or use its buttons."} The hero image, shown
        in lists, is on the <Link to={links.ask(paths.product(head.id))}>General</Link> tab.
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
      <Outlet />
    </ProductFrame>
  );
}
