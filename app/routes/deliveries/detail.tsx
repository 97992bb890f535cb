import { useLoaderData } from "@remix-run/react";
import { CommandButton } from "#app/components/form/command-button.tsx";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Card } from "#app/components/layout/card.tsx";
import { Detail, Details } from "#app/components/layout/details.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { type DeliveryPage, deliveryForms, loadDelivery } from "#app/services/deliveries/deliveries.server.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { deliveries } from "#contract/deliveries/operations.ts";
import { StatePill } from "./parts/state-pill.tsx";

const titleOf = ({ id, eventName }: DeliveryPage) => `${eventName}, delivery ${id}`;

export const meta = ({ data }: { data?: DeliveryPage }) => title(data ? titleOf(data) : "Delivery");

export const handle: BreadcrumbHandle<DeliveryPage> = {
  breadcrumb: (page) => ({
    list: { label: "Deliveries", path: paths.deliveries() },
    label: titleOf(page),
    rowId: page.id,
  }),
};

export const loader = screenFor(deliveries.get, loadDelivery);

export const action = commandForms(deliveryForms);

export const clientAction = keepTyped;

export default function DeliveryDetail() {
  const delivery = useLoaderData<typeof loader>();
  const { about, orderId, productId } = delivery;
  const aboutPath = orderId ? paths.order(orderId) : productId ? paths.product(productId) : undefined;
  return (
    <>
      <Heading title={titleOf(delivery)}>
        {delivery.canEdit && (
          <CommandButton
            intent="sendAgain"
            commandId={delivery.commandId}
            label="Send Again"
            busy="Working..."
            look="primary"
          />
        )}
      </Heading>
      <Card title="Delivery">
        <Details>
          <Detail term="State">
            <StatePill delivery={delivery} />
          </Detail>
          <Detail term="Marketplace">{delivery.marketplaceName}</Detail>
          <Detail term="About">
            {aboutPath && (
              <Link to={aboutPath} className="link">
                {about}
              </Link>
            )}
          </Detail>
          <Detail term="Happened">{delivery.createdAt}</Detail>
          <Detail term="Attempts">{delivery.attempts}</Detail>
          <Detail term="Last attempt">{delivery.lastAttemptAt}</Detail>
          {delivery.nextAttemptAt && <Detail term="Next attempt">{delivery.nextAttemptAt}</Detail>}
          <Detail term="Event id" isWide>
            {delivery.eventId}
          </Detail>
        </Details>
      </Card>
      <Card title="Request">
        {delivery.headers && <Text label="Headers of the last attempt">{delivery.headers}</Text>}
        <Text label="Body">{delivery.body}</Text>
        {delivery.isRequestCut && <p className="mt-2 text-sm text-muted">Only the beginning is shown.</p>}
      </Card>
      <Card title="Answer">
        <Details>
          <Detail term="Status">{delivery.answer}</Detail>
          <Detail term="Failure">{delivery.failure}</Detail>
        </Details>
        {delivery.answerBody && <Text label="Beginning of the body">{delivery.answerBody}</Text>}
      </Card>
    </>
  );
}

/** Text as it was sent, which wraps on narrow screens. */
function Text({ label, children }: { label: string; children: string }) {
  return (
    <section aria-label={label} className="mt-3 first:mt-0">
      <h3 className="mb-1 text-sm font-semibold text-muted">{label}</h3>
      <pre className="whitespace-pre-wrap rounded bg-sunken p-3 text-xs [overflow-wrap:anywhere]">{children}</pre>
    </section>
  );
}
