import { products } from "@contract/products/operations.ts";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Confirm } from "~/components/dialog/confirm";
import { keepTyped } from "~/lib/keep-typed";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { commandForms } from "~/services/command-form.server";
import { deleteImageForms, loadImageToDelete } from "~/services/product-images.server";
import { screenFor } from "~/services/route.server";

export const meta = () => title("Delete Image");

export const loader = screenFor(products.get, loadImageToDelete);

export const action = commandForms(deleteImageForms);

export const clientAction = keepTyped;

export default function DeleteImage() {
  const { head, label } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <Confirm
      intent="delete"
      commandId={head.commandId}
      title="Delete Image"
      label="Delete"
      busy="Working..."
      parent={`${paths.productImages(head.id)}${search}`}
    >
      The image “{label}” will be permanently deleted. Are you sure you wish to continue?
    </Confirm>
  );
}
