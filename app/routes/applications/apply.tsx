import { useLoaderData } from "@remix-run/react";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { ChoicesField, TextAreaField, TextField } from "#app/components/form/fields.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { PlainPage } from "#app/components/layout/plain-page.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { DocumentsFields, documentLabels } from "#app/routes/applications/parts/documents-fields.tsx";
import { applyForms, loadApply } from "#app/services/applications/apply.server.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { publicRoute } from "#app/services/request/route.server.ts";
import { applicationDays, maxDocumentBytes } from "#contract/applications/limits.ts";
import { applyForm } from "#contract/applications/schema.ts";

const heading = "Apply to become a supplier";

export const meta = () => title(heading);

export const loader = publicRoute(loadApply);

export const action = commandForms(applyForms, { isPublic: true, maxFileBytes: maxDocumentBytes });

export const clientAction = keepTyped;

const labels = {
  CompanyName: "Business name",
  LegalName: "Legal name",
  Abn: "ABN",
  GivenName: "Given name",
  Surname: "Surname",
  Email: "Email",
  Phone: "Phone",
  MarketplaceIds: "Marketplaces",
  About: "About your business",
  ...documentLabels,
};

const nothingTyped = {
  CompanyName: "",
  LegalName: "",
  Abn: "",
  GivenName: "",
  Surname: "",
  Email: "",
  Phone: "",
  About: "",
  Documents: [],
};

export default function Apply() {
  const { organisationName, marketplaces, isSent, commandId } = useLoaderData<typeof loader>();
  if (isSent) return <Sent organisationName={organisationName} />;
  // Where there is nothing to choose, it is chosen already.
  const MarketplaceIds = marketplaces.length === 1 ? marketplaces.map(({ value }) => value) : [];
  return (
    <PlainPage isWide>
      <Heading title={heading} />
      {marketplaces.length === 0 ? (
        <p>{organisationName} takes no applications at the moment. Please come back later.</p>
      ) : (
        <>
          <p className="mb-4">
            Would you like to sell with {organisationName}? Tell us about your business. We will email you a link with
            which you can see where your application stands.
          </p>
          <CommandForm
            intent="apply"
            commandId={commandId}
            schema={applyForm}
            values={{ ...nothingTyped, MarketplaceIds }}
            submit="Send Application"
            busy="Sending..."
            labels={labels}
            leaves
          >
            <BusinessFields />
            <ChoicesField name="MarketplaceIds" label={labels.MarketplaceIds} options={marketplaces} />
            <TextAreaField
              name="About"
              label={labels.About}
              hint="What do you sell? Customers may read this on your page later."
              isWide
            />
            <DocumentsFields hint="If you have them: your registration, insurance or certificates." />
          </CommandForm>
          <p className="mt-4 text-sm text-muted">
            {organisationName} uses what you enter to decide about your application, and to set up your supplier account
            if we accept it. If we decline it, everything is deleted after {applicationDays} days.
          </p>
        </>
      )}
      <p className="mt-4">
        Are you a supplier already? <a href={paths.login(paths.home())}>Sign in</a>
      </p>
    </PlainPage>
  );
}

function BusinessFields() {
  return (
    <>
      <TextField name="CompanyName" label={labels.CompanyName} autoComplete="organization" />
      <TextField
        name="LegalName"
        label={labels.LegalName}
        hint="If it is not the same, for example with Pty Ltd."
        autoComplete="off"
      />
      <TextField
        name="Abn"
        label={labels.Abn}
        hint="11 digits, for example 51 824 753 556."
        inputMode="numeric"
        autoComplete="off"
        isWide
      />
      <TextField name="GivenName" label={labels.GivenName} autoComplete="given-name" />
      <TextField name="Surname" label={labels.Surname} autoComplete="family-name" />
      <TextField name="Email" label={labels.Email} type="email" autoComplete="email" />
      <TextField name="Phone" label={labels.Phone} type="tel" autoComplete="tel" />
    </>
  );
}

function Sent({ organisationName }: { organisationName: string }) {
  return (
    <PlainPage>
      <Heading title="Thank you" />
      <p role="status">
        {organisationName} has your application. We have sent you an email with a link to it, where you can see what
        happens next.
      </p>
      <p className="mt-3 text-muted">
        If the email does not arrive within an hour, please check your spam folder, and check whether the address was
        right.
      </p>
    </PlainPage>
  );
}
