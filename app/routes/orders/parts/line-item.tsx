import { useLocation } from "@remix-run/react";
import { lazy, Suspense } from "react";
import { Detail, Details } from "#app/components/layout/details.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { ChooseRow } from "#app/components/list/choice.tsx";
import { LineItemStatus } from "#app/components/text/line-item-status.tsx";
import { commissionPaths } from "#app/lib/commission-paths.ts";
import { dollars, integer } from "#app/lib/format.ts";
import { image } from "#app/lib/image.ts";
import { paths, withParams } from "#app/lib/paths.ts";
import { chosenItem } from "#app/lib/ship-items.ts";
import type { OrderPage, ShownLineItem } from "#app/services/orders/order.server.ts";
import { OrderLineItemStatus } from "#contract/enumerations.ts";
import { optionsText } from "#contract/rules/options-text.ts";
import { Figures } from "./figures.tsx";

/** Form id and field name of the checkboxes. */
export const itemsToShip = {
  form: "ship-items",
  field: chosenItem,
  name: ({ productName }: ShownLineItem) => productName,
};

interface Props {
  item: ShownLineItem;
  page: OrderPage;
}

const ItemForm = lazy(() => import("./item-form.tsx"));

/** Query parameter with the ids of the items whose details are expanded. */
const shownMore = "more";

export function LineItem({ item, page }: Props) {
  const { order, cdnBaseUrl, canSeeProducts, commandId } = page;
  const { pathname, search } = useLocation();
  const isEdited = page.editedItem?.id === item.id;
  const editTo = (edit: number | null) => `${withParams(`${pathname}${search}`, { edit })}#item-${item.id}`;
  const isOpen = opened(search).includes(String(item.id));
  const ticked = new URLSearchParams(search).getAll(itemsToShip.field);
  return (
    <li
      id={`item-${item.id}`}
      className="grid scroll-mt-20 grid-cols-[72px_minmax(0,1fr)] gap-x-4 py-3.5 small:grid-cols-1"
    >
      <img
        src={image(cdnBaseUrl, item.productImageId, 144)}
        alt=""
        width={72}
        height={72}
        loading="lazy"
        className="size-[72px] rounded border border-line object-contain small:mb-2"
      />
      <div className="min-w-0">
        <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          {order.canUpdateLineItemStatus && item.quantity.owed > 0 && (
            <ChooseRow choice={itemsToShip} row={item} id={item.id} ticked={ticked} />
          )}
          <h3 className="min-w-0 text-md font-semibold [overflow-wrap:anywhere]">
            {item.productId && canSeeProducts ? (
              <Link to={paths.product(item.productId)} className="link">
                {item.productName}
              </Link>
            ) : (
              item.productName
            )}
          </h3>
          <LineItemStatus status={item.status} />
        </div>
        {item.status === OrderLineItemStatus.waitingOnStock && item.expectedDay && (
          <p className="mb-2">This item is expected to be back in stock by {item.expectedDay}.</p>
        )}
        {item.held && <p className="mb-2 text-warn [overflow-wrap:anywhere]">Not invoiced yet. {item.held}</p>}
        {isEdited ? (
          <Suspense>
            <ItemForm item={item} shown={page.editedItem?.shown} commandId={commandId} cancelTo={editTo(null)} />
          </Suspense>
        ) : (
          <ItemDetails item={item} />
        )}
        {isOpen && <ItemAmounts item={item} page={page} />}
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
          <MoreLink item={item} isOpen={isOpen} />
          {!isEdited && <ItemButtons item={item} page={page} editTo={editTo(item.id)} />}
        </div>
      </div>
    </li>
  );
}

/** The amounts, and the rule that decided the commission; the page that explains it is for operators. */
function ItemAmounts({ item, page: { order, canSeeRules } }: Props) {
  const { search } = useLocation();
  return (
    <>
      <Figures item={item} transactionsPath={`${paths.orderTransactions(order.id, item.id)}${search}`} />
      {item.commissionTerms && (
        <p className="mt-2 [overflow-wrap:anywhere]">
          Commission rule “{item.commissionRule?.name}”: {item.commissionTerms}. Amounts of the rule are ex GST.
        </p>
      )}
      {canSeeRules && (
        <Link
          to={`${commissionPaths.why(order.id, item.id)}${search}`}
          className="link mt-2 inline-block min-h-6"
          aria-label={`Why this commission? ${item.productName}`}
        >
          Why this commission?
        </Link>
      )}
    </>
  );
}

function ItemButtons({ item, page: { order }, editTo }: Props & { editTo: string }) {
  const { search } = useLocation();
  const named = (label: string) => ({ "aria-label": `${label} ${item.productName}`, preventScrollReset: true });
  return (
    <div className="no-print flex flex-wrap gap-2">
      {order.canUpdateLineItemStatus && (
        <Link to={editTo} className="button" {...named("Edit")}>
          Edit
        </Link>
      )}
      {order.canEditDetails && (
        <>
          <Link
            to={`${paths.adjustLineItem(order.id, item.id)}${search}`}
            className="button"
            {...named("Add Adjustment to")}
          >
            Add Adjustment
          </Link>
          {order.canCancelItems && item.quantity.owed > 0 && (
            <Link
              to={withParams(`${paths.cancelItems(order.id)}${search}`, { [chosenItem]: item.id })}
              className="button"
              {...named("Cancel Item")}
            >
              Cancel Item
            </Link>
          )}
          {item.canDelete && (
            <Link to={`${paths.deleteLineItem(order.id, item.id)}${search}`} className="button" {...named("Delete")}>
              Delete
            </Link>
          )}
        </>
      )}
      {item.holdPath && (
        <Link to={`${item.holdPath}${search}`} className="button" {...named("Hold")}>
          Hold
        </Link>
      )}
      {item.endHoldPath && (
        <Link to={`${item.endHoldPath}${search}`} className="button" {...named("End Hold of")}>
          End Hold
        </Link>
      )}
    </div>
  );
}

function ItemDetails({ item }: { item: ShownLineItem }) {
  return (
    <Details>
      {item.options.length > 0 && (
        <Detail term="Options" isWide>
          {optionsText(item.options)}
        </Detail>
      )}
      <Detail term="SKU">{item.productSku}</Detail>
      <Detail term="Item price">{`${dollars(item.price)} ${item.gst}`}</Detail>
      <Detail term="Quantity">{integer(item.quantity.adjusted)}</Detail>
      <Detail term="Quantity to ship">{integer(item.quantity.owed)}</Detail>
      {item.orderNotes && (
        <Detail term="Order notes" isWide>
          {item.orderNotes}
        </Detail>
      )}
      {item.supplierNotes && (
        <Detail term="Internal notes" isWide>
          {item.supplierNotes}
        </Detail>
      )}
    </Details>
  );
}

function MoreLink({ item, isOpen }: { item: ShownLineItem; isOpen: boolean }) {
  const { pathname, search } = useLocation();
  const others = opened(search).filter((id) => id !== String(item.id));
  const more = isOpen ? others : [...others, item.id];
  const label = isOpen ? "Show Less" : "Show More";
  return (
    <Link
      to={`${withParams(`${pathname}${search}`, { [shownMore]: more.join() })}#item-${item.id}`}
      className="link no-print inline-block min-h-6"
      preventScrollReset
      aria-expanded={isOpen}
      aria-label={`${label} of ${item.productName}`}
    >
      {label}
    </Link>
  );
}

const opened = (search: string) => (new URLSearchParams(search).get(shownMore) ?? "").split(",").filter(Boolean);
