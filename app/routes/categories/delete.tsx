import { useLoaderData } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { CommandButton } from "#app/components/form/command-button.tsx";
import { useFormAnswer } from "#app/components/form/form-state.ts";
import { Link } from "#app/components/layout/link.tsx";
import type { FormAnswer } from "#app/lib/form-answer.ts";
import { integer } from "#app/lib/format.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { categoryForms, loadCategory } from "#app/services/categories/categories.server.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { categories } from "#contract/categories/operations.ts";

export const meta = () => title("Delete Category");

export const loader = screenFor(categories.remove, loadCategory);

export const action = commandForms(categoryForms);

export const clientAction = keepTyped;

export default function DeleteCategory() {
  const { category, commandId, listTo } = useLoaderData<typeof loader>();
  const answer = useFormAnswer("remove");
  return (
    <Dialog title="Delete Category" closeTo={listTo}>
      {answer?.inUse ? (
        <InUse name={category.fullName} products={answer.inUse} />
      ) : (
        <p className="mb-4 [overflow-wrap:anywhere]">
          “{category.fullName}” is about to be deleted
          {category.below > 0 && `, with ${integer(category.below)} below it`}. This cannot be undone.
        </p>
      )}
      <div className="flex flex-row-reverse justify-end gap-2">
        <Link to={listTo} className="button" preventScrollReset>
          {answer?.inUse ? "Close" : "Cancel"}
        </Link>
        {!answer?.inUse && (
          <CommandButton intent="remove" commandId={commandId} label="Delete" busy="Working..." look="danger" />
        )}
      </div>
    </Dialog>
  );
}

function InUse({ name, products }: { name: string; products: NonNullable<FormAnswer["inUse"]> }) {
  return (
    <div className="mb-4 [overflow-wrap:anywhere]">
      <p>“{name}” cannot be deleted, because these products have it, or a category below it:</p>
      <ul className="my-3 list-disc pl-5">
        {products.map((product) => (
          <li key={product.id}>
            <Link to={paths.productMarketplaces(product.id ?? 0)}>{product.name}</Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
