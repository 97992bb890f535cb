import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { lazy } from "react";
import { DiscussionCard } from "#app/components/discussion/discussion-card.tsx";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Card, EditableCard } from "#app/components/layout/card.tsx";
import { CardTable } from "#app/components/layout/card-table.tsx";
import { Detail, Details } from "#app/components/layout/details.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { HistoryLink } from "#app/components/layout/history-link.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { deliveryLines } from "#app/lib/address.ts";
import { integer } from "#app/lib/format.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { afterRefusals } from "#app/lib/revalidate.ts";
import { trackingCard } from "#app/lib/shipment-edit.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { loadShipment, type ShipmentPage, shipmentForms } from "#app/services/shipments/shipments.server.ts";
import { optionsText } from "#contract/rules/options-text.ts";
import { shipments } from "#contract/shipments/operations.ts";

const TrackingForm = lazy(() => import("#app/routes/shipments/parts/tracking-form.tsx"));

const titleOf = ({ shipment }: ShipmentPage) => `Shipment ${shipment.name}`;

export const meta = ({ data }: { data?: ShipmentPage }) => title(data ? titleOf(data) : "Shipment");

export const handle: BreadcrumbHandle<ShipmentPage> = {
  breadcrumb: (page) => ({
    list: { label: "Shipments", path: paths.shipments() },
    label: titleOf(page),
    rowId: page.shipment.id,
  }),
};

export const loader = screenFor(shipments.get, loadShipment);

export const action = commandForms(shipmentForms);

export const clientAction = keepTyped;

export const shouldRevalidate = afterRefusals;

export default function ShipmentDetail() {
  const page = useLoaderData<typeof loader>();
  const { shipment } = page;
  const { search } = useLocation();
  return (
    <>
      <Heading title={titleOf(page)} sub={shipment.slipPrinted}>
        <HistoryLink record="shipment" id={shipment.id} />
        {shipment.canEdit && (
          <Link
            to={`${paths.cancelShipment(shipment.id)}${search}`}
            className="button button-danger no-print"
            preventScrollReset
          >
            Cancel Shipment
          </Link>
        )}
        {shipment.hasSlip && (
          <Link to={`${paths.packagingSlip(shipment.id)}${search}`} className="button button-primary no-print">
            Print Packaging Slip
          </Link>
        )}
      </Heading>
      {shipment.cancelledAt && (
        <p className="card px-4 py-2.5" role="status">
          This shipment was cancelled on {shipment.cancelledAt}. Everything in it has to be shipped again.
        </p>
      )}
      {page.isSlipNext && (
        <p className="card px-4 py-2.5" role="status">
          Save the courier and tracking number to print the packaging slip.
        </p>
      )}
      <OrderCard page={page} />
      <TrackingCard page={page} />
      <ItemsCard page={page} />
      <DiscussionCard discussion={page.discussion} />
      <Outlet />
    </>
  );
}

function OrderCard({ page: { shipment } }: { page: ShipmentPage }) {
  return (
    <Card title="Order Details">
      <Details>
        <Detail term="Order number">
          <Link to={paths.order(shipment.orderId)} className="link">
            {shipment.marketplaceOrderId}
          </Link>
        </Detail>
        <Detail term="Shipment date">{shipment.createdAt}</Detail>
        <Detail term="Marketplace">{shipment.marketplaceName}</Detail>
        <Detail term="Supplier">{shipment.supplierName}</Detail>
        <Detail term="Customer name">{`${shipment.customerFirstName} ${shipment.customerSurname}`}</Detail>
        {shipment.companyName && <Detail term="Company name">{shipment.companyName}</Detail>}
        <Detail term="Phone number">{shipment.customerPhoneNumber}</Detail>
        {shipment.orderNotes && (
          <Detail term="Order notes" isWide>
            {shipment.orderNotes}
          </Detail>
        )}
        <Detail term="Delivery address" isWide>
          {shipment.shippingAddress && (
            <address className="not-italic">{deliveryLines(shipment, shipment.shippingAddress).join("\n")}</address>
          )}
        </Detail>
      </Details>
    </Card>
  );
}

function TrackingCard({ page }: { page: ShipmentPage }) {
  const { shipment, tracking, commandId } = page;
  return (
    <EditableCard
      title="Tracking Details"
      name={trackingCard}
      canEdit={shipment.canEdit}
      editing={tracking && trackingCard}
      opensItself
      form={(cancelTo) => tracking && <TrackingForm tracking={tracking} commandId={commandId} cancelTo={cancelTo} />}
    >
      <Details>
        <Detail term="Courier">{shipment.courierName}</Detail>
        <Detail term="Tracking number">
          {shipment.trackingUrl ? (
            <a href={shipment.trackingUrl} className="link" target="_blank" rel="noopener noreferrer">
              {shipment.trackingNumber}
              <span className="sr-only"> (opens in new tab)</span>
            </a>
          ) : (
            shipment.trackingNumber
          )}
        </Detail>
        <Detail term="Status">{shipment.cancelledAt ? "Cancelled" : shipment.statusWord}</Detail>
      </Details>
    </EditableCard>
  );
}

const columns = [{ heading: "Product" }, { heading: "SKU" }, { heading: "Quantity", isNumber: true }];

function ItemsCard({ page: { shipment } }: { page: ShipmentPage }) {
  return (
    <Card title="Line Items">
      <CardTable columns={columns} label="Line Items">
        {shipment.lineItems.map(({ lineItemId, productName, productSku, options, quantity }) => (
          <tr key={lineItemId}>
            <td className="min-w-40 [overflow-wrap:anywhere]">
              {productName}
              {options.length > 0 && <span className="block text-xs text-muted">{optionsText(options)}</span>}
            </td>
            <td className="[overflow-wrap:anywhere]">{productSku || "–"}</td>
            <td className="text-right">{integer(quantity)}</td>
          </tr>
        ))}
      </CardTable>
    </Card>
  );
}
