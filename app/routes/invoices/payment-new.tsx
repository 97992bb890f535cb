import { invoices } from "@contract/invoices/operations.ts";
import { Link, useLoaderData } from "@remix-run/react";
import type { BreadcrumbHandle } from "~/components/layout/breadcrumb";
import { Card } from "~/components/layout/card";
import { Heading } from "~/components/layout/heading";
import { keepTyped } from "~/lib/keep-typed";
import { paths } from "~/lib/paths";
import { afterRefusals } from "~/lib/revalidate";
import { title } from "~/lib/title";
import { commandForms } from "~/services/command-form.server";
import { loadPayable, maxPaymentFields, paymentForms } from "~/services/invoice-payments.server";
import { screenFor } from "~/services/route.server";
import { BlockedSuppliers } from "./blocked-suppliers";
import { PaymentForm } from "./payment-form";

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
        The account that suppliers are paid from has not been set up yet, so no payments can be made. Whoever runs
        Countinghouse enters it as <code>PAYER_ACCOUNT</code> in its configuration, and starts it again.
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
