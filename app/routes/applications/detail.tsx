import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Card } from "#app/components/layout/card.tsx";
import { Detail, Details } from "#app/components/layout/details.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { Entries } from "#app/routes/applications/parts/entries.tsx";
import { StatusPill } from "#app/routes/applications/parts/status-pill.tsx";
import { type ApplicationPage, loadApplication } from "#app/services/applications/applications.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { applications } from "#contract/applications/operations.ts";

export const meta = ({ data }: { data?: ApplicationPage }) => title(data?.companyName ?? "Application");

export const handle: BreadcrumbHandle<ApplicationPage> = {
  breadcrumb: ({ id, companyName }) => ({
    list: { label: "Applications", path: paths.applications() },
    label: companyName,
    rowId: id,
  }),
};

export const loader = screenFor(applications.get, loadApplication);

export default function ApplicationDetail() {
  const application = useLoaderData<typeof loader>();
  const { id, supplier, entries, decidedByUserFullName } = application;
  return (
    <>
      <Heading title={application.companyName} sub={`ABN ${application.abn}`}>
        {!application.isDecided && <Decisions id={id} />}
      </Heading>
      <SameAbn application={application} />
      <Card title="Application">
        <Details>
          <Detail term="Status">
            <StatusPill {...application} />
          </Detail>
          <Detail term="Sent">{application.submitted}</Detail>
          <Detail term="Last change">
            {application.changed}
            {decidedByUserFullName && ` by ${decidedByUserFullName}`}
          </Detail>
          {application.deleted && <Detail term="Is deleted on">{application.deleted}</Detail>}
          {supplier && (
            <Detail term="Supplier">
              <Link to={paths.supplier(supplier.id)} className="link">
                {supplier.name}
              </Link>
            </Detail>
          )}
          <Business application={application} />
        </Details>
      </Card>
      {entries.length > 0 && (
        <Card title="Questions and answers">
          <Entries
            entries={entries}
            author={({ kind, userFullName }) =>
              kind === "answered" ? application.contactName : (userFullName ?? "Somebody")
            }
            documents={({ documents }) => documents.length > 0 && <Documents id={id} documents={documents} />}
          />
        </Card>
      )}
      <Outlet />
    </>
  );
}

/** The business as the applicant describes it. */
function Business({ application }: { application: ApplicationPage }) {
  return (
    <>
      <Detail term="Legal name">{application.legalName}</Detail>
      <Detail term="Contact">{application.contactName}</Detail>
      <Detail term="Email">
        <a href={`mailto:${application.email}`}>{application.email}</a>
      </Detail>
      <Detail term="Phone">{application.phone}</Detail>
      <Detail term="Marketplaces" isWide>
        {application.marketplaces.map(({ name, isActive }) => (isActive ? name : `${name} (not active)`)).join(", ")}
      </Detail>
      <Detail term="About" isWide>
        {application.about}
      </Detail>
      <Detail term="Documents" isWide>
        {application.documents.length > 0 ? (
          <Documents id={application.id} documents={application.documents} />
        ) : undefined}
      </Detail>
    </>
  );
}

function Decisions({ id }: { id: number }) {
  const { search } = useLocation();
  const dialogs = [
    { to: paths.declineApplication(id), label: "Decline", look: "button button-danger" },
    { to: paths.askApplicant(id), label: "Ask for More", look: "button" },
    { to: paths.acceptApplication(id), label: "Accept", look: "button button-primary" },
  ];
  return dialogs.map(({ to, label, look }) => (
    <Link key={label} to={`${to}${search}`} className={look} preventScrollReset>
      {label}
    </Link>
  ));
}

/** Warns of a business that is known already. */
function SameAbn({ application }: { application: ApplicationPage }) {
  const known = [
    ...application.suppliersWithSameAbn.map(({ id, name }) => ({ to: paths.supplier(id), label: `supplier ${name}` })),
    ...application.applicationsWithSameAbn.map(({ id, name }) => ({
      to: paths.application(id),
      label: `application of ${name}`,
    })),
  ];
  if (known.length === 0) return null;
  return (
    <section aria-label="The same ABN" className="card bg-warn-soft px-4 py-3.5">
      <p className="font-semibold">This ABN is known already. Please compare before you decide.</p>
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
        {known.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className="link inline-block min-h-6">
              {label.charAt(0).toUpperCase() + label.slice(1)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface DocumentsProps {
  id: number;
  documents: readonly { id: string; name: string; size: number }[];
}

function Documents({ id, documents }: DocumentsProps) {
  return (
    <ul className="grid gap-1">
      {documents.map((document) => (
        <li key={document.id}>
          <a href={paths.applicationDocument(id, document.id)} className="link inline-block min-h-6" download>
            {document.name}
          </a>{" "}
          <span className="whitespace-nowrap text-muted">{kilobytes(document.size)}</span>
        </li>
      ))}
    </ul>
  );
}

const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1024).toLocaleString("en-AU")} KB`;
