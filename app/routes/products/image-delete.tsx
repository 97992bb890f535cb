import { useLoaderData } from "@remix-run/react";
import { Confirm } from "#app/components/dialog/confirm.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { deleteImageForms, loadImageToDelete } from "#app/services/products/images.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { products } from "#contract/products/operations.ts";

export const meta = () => title("Delete Image");

export const loader = screenFor(products.get, loadImageToDelete);

export const action = commandForms(deleteImageForms);

export const clientAction = keepTyped;

export default function DeleteImage() {
  const { head, label, hasHistory } = useLoaderData<typeof loader>();
  return (
    <Confirm
      intent="delete"
      commandId={head.commandId}
      title="Delete Image"
      label="Delete"
      parent={paths.productImages(head.id)}
    >
      <p>The image “{label}” will be permanently deleted. Are you sure you wish to continue?</p>
      {hasHistory && (
        <p className="mt-2 text-muted">
          You can still undo it: in the message that follows, and later in the history of the product.
        </p>
      )}
    </Confirm>
  );
}
