import { paths } from "#app/lib/paths.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { confirmationFor } from "#app/services/pages/confirmation.server.ts";
import { deleteImageForms, loadImageToDelete } from "#app/services/products/images.server.ts";
import { products } from "#contract/products/operations.ts";

export { confirmMeta as meta, DeclaredConfirm as default } from "#app/components/dialog/confirm.tsx";
export { keepTyped as clientAction } from "#app/lib/keep-typed.ts";

export const loader = confirmationFor(products.get, loadImageToDelete, ({ head, label, hasHistory }) => ({
  intent: "delete",
  title: "Delete Image",
  label: "Delete",
  parent: paths.productImages(head.id),
  text: [
    `The image “${label}” will be permanently deleted. Are you sure you wish to continue?`,
    ...(hasHistory
      ? ["You can still undo it: in the message that follows, and later in the history of the product."]
      : []),
  ],
}));

export const action = commandForms(deleteImageForms);
