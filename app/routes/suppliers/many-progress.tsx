import { useLoaderData } from "@remix-run/react";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { ManyProgress, type ManyProgressPage } from "#app/components/many/many-progress.tsx";
import { paths } from "#app/lib/paths.ts";
import { pollWithFallback } from "#app/lib/poll-with-fallback.ts";
import { title } from "#app/lib/title.ts";
import { loadManyProgress } from "#app/services/pages/many.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { suppliers } from "#contract/suppliers/operations.ts";

const heading = "Changing suppliers";

export const meta = () => title(heading);

export const handle: BreadcrumbHandle<ManyProgressPage> = {
  breadcrumb: () => ({ list: { label: "Suppliers", path: paths.suppliers() }, label: heading }),
};

export const loader = screenFor(suppliers.changeMany, loadManyProgress);

export const clientLoader = pollWithFallback<ManyProgressPage>({ progress: undefined });

export default function Progress() {
  const page = useLoaderData<ManyProgressPage>();
  return <ManyProgress page={page} heading={heading} list={paths.suppliers()} noun="suppliers" />;
}
