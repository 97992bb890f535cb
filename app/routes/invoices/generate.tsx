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
import {
  generateForms,
  loadReadiness,
  maxGenerateFields,
  type ReadinessPage,
} from "~/services/invoice-generation.server";
import { screenFor } from "~/services/route.server";
import { CutOffForm } from "./cut-off-form";
import { GenerationForm } from "./generation-form";

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
    </>
  );
}

function NothingToInvoice({ page: { cutOff, parent } }: { page: ReadinessPage }) {
  return (
    <Card title="Nothing to invoice">
      <p className="mb-3.5">
        {cutOff.words
          ? `Everything that is complete or cancelled is in an invoice already, as far as it was recorded by ${cutOff.words}.`
          : "Everything that is complete or cancelled is in an invoice already."}
      </p>
      <Link to={parent} className="button">
        Back to the invoices
      </Link>
    </Card>
  );
}
