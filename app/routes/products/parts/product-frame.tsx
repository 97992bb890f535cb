import { useLocation } from "@remix-run/react";
import { Fragment, type ReactNode } from "react";
import { CommandButton } from "#app/components/form/command-button.tsx";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { HistoryLink } from "#app/components/layout/history-link.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { Tabs } from "#app/components/layout/tabs.tsx";
import { closedForm } from "#app/lib/back-to-shipping.ts";
import { openTab } from "#app/lib/list-state.ts";
import { paths, withParams } from "#app/lib/paths.ts";
import { whereToAdd } from "#app/lib/product-problems.ts";
import { title } from "#app/lib/title.ts";
import type { ProductHead } from "#app/services/products/products.server.ts";
import type { ListStep } from "#contract/paging.ts";

interface WithHead {
  head: ProductHead;
}

const headingOf = ({ name, isDisabled }: ProductHead) => `${name}${isDisabled ? " (Disabled)" : ""}`;

export const productTitle = (data: WithHead | undefined) => title(data ? headingOf(data.head) : "Product");

export const productHandle: BreadcrumbHandle<WithHead> = {
  breadcrumb: ({ head }) => ({ list: { label: "Products", path: paths.products() }, label: head.name, rowId: head.id }),
};

/** The frame around every tab of a product. */
export function ProductFrame({ head, children }: WithHead & { children: ReactNode }) {
  return (
    <>
      <Heading title={headingOf(head)}>
        {head.hasNeighbours && <Neighbours id={head.id} />}
        <HistoryLink record="product" id={head.id} />
        {head.canCopy && <CopyLink id={head.id} />}
        {head.canEdit && <Actions head={head} />}
      </Heading>
      {head.missing.length > 0 && (
        <p className="mb-3 rounded border border-line bg-warn-soft px-4 py-2.5 text-warn">
          No marketplace can sell this product yet: it has no{" "}
          {head.missing.map((part, i) => (
            <Fragment key={part}>
              {i > 0 && (i === head.missing.length - 1 ? " or " : ", ")}
              <MissingPart part={part} head={head} />
            </Fragment>
          ))}
          .
        </p>
      )}
      <Tabs label="Parts of the product" tabs={tabsOf(head)} />
      {children}
    </>
  );
}

/** A link to where the part is added, for users who may add it. */
function MissingPart({ part, head }: WithHead & { part: string }) {
  const { search } = useLocation();
  const isInGallery = part === "hero image" && head.hasHeroToChoose;
  const to = isInGallery
    ? withParams(`${paths.productImages(head.id)}${search}`, closedForm)
    : whereToAdd(part, head, search);
  return head.canEdit && to ? <Link to={to}>{part}</Link> : part;
}

function tabsOf({ id, hasVariants, isReferralProduct }: ProductHead) {
  return [
    { label: "General", to: paths.product(id) },
    { label: "Image Gallery", to: paths.productImages(id) },
    { label: "Attributes", to: paths.productAttributes(id) },
    ...(hasVariants ? [{ label: "Variations", to: paths.productVariations(id) }] : []),
    ...(isReferralProduct ? [] : [{ label: "Shipping", to: paths.productShipping(id) }]),
    { label: "Marketplaces", to: paths.productMarketplaces(id) },
  ];
}

/** The products before and after this one in the list that it was opened from, on the same tab. */
function Neighbours({ id }: { id: number }) {
  const { pathname, search } = useLocation();
  const [, , , tab = null] = pathname.split("/");
  const to = (step: ListStep) =>
    withParams(`${paths.productNeighbour(id, step)}${search}`, { ...closedForm, [openTab]: tab });
  return (
    <>
      <Link to={to("previous")} className="button" aria-label="Previous product">
        Previous
      </Link>
      <Link to={to("next")} className="button" aria-label="Next product">
        Next
      </Link>
    </>
  );
}

function CopyLink({ id }: { id: number }) {
  const { search } = useLocation();
  return (
    <Link to={withParams(`${paths.copyProduct(id)}${search}`, closedForm)} className="button" preventScrollReset>
      Copy
    </Link>
  );
}

function Actions({ head: { id, isDisabled, commandId } }: WithHead) {
  const { search } = useLocation();
  if (isDisabled) return <CommandButton intent="activate" commandId={commandId} label="Activate" busy="Working..." />;
  return (
    <Link
      to={withParams(`${paths.deactivateProduct(id)}${search}`, closedForm)}
      className="button button-danger"
      preventScrollReset
    >
      Deactivate
    </Link>
  );
}
