import { useLoaderData, useLocation } from "@remix-run/react";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Card } from "#app/components/layout/card.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { countOf } from "#app/lib/format.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { wayBack } from "#app/lib/list-state.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { SourceFileForm } from "#app/routes/products/parts/source-file-form.tsx";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { loadSourceFile, sourceFileForms } from "#app/services/products/source-file.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { products } from "#contract/products/operations.ts";
import { sourceFormatNames } from "#contract/products/source.ts";

const heading = "Assign columns";

export const meta = () => title(heading);

export const handle: BreadcrumbHandle<unknown> = {
  breadcrumb: () => ({ list: { label: "Products", path: paths.products() }, label: heading }),
};

export const loader = screenFor(products.sourceFile, loadSourceFile);

export const action = commandForms(sourceFileForms, { maxFields: 1_000 });

export const clientAction = keepTyped;

export default function AssignColumnsPage() {
  const page = useLoaderData<typeof loader>();
  const { file } = page;
  const { search } = useLocation();
  return (
    <>
      <Heading title={heading} sub={`${file.fileName}, ${countOf(file.rows, "row")}. ${aboutFormat(file)}`} />
      <Card title="Import">
        <SourceFileForm
          page={page}
          intent="check"
          submit="Check"
          busy="Checking..."
          cancelTo={wayBack(paths.products(), search)}
        />
      </Card>
    </>
  );
}

function aboutFormat({
  format,
  isRemembered,
}: {
  format: keyof typeof sourceFormatNames | null;
  isRemembered: boolean;
}) {
  if (format !== null)
    return `This is an export of ${sourceFormatNames[format]}, whose columns are known. It is checked first; nothing changes until you apply it.`;
  return isRemembered
    ? "Its columns are assigned as they were the last time. It is checked first; nothing changes until you apply it."
    : "Say what its columns mean. This is remembered for the supplier. It is checked first; nothing changes until you apply it.";
}
