import { useLoaderData } from "@remix-run/react";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Card } from "#app/components/layout/card.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { afterRefusals } from "#app/lib/revalidate.ts";
import { title } from "#app/lib/title.ts";
import { BlockedSuppliers } from "#app/routes/invoices/parts/blocked-suppliers.tsx";
import { PaymentForm } from "#app/routes/invoices/parts/payment-form.tsx";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { loadPayable, maxPaymentFields, paymentForms } from "#app/services/invoices/payments.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { invoices } from "#contract/invoices/operations.ts";

const heading = "Make Payment";

export const meta = () => title(heading);

export const handle: BreadcrumbHandle<unknown> = {
  breadcrumb: () => ({ list: { label: "Payments", path: paths.payments() }, label: heading }),
};

export const loader = screenFor(invoices.makePayment, loadPayable);

export const action = commandForms(paymentForms, { maxFields: maxPaymentFields });

export const clientAction = keepTyped;

export const shouldRevalidate = afterRefusals;

export default function NewPayment() {
  const page = useLoaderData<typeof loader>();
  const { payer, payable, blocked, parent } = page;
  return (
    <>
      <Heading title={heading} sub={payer ? `From ${payer.name}, ${payer.account}` : undefined}>
        {(payable.length === 0 || !payer) && (
          <Link to={parent} className="button">
            Back to the payments
          </Link>
        )}
      </Heading>
      {!payer && <NoPayer />}
      {payable.length > 0 && payer && <PaymentForm page={page} />}
      {payable.length === 0 && <NothingToPay isBlocked={blocked.length > 0} />}
      {blocked.length > 0 && <BlockedSuppliers suppliers={blocked} />}
    </>
  );
}

function NoPayer() {
  return (
    <Card title="No account to pay from">
      <p>
        The account that suppliers are paid from has not been set up yet, so no payments can be made. An administrator
        enters it in the settings, or whoever installs Countinghouse as <code>PAYER_ACCOUNT</code> in its configuration.
      </p>
    </Card>
  );
}

function NothingToPay({ isBlocked }: { isBlocked: boolean }) {
  return (
    <Card title="Nothing to pay">
      <p>
        {isBlocked ? "No other invoice can be paid." : "Every invoice that has been sent to its supplier is paid."}{" "}
        Others can be paid once their suppliers are <Link to={paths.notifySuppliers()}>notified</Link>.
      </p>
    </Card>
  );
}
