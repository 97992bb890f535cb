import { useLoaderData } from "@remix-run/react";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { title as titleOf } from "#app/lib/title.ts";
import { loadRecordZero } from "#app/services/pages/record-zero.server.ts";
import { screen } from "#app/services/request/route.server.ts";

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

export const meta = ({ data }: { data?: Data }) => titleOf(data?.title ?? "");

export const handle: BreadcrumbHandle<Data> = {
  breadcrumb: ({ title, list }) => ({ list: { label: `${title}s`, path: list }, label: title }),
};

export const loader = screen(loadRecordZero);

/** The page of record number 0, which no list ever has. */
export default function RecordZero() {
  const { title, addTo } = useLoaderData<typeof loader>();
  return (
    <>
      <Heading title={title}>
        {addTo && (
          <Link to={addTo} className="button button-primary">
            Add {title}
          </Link>
        )}
      </Heading>
      <p className="card px-4 py-6 text-center text-muted">Nothing here yet.</p>
    </>
  );
}
