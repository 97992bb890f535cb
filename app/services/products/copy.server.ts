/** Loader and form of the dialog that copies a product. */

import { paths } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { maxProductName, productMessages } from "#contract/products/commands.ts";
import { copyProductForm, skuAnswer } from "#contract/products/forms.ts";
import { products } from "#contract/products/operations.ts";
import { loadProduct, productId } from "./products.server.ts";

const mark = " (copy)";

export async function loadCopy(context: RequestContext) {
  const { head } = await loadProduct(context);
  if (!head.canCopy) throw missing();
  const { id, name, hasVariants } = head;
  const copyName = `${name.slice(0, maxProductName - mark.length)}${mark}`;
  return { id, name, copyName, hasVariants, commandId: newCommandId() };
}

export const copyForms: Record<string, CommandForm> = {
  copy: commandForm({
    operation: products.copy,
    schema: copyProductForm,
    input: ({ HasVariants: _, ...typed }, context) => ({
      ...typed,
      ...skuAnswer(typed),
      ProductId: productId(context),
    }),
    saved: productMessages.copied,
    notSaved: productMessages.notSaved,
    next: (context, id) => `${paths.product(id)}${context.url.search}`,
  }),
};
