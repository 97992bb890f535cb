import { useLoaderData } from "@remix-run/react";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Card } from "#app/components/layout/card.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { afterRefusals } from "#app/lib/revalidate.ts";
import { title } from "#app/lib/title.ts";
import { CutOffForm } from "#app/routes/invoices/parts/cut-off-form.tsx";
import { GenerationForm } from "#app/routes/invoices/parts/generation-form.tsx";
import { HeldRows } from "#app/routes/invoices/parts/held-rows.tsx";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import {
  generateForms,
  loadReadiness,
  maxGenerateFields,
  type ReadinessPage,
} from "#app/services/invoices/generation.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { invoices } from "#contract/invoices/operations.ts";

const heading = "Generate Invoices";

export const meta = () => title(heading);

export const handle: BreadcrumbHandle<unknown> = {
  breadcrumb: () => ({ list: { label: "Invoices", path: paths.invoices() }, label: heading }),
};

export const loader = screenFor(invoices.readiness, loadReadiness);

export const action = commandForms(generateForms, { maxFields: maxGenerateFields });

export const clientAction = keepTyped;

export const shouldRevalidate = afterRefusals;

export default function GenerateInvoices() {
  const page = useLoaderData<typeof loader>();
  return (
    <>
      <Heading
        title={heading}
        sub="One invoice per supplier and marketplace, covering every completed or cancelled item not yet invoiced."
      />
      <CutOffForm page={page} />
      {page.rows.length === 0 ? <NothingToInvoice page={page} /> : <GenerationForm page={page} />}
      {page.allHeld.length > 0 && <HeldRows rows={page.allHeld} />}
    </>
  );
}

function NothingToInvoice({ page: { cutOff, parent, allHeld } }: { page: ReadinessPage }) {
  const invoiced = `Everything that is complete or cancelled is in an invoice already${allHeld.length > 0 ? ", or is held" : ""}`;
  return (
    <Card title="Nothing to invoice">
      <p className="mb-3.5">
        {cutOff.text ? `${invoiced}, as far as it was recorded by ${cutOff.text}.` : `${invoiced}.`}
      </p>
      <Link to={parent} className="button">
        Back to the invoices
      </Link>
    </Card>
  );
}
