import { useLoaderData } from "@remix-run/react";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { integer } from "#app/lib/format.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { ProductGrid } from "#app/routes/products/parts/product-grid.tsx";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { loadGrid } from "#app/services/products/grid.server.ts";
import { gridForms } from "#app/services/products/grid-save.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { products } from "#contract/products/operations.ts";

export const meta = () => title("Edit Many Products");

export const handle: BreadcrumbHandle<{ parent: string }> = {
  breadcrumb: ({ parent }) => ({ list: { label: "Products", path: parent }, label: "Edit Many" }),
};

export const loader = screenFor(products.saveGrid, loadGrid);

/** A page has up to 125 rows of 13 fields; a form that is longer than that is told so, with what was typed. */
export const action = commandForms(gridForms, { maxFields: 6_000 });

export const clientAction = keepTyped;

export default function EditMany() {
  const page = useLoaderData<typeof loader>();
  const { first, last, totalCount, isMoreThanCounted, leftOut, notTheirs, withoutVariants } = page;
  return (
    <>
      <Heading
        title="Edit Many Products"
        sub={
          totalCount === 0
            ? "No products match."
            : `Products ${integer(first)}–${integer(last)} of ${isMoreThanCounted ? "more than " : ""}${integer(totalCount)}.`
        }
      >
        <Pages page={page} />
        <Link to={page.parent} className="button">
          Back to the List
        </Link>
      </Heading>
      {leftOut && (
        <p role="status" className="mb-2">
          {leftOut}
        </p>
      )}
      {notTheirs > 0 && (
        <p className="mb-2 text-muted">
          {notTheirs === 1 ? "One product is" : `${integer(notTheirs)} products are`} left out here, because you may not
          change {notTheirs === 1 ? "it" : "them"}.
        </p>
      )}
      {withoutVariants.length > 0 && (
        <p className="mb-2 text-muted">
          Too many variants to show here:{" "}
          {withoutVariants.map(({ id, name }, i) => (
            <span key={id}>
              {i > 0 && ", "}
              <Link to={`${paths.product(id)}/variations`} className="link">
                {name}
              </Link>
            </span>
          ))}
          .
        </p>
      )}
      {page.rows.length > 0 && <ProductGrid page={page} />}
    </>
  );
}

function Pages({ page: { previous, next } }: { page: { previous?: string; next?: string } }) {
  return (
    <>
      {previous && (
        <Link to={previous} className="button">
          ‹ Prev
        </Link>
      )}
      {next && (
        <Link to={next} className="button">
          Next ›
        </Link>
      )}
    </>
  );
}
