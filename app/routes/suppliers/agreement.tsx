import { useLoaderData } from "@remix-run/react";
import { CommandButton } from "#app/components/form/command-button.tsx";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Card } from "#app/components/layout/card.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { PdfPanel } from "#app/components/pdf/pdf-panel.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { afterRefusals } from "#app/lib/revalidate.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screen } from "#app/services/request/route.server.ts";
import { type AgreementPage, linkForms, loadAgreement } from "#app/services/suppliers/marketplaces.server.ts";
import { formatDay } from "#contract/rules/dates.ts";

const titleOf = ({ link }: AgreementPage) => `${link.marketplaceName} Terms & Conditions`;

export const meta = ({ data }: { data?: AgreementPage }) => title(data ? titleOf(data) : "Agreement");

export const handle: BreadcrumbHandle<AgreementPage> = {
  breadcrumb: (page) => ({
    list: { label: "Suppliers", path: paths.suppliers() },
    parent: { label: page.supplier.name, path: paths.supplier(page.supplier.id) },
    label: titleOf(page),
    rowId: page.supplier.id,
  }),
};

export const loader = screen(loadAgreement);

export const action = commandForms(linkForms);

export const clientAction = keepTyped;

/** A refusal means that there is a newer document to read. */
export const shouldRevalidate = afterRefusals;

export default function Agreement() {
  const page = useLoaderData<typeof loader>();
  const { supplier, link } = page;
  const file = paths.agreementFile(supplier.id, link.marketplaceId);
  return (
    <>
      <Heading
        title={titleOf(page)}
        sub={`Agreement of ${supplier.legalName || supplier.name} with ${link.marketplaceName}`}
      >
        <a href={file} className="button" download>
          Download Agreement
        </a>
      </Heading>
      <PdfPanel key={link.agreementDocumentFileId} url={file} label={titleOf(page)} />
      <Card title="Agreement">
        <Acceptance page={page} />
      </Card>
    </>
  );
}

function Acceptance({ page: { supplier, link, isPending, canAgree, timeZone, commandId } }: { page: AgreementPage }) {
  if (!isPending) {
    return link.agreementDate ? (
      <p>Agreed on {formatDay(link.agreementDate, timeZone)}.</p>
    ) : (
      <p>There is nothing to agree to at the moment.</p>
    );
  }
  if (!canAgree)
    return <p>Waiting for {supplier.name}. Supplier users with “Update General Details” can agree to it.</p>;
  return (
    <>
      <p className="mb-3">
        By agreeing you accept these terms for {supplier.legalName || supplier.name}. Your name and the time are written
        into the agreement.
      </p>
      <CommandButton intent="agree" commandId={commandId} label="Agree" busy="Saving..." look="primary">
        <input type="hidden" name="AgreementDocumentFileId" value={link.agreementDocumentFileId ?? ""} />
      </CommandButton>
    </>
  );
}
