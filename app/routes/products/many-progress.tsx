import { useLoaderData, useLocation } from "@remix-run/react";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { ProgressCards } from "#app/components/processing/progress-cards.tsx";
import { isOver } from "#app/components/processing/use-known.ts";
import { wayBack } from "#app/lib/list-state.ts";
import { paths } from "#app/lib/paths.ts";
import { pollWithFallback } from "#app/lib/poll-with-fallback.ts";
import { title } from "#app/lib/title.ts";
import type { ProgressPage } from "#app/services/pages/processing.server.ts";
import { loadManyProgress } from "#app/services/products/many.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { ProcessingStatus } from "#contract/enumerations.ts";
import type { Processing } from "#contract/processing/schema.ts";
import { products } from "#contract/products/operations.ts";

type Page = ProgressPage & { undoPath?: string };

export const meta = () => title("Changing products");

export const handle: BreadcrumbHandle<Page> = {
  breadcrumb: () => ({ list: { label: "Products", path: paths.products() }, label: "Changing products" }),
};

export const loader = screenFor(products.changeMany, loadManyProgress);

export const clientLoader = pollWithFallback<Page>({ progress: undefined });

export default function Progress() {
  const { progress, undoPath } = useLoaderData<typeof loader>() as Page;
  const { search } = useLocation();
  const back = { to: wayBack(paths.products(), search), label: "Back to the products" };
  return (
    <>
      <ProgressCards heading="Changing products" progress={progress} stateOf={stateOf} back={back} />
      {undoPath && isOver(progress) && (
        <Link to={undoPath} className="button">
          Undo
        </Link>
      )}
    </>
  );
}

function stateOf({ status, percentageComplete }: Processing): string {
  if (status === ProcessingStatus.done) return "Finished.";
  if (status === ProcessingStatus.doneWithErrors) return "Finished with errors: see below.";
  if (status === ProcessingStatus.failed) return "This failed. Changes that had already been made are kept.";
  return `Working… ${Math.round(percentageComplete)} %`;
}
