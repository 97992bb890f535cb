import { useLoaderData } from "@remix-run/react";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { ManyProgress, type ManyProgressPage } from "#app/components/many/many-progress.tsx";
import { paths } from "#app/lib/paths.ts";
import { pollWithFallback } from "#app/lib/poll-with-fallback.ts";
import { title } from "#app/lib/title.ts";
import { emailsUnderWay } from "#app/services/pages/emails-under-way.server.ts";
import { loadProgress } from "#app/services/pages/processing.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { approvals } from "#contract/approvals/operations.ts";

const heading = "Changing products";

export const meta = () => title(heading);

export const handle: BreadcrumbHandle<ManyProgressPage> = {
  breadcrumb: () => ({ list: { label: "Approvals", path: paths.approvals() }, label: heading }),
};

export const loader = screenFor(approvals.changeMany, async (context) => ({
  ...(await loadProgress(context)),
  emails: await emailsUnderWay(context),
}));

export const clientLoader = pollWithFallback<ManyProgressPage>({ progress: undefined });

export default function Progress() {
  const page = useLoaderData<ManyProgressPage>();
  return <ManyProgress page={page} heading={heading} list={paths.approvals()} noun="approvals" />;
}
