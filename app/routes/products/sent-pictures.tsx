import { useLoaderData, useLocation } from "@remix-run/react";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Card } from "#app/components/layout/card.tsx";
import { CardTable } from "#app/components/layout/card-table.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { countOf, integer } from "#app/lib/format.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { wayBack } from "#app/lib/list-state.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { FetchedPictures } from "#app/routes/products/parts/fetched-pictures.tsx";
import { actOnSentPictures, loadSentPictures } from "#app/services/products/sent-pictures.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { products } from "#contract/products/operations.ts";
import { formatMoment } from "#contract/rules/moments.ts";

const heading = "Sent Pictures";

export const meta = () => title(heading);

export const handle: BreadcrumbHandle<unknown> = {
  breadcrumb: () => ({ list: { label: "Products", path: paths.products() }, label: heading }),
};

export const loader = screenFor(products.pictureUpload, loadSentPictures);

export const action = actOnSentPictures;

export const clientAction = keepTyped;

const columns = [{ heading: "File" }, { heading: "Why" }];

export default function SentPictures() {
  const { upload, pictures, timeZone, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const { fileName, supplierName, createdDate, taken, known, leftOut, problems } = upload;
  return (
    <>
      <Heading title={heading} sub={`${fileName}, ${supplierName}, ${formatMoment(createdDate, timeZone)}`}>
        <Link to={wayBack(paths.products(), search)} className="button">
          Back to the products
        </Link>
      </Heading>
      <Card title="Pictures">
        <p>
          {taken === 0
            ? "Nothing new for any product"
            : `${countOf(taken, "picture")} of ${countOf(upload.products, "product")}`}
          {known > 0 && `, ${integer(known)} that had been sent before`}
          {leftOut > 0 && `, ${countOf(leftOut, "file")} left out`}.
        </p>
        {taken > 0 && pictures && <FetchedPictures pictures={pictures} commandId={commandId} of="zip" />}
      </Card>
      {problems.length > 0 && (
        <Card title={problems.length < leftOut ? `The first ${problems.length} files left out` : "Left out"}>
          <CardTable columns={columns} label="Files and reasons">
            {problems.map(({ name, why }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a zip file may hold a name twice.
              <tr key={i}>
                <td className="[overflow-wrap:anywhere]">{name}</td>
                <td>{why}</td>
              </tr>
            ))}
          </CardTable>
        </Card>
      )}
    </>
  );
}
